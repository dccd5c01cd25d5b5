import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Fault } from './fault.mjs';
import { isAlive, processOf } from './toolkit/processes.mjs';
import { ROOT } from './run.mjs';
import { setting } from './settings.mjs';

/** How long an earlier run may take to end: its guards give each process ten seconds. */
const LEAVING_MS = 30_000;

/** What `npm start` stores: the data, secrets and logs of the servers. */
export class DataDir {
  constructor(path = setting('DATA_DIR')) {
    this.path = resolve(ROOT, path);
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  folder(name) {
    const path = join(this.path, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }

  file(name) {
    return join(this.path, name);
  }

  /** A random secret, made once and readable by this user alone. */
  secret(name, made = () => randomBytes(24).toString('hex')) {
    const path = join(this.folder('secrets'), name);
    if (!existsSync(path)) writeFileSync(path, made(), { mode: 0o600 });
    // mongod refuses a key file that others may read, and copying a folder may have changed the modes.
    chmodSync(path, 0o600);
    return { path, value: readFileSync(path, 'utf8') };
  }

  /** Allows one run at a time, because two would share the servers' files. Waits for a run that is just ending. */
  async claim() {
    const file = this.file('run.json');
    const held = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    const isHeld = () => held && processOf(held.pid)?.command.includes(held.program);
    for (const until = Date.now() + LEAVING_MS; isHeld(); await setTimeout(100)) {
      const isLeaving = held.npm !== null && !isAlive(held.npm);
      if (isLeaving && Date.now() < until) continue;
      throw new Fault(`Already running here (process ${held.pid}): stop that one first, or give this one another DATA_DIR`);
    }
    const program = basename(process.argv[1]);
    writeFileSync(file, JSON.stringify({ pid: process.pid, npm: npmAbove() ?? null, program }));
    process.once('exit', () => rmSync(file, { force: true }));
  }
}

/** The npm that runs this script, if there is one. npm may be killed without this process being told. */
export function npmAbove() {
  if (!process.env.npm_lifecycle_event) return undefined;
  // A shell may run between npm and this process.
  let pid = process.ppid;
  for (let steps = 0; steps < 3; steps++) {
    const above = processOf(pid);
    if (!above) break;
    if (/\bnpm\b/.test(above.command)) return pid;
    pid = above.parent;
  }
  return undefined;
}
