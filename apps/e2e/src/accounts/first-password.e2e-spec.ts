import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIE_WHEN_WRITING, TestHarness } from '@sarafa/testing';
import { verify } from '@node-rs/argon2';

const USERS = fileURLToPath(new URL('../../../users/dist/main.js', import.meta.url));

const w = new TestHarness();
beforeAll(() => w.open());
afterAll(() => w.end());

it('a password that was generated is told before anything else can go wrong', async () => {
  const dies = join(w.dir, 'now');
  await writeFile(dies, 'profile');
  const env = { PATH: process.env.PATH, NATS_URL: w.nats.url, MONGO_URL: w.mongo.url, METRICS_PORT: '0', DIES_WHEN: dies };
  const users = spawn(process.execPath, ['--import', DIE_WHEN_WRITING, USERS], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  users.stdout.on('data', (text) => (printed += String(text)));
  const signal = await new Promise((resolve) => users.once('close', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  // The password is printed once; if it weren't, nobody could sign in.
  const admin = await w.db.collection('accounts').findOne({ role: 'admin' });
  const password = /password: ([\w-]{20}) /.exec(printed)?.[1];
  expect(password).toBeDefined();
  expect(await verify(admin!['password_hash'] as string, password!)).toBe(true);
});
