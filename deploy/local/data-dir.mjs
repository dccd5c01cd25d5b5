import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Fault } from './fault.mjs';
import { commandOf, isAlive, parentOf } from './process-tools.mjs';
import { ROOT } from './run.mjs';

/** How long the end of an earlier run may take: its guards give each process ten seconds. */
const LEAVING_MS = 30_000;

/** What `npm start` keeps: the servers' data, their secrets and logs. */
export class DataDir {
  constructor(path = process.env.DATA_DIR ?? '.data') {
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

  /** Random, made once, readable by this user alone. */
  secret(name) {
    const path = join(this.folder('secrets'), name);
    if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
    // mongod refuses a key file that others may read, and a copied folder may have lost its modes.
    chmodSync(path, 0o600);
    return { path, value: readFileSync(path, 'utf8') };
  }

  /** One run at a time: two would share the servers' files. A run that is just ending is waited for. */
  async claim() {
    const file = this.file('run.json');
    const held = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    const isHeld = () => held && isAlive(held.pid) && commandOf(held.pid).includes(held.program);
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

/** The npm that runs this script, if one does: it may be killed without a word to us. */
export function npmAbove() {
  if (!process.env.npm_lifecycle_event) return undefined;
  let pid = process.ppid;
  // There may be a shell in between.
  for (let steps = 0; steps < 3 && pid > 1; steps++, pid = parentOf(pid)) if (/\bnpm\b/.test(commandOf(pid))) return pid;
  return undefined;
}
