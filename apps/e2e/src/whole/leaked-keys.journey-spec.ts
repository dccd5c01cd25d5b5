/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BeatAnswer, Screen, ScreenToken } from '@sarafa/contracts';
import { type SignedInCaller, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { QUICK } from '../shared/harness.js';
import { portal } from '../shared/portal-person.js';
import { TvSet } from '../shared/tv-set.js';

const OPERATIONS = readFileSync(fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url)), 'utf8');
/** What the page for operators runs when a key of people's has leaked, and when one of screens' has. */
const [PEOPLES, SCREENS] = [...OPERATIONS.matchAll(/^### A key has leaked$([^]*?)^### /gm)]
  .flatMap(([, section]) => [...section!.matchAll(/^on_db '\n([^]*?)^'$/gm)])
  .map(([, code]) => code!) as [string, string];

/** How often the TV beats here, in place of every half minute: with a beat it learns that its token is refused, and tells its secret. */
const BEAT_MS = 4_000;

const site = portal({ pace: QUICK });
let shop: SignedInCaller;
let tv: Page;

beforeAll(async () => {
  shop = await site.w.shop('laxmi');
  tv = await site.browser.newPage({ baseURL: site.w.product.url, viewport: { width: 1280, height: 720 } });
  await tv.addInitScript((everyMs) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { type: string }) {
      post.call(this, message.type === 'start' ? { ...message, everyMs } : message);
    };
  }, BEAT_MS);
  await tv.goto('/tv');
  const code = (await tv.locator('.pair__code', { hasText: /\w/ }).textContent())!;
  const claimed = await shop.call('post', '/screens/claim', { code, name: 'Front window' });
  expect(claimed.status).toBe(201);
  await tv.locator('.cell').first().waitFor();
  await until(async () => (await stored()).secret_hash, 40_000);
});

afterAll(() => tv.close());

/** Runs a command for mongosh. */
const onDb = async (code: string) => {
  const changes: Promise<{ matchedCount: number }>[] = [];
  const updateOne = (filter: object, update: object) =>
    void changes.push(site.w.db.collection('signing_keys').updateOne(filter, update));

  new Function('db', code)({ signing_keys: { updateOne } });
  for (const change of changes) expect((await change).matchedCount).toBe(1);
};
const kidsOf = async (ring: string) => {
  const found = await site.w.db.collection<{ _id: string; keys: { kid: string }[] }>('signing_keys').findOne({ _id: ring });
  return found!.keys.map(({ kid }) => kid);
};
const screens = async () => (await shop.call('get', '/screens/me')).body as Screen[];
const stored = async () => {
  const found = await site.w.db.collection('screens').findOne({ 'screens.name': 'Front window' });
  return (found!['screens'] as { secret_hash?: string }[])[0]!;
};
const token = () => tv.evaluate(() => (JSON.parse(localStorage['sarafa.screen.v1'] as string) as { token: string }).token);
const isSignedIn = async (caller: SignedInCaller) => (await caller.call('get', '/auth/me')).status === 200;

it('of screens: the board is back with a token of a new key without being paired, and people stay signed in', async () => {
  const [before, kids, screen] = [await token(), await kidsOf('screens'), (await screens())[0]!];
  await onDb(SCREENS);
  await until(async () => (await kidsOf('screens')).length === 1);
  expect(await kidsOf('screens')).not.toEqual(kids);
  const renewed = await until(async () => (await token()) !== before && (await token()), 60_000);
  // The board beats with it, and does what it is told, as before.
  expect((await shop.call('post', `/screens/${screen.id}/commands`, { command: 'identify' })).status).toBe(200);
  const now = await screens();
  expect(now.map(({ id, state }) => [id, state])).toEqual([[screen.id, 'playing']]);
  expect(await tv.locator('.pair__code').count()).toBe(0);
  expect(await isSignedIn(shop)).toBe(true);
  // After a power cut too.
  await tv.reload();
  await tv.locator('.cell').first().waitFor();
  expect(await token()).toBe(renewed);
});

it('of people: everybody signs in again, and the board goes on with its token', async () => {
  const [before, screen] = [await token(), (await screens())[0]!];
  await onDb(PEOPLES);
  await until(async () => !(await isSignedIn(shop)), 15_000);
  const admin = await until(() => site.w.admin());
  expect((await admin.call('post', `/screens/${screen.id}/commands`, { command: 'identify' })).status).toBe(200);
  expect(await token()).toBe(before);
});

it('of screens: a secret is kept once, and opens its own screen alone', async () => {
  const url = site.w.product.url;
  const own = await site.w.shop('patel');
  const set = await TvSet.pair(url, own, 'Counter');
  const [secret, other] = ['a'.repeat(43), 'b'.repeat(43)];
  const renew = async (id: string, by: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/screens/tokens`, { method: 'POST', headers, body: JSON.stringify({ id, secret: by }) });
    const { requestId: _, ...body } = (await answer.json()) as ScreenToken & { requestId?: string };
    return { status: answer.status, body };
  };
  const { id } = set.screen;
  const unknown = await renew('0'.repeat(24), secret);
  expect([unknown.status, await renew(id, secret)]).toEqual([401, unknown]);
  const told: BeatAnswer[] = [(await set.beat({ secret })).body, (await set.beat({ secret: other })).body];
  expect(told).toEqual([{ is_secret_kept: true }, {}]);
  // Whoever can make tokens can't replace it.
  expect(await renew(id, other)).toEqual(unknown);
  const { status, body } = await renew(id, secret);
  expect(status).toBe(201);
  set.token = body.token;
  expect((await set.beat()).status).toBe(200);
  expect(JSON.stringify(await site.w.db.collection('screens').find().toArray())).not.toContain(secret);
  expect((await renew(id, 'short')).status).toBe(400);
  expect((await own.call('delete', `/screens/${id}`)).status).toBe(200);
  expect(await renew(id, secret)).toEqual(unknown);
  set.stream.close();
  const logs = site.w.product.logs.join('\n');
  for (const one of [secret, other, set.token]) expect(logs).not.toContain(one);
});
