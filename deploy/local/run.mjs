import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, Stopped } from './fault.mjs';

/** The folder of the workspace. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The lowest priority: a process with it runs only when the others are idle. */
export const IDLE = 19;

const running = new Set();
let isEnding = false;

/** Ends the programs that are still running. */
export function endRuns() {
  isEnding = true;
  for (const child of running) child.kill('SIGTERM');
}

/** Makes `endRuns` end this child too. */
export function killWith(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** The path of the first of these programs that is on PATH. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Runs a program to its end, and answers its exit code, everything that it printed, in order (`output`), and its standard output
 * alone. `nice` is the priority, at most `IDLE`; `input` is what the program reads.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, nice?: number, input?: string }} options
 */
export async function capture(command, args, { cwd = ROOT, env = process.env, nice = 0, input } = {}) {
  const [program, ...words] = nice ? ['nice', '-n', String(nice), command, ...args] : [command, ...args];
  const child = spawn(program, words, { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  killWith(child);
  // A program that ends early reads the rest of its input no more; its exit code says so.
  child.stdin?.on('error', () => {}).end(input);
  let [output, stdout] = ['', ''];
  for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', (text) => (output += text));
  child.stdout.on('data', (text) => (stdout += text));
  const code = await new Promise((resolve) => {
    child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      output += `${error.message}\n`;
      resolve(error.code === 'ENOENT' ? 127 : 126);
    });
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, output, stdout };
}

/**
 * The standard output of a program that has to succeed; `advice` says what to do when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof capture>[2] & { advice?: string }} options
 */
export async function run(command, args, { advice, ...options } = {}) {
  const { code, output, stdout } = await capture(command, args, options);
  if (isEnding) throw new Stopped();
  if (code !== 0) throw new Fault(advice ?? `${command} ${args.join(' ')} failed (exit code ${code})`, output);
  return stdout;
}
