import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { database, type Database, mongod, natsServer, type Server } from '@sarafa/testing';
import { verify } from '@node-rs/argon2';

const DIE = fileURLToPath(new URL('../shared/die-before-publishing.mjs', import.meta.url));
const USERS = fileURLToPath(new URL('../../../users/dist/main.js', import.meta.url));

let nats: Server;
let mongo: Server;
let db: Database;
let dir: string;

beforeAll(async () => {
  [nats, mongo] = await Promise.all([natsServer(), mongod()]);
  db = await database(mongo.url);
  dir = await mkdtemp(join(tmpdir(), 'sarafa-spec-'));
});

afterAll(async () => {
  await db.close();
  await Promise.all([nats.remove(), mongo.remove(), rm(dir, { recursive: true })]);
});

it('a password that was generated is told before anything else can go wrong', async () => {
  const dies = join(dir, 'now');
  await writeFile(dies, 'profile');
  const env = { PATH: process.env.PATH, NATS_URL: nats.url, MONGO_URL: mongo.url, METRICS_PORT: '0', DIES_WHEN: dies };
  const users = spawn(process.execPath, ['--import', DIE, USERS], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  users.stdout.on('data', (text) => (printed += String(text)));
  const signal = await new Promise((resolve) => users.once('close', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  // The password is printed once; if it weren't, nobody could sign in.
  const admin = await db.collection('accounts').findOne({ role: 'admin' });
  const password = /password: ([\w-]{20}) /.exec(printed)?.[1];
  expect(password).toBeDefined();
  expect(await verify(admin!['password_hash'] as string, password!)).toBe(true);
});
