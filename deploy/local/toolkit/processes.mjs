import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { listens } from './ports.mjs';

/** How long a process may take to end before it is killed. */
const PATIENCE_MS = 15_000;
/** The pause between two looks at a process that is becoming ready. */
const LOOK_MS = 20;
/** How long the port of a killed process may stay taken. */
const CLOSING_MS = 3_000;

/**
 * The command line and the parent of a running process; undefined when it is gone. A zombie, which was killed and whose parent
 * hasn't collected the exit code yet, is gone too.
 */
export function processOf(pid) {
  const { state, parent, command } = existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
  return state === undefined || state === 'Z' ? undefined : { parent: Number(parent), command };
}

function fromProc(pid) {
  try {
    // The name of the program stands in brackets, and may itself contain any character.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return { state, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  } catch {
    return {};
  }
}

function fromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'state=,ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
  return /^\s*(?<state>\S)\S*\s+(?<parent>\d+)\s+(?<command>.*)/.exec(stdout)?.groups ?? {};
}

export const isAlive = (pid) => processOf(pid) !== undefined;

/** How a guard ends a process: in order, and by force after ten seconds. */
const IN_ORDER = 'kill -TERM "$1"; for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exit; done; kill -KILL "$1"';

/**
 * Starts a process that is ended when this process ends, however that happens: a guard waits on a pipe that closes with this
 * process, also by kill -9. The process has a group of its own, so that Ctrl-C reaches this process alone, which then ends the
 * others in the right order. One that is `forgettable` doesn't keep this process running, and is killed at once.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { forgettable?: boolean }} options
 */
export function startGuarded(command, args, { forgettable = false, ...options } = {}) {
  const child = spawn(command, args, { ...options, detached: !forgettable });
  if (child.pid === undefined) return child;
  const script = `{ read _; ${forgettable ? 'kill -KILL "$1"' : IN_ORDER}; } 2>/dev/null`;
  const guard = spawn('sh', ['-c', script, 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.once('exit', () => guard.kill('SIGKILL'));
  const pipes = /** @type {import('node:net').Socket[]} */ ([child.stdout, child.stderr, guard.stdin]);
  if (forgettable) for (const part of [child, child.channel, guard, ...pipes]) part?.unref?.();
  return child;
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Resolves with the exit code and the signal when the process has ended, at once when it already has.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function exited(child) {
  if (!hasEnded(child)) {
    // An awaited process must keep the event loop alive, a forgotten one must not.
    child.ref();
    await once(child, 'exit');
  }
  return { code: child.exitCode, signal: child.signalCode };
}

/** Asks a process to end, and kills it after a while. */
export async function end(child, patienceMs = PATIENCE_MS) {
  if (child.pid === undefined || hasEnded(child)) return;
  child.kill('SIGTERM');
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exited(child);
  clearTimeout(timer);
}

/**
 * Waits until `isReady` answers true; an error in it counts as "not yet". Fails when the process ends before, or doesn't start,
 * or isn't ready in time.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => boolean | Promise<boolean>} isReady
 * @param {number} timeoutMs
 */
export async function ready(child, isReady, timeoutMs) {
  let failure;
  child.once('error', (error) => (failure = error.message));
  for (const until = performance.now() + timeoutMs; ; await setTimeout(LOOK_MS)) {
    const isUp = await Promise.resolve(isReady()).catch(() => false);
    if (hasEnded(child)) failure ??= child.signalCode ? `${child.signalCode} ended it` : `it ended with code ${child.exitCode}`;
    if (failure) throw new Error(failure);
    if (isUp) return;
    if (performance.now() > until) throw new Error(`no answer after ${timeoutMs / 1000} s`);
  }
}

/**
 * Hands over each line that a process prints.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(line: string) => void} onLine
 */
export function eachLine(child, onLine) {
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine);
}

/**
 * Ends the process of a pid file that an earlier run left behind, if its command line still contains `mark`, and waits until
 * its ports are free: the kernel closes the ports some time after the process is gone.
 */
export async function endLeftover(pidFile, mark, ...ports) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  // The command line is checked once, because a process that is ending no longer has one.
  if (processOf(pid)?.command.includes(mark)) {
    process.kill(pid, 'SIGTERM');
    if (!(await within(PATIENCE_MS, () => !isAlive(pid)))) process.kill(pid, 'SIGKILL');
    await within(PATIENCE_MS, () => !isAlive(pid));
  }
  await within(CLOSING_MS, async () => !(await Promise.all(ports.map((port) => listens(port)))).includes(true));
  rmSync(pidFile, { force: true });
}

/** Whether `check` becomes true in time. An error in it ends the wait. */
export async function within(ms, check, everyMs = 50) {
  for (const until = Date.now() + ms; Date.now() < until; await setTimeout(everyMs)) if (await check()) return true;
  return false;
}

export const keepPid = (pidFile, pid) => writeFileSync(pidFile, `${pid}\n`);
