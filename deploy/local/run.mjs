import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Fault, Stopped } from './fault.mjs';

/** The workspace's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Has only what others leave of the processors. */
export const IDLE = 19;

const running = new Set();
let isEnding = false;

/** Ends the programs that `run` still waits for. */
export function endRuns() {
  isEnding = true;
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Runs a program to its end; gives its code and all it wrote, in order. `onLine` hears each line as it comes. `nice`: how far it
 * lets others go first on the processors, up to what `IDLE` says.
 */
export async function capture(command, args, { cwd = ROOT, env = process.env, onLine = () => {}, nice = 0 } = {}) {
  const [program, ...words] = nice ? ['nice', '-n', String(nice), command, ...args] : [command, ...args];
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (text) => {
      output += text;
      for (const line of text.split('\n')) if (line.trim()) onLine(line.trim());
    });
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve(error.code === 'ENOENT' ? 127 : 126);
    });
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  running.delete(child);
  return { code, output };
}

/** The same for a program that has to succeed; `advice` tells what to do when it doesn't. */
export async function run(command, args, { advice, ...options } = {}) {
  const { code, output } = await capture(command, args, options);
  if (isEnding) throw new Stopped();
  if (code !== 0) throw new Fault(advice ?? `${command} ${args.join(' ')} failed (exit code ${code})`, output);
  return output;
}
