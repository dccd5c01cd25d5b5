import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long a process may take to end before it is killed. */
const PATIENCE_MS = 15_000;
/** How long the port of a killed process may stay taken. */
const CLOSING_MS = 3_000;

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  // A zombie: killed, but its parent hasn't collected the exit code yet.
  return stateOf(pid) !== 'Z';
}

function stateOf(pid) {
  if (existsSync(`/proc/${pid}/stat`)) return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()[0];
  return spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim()[0];
}

/** The command line of a process; '' when the process is gone. */
export function commandOf(pid) {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

export function parentOf(pid) {
  if (existsSync(`/proc/${pid}/stat`)) return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1]);
  return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

/**
 * Starts a process that is ended in order when this process ends, however that happens: a guard waits on a pipe that closes
 * with this process, also by kill -9. The process has a group of its own, so that Ctrl-C reaches this process alone, which then
 * ends the others in the right order.
 */
export function startGuarded(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid === undefined) return child;
  const script =
    'read _; kill -TERM "$1"; for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exit; done; kill -KILL "$1"';
  const guard = spawn('sh', ['-c', `{ ${script}; } 2>/dev/null`, 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}

/** Asks a process to end, and kills it after a while. */
export async function end(child, patienceMs = PATIENCE_MS) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(timer);
}

/**
 * Ends the process of a pid file that an earlier run left behind, if its command line still contains `mark`, and waits until
 * its ports are free: the kernel closes the ports some time after the process is gone.
 */
export async function endLeftover(pidFile, mark, ...ports) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  // The command line is checked once, because a process that is ending no longer has one.
  if (pid > 0 && isAlive(pid) && commandOf(pid).includes(mark)) {
    process.kill(pid, 'SIGTERM');
    if (!(await within(PATIENCE_MS, () => !isAlive(pid)))) process.kill(pid, 'SIGKILL');
    await within(PATIENCE_MS, () => !isAlive(pid));
  }
  await within(CLOSING_MS, async () => !(await Promise.all(ports.map((port) => listens(port)))).includes(true));
  rmSync(pidFile, { force: true });
}

/** Whether `check` becomes true in time. */
async function within(ms, check) {
  for (const until = Date.now() + ms; Date.now() < until; await setTimeout(50)) if (await check()) return true;
  return false;
}

export function listens(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const answer = (open) => (socket.destroy(), resolve(open));
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

export const keepPid = (pidFile, pid) => writeFileSync(pidFile, `${pid}\n`);
