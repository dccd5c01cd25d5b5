import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { comeAgain, type HeldLine, heldLine, type RunningApp, signIn, type SignedInCaller, until } from '@sarafa/testing';
import sharp from 'sharp';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
const SHOPS = 24;

/** Parts of the spec's own, of which some are missing or don't answer. */
describe('a write to an account', () => {
  const w = partsHarness();
  let gateway: RunningApp;
  let users: RunningApp[];
  /** The connection of the first replica of users to its database. */
  let line: HeldLine;
  let admin: SignedInCaller;

  beforeAll(async () => {
    line = await w.started(heldLine(w.mongo.url), (line) => line.close());
    users = [await start('users', { MONGO_URL: line.url }), await start('users')];
    [gateway] = (await Promise.all([start('gateway'), start('auth'), start('media')])) as [RunningApp, unknown, unknown];
    admin = await until(() => signIn(gateway.url, ADMIN.username, ADMIN.password));
  });

  const start = (name: 'users' | 'gateway' | 'auth' | 'media' | 'pricing', own: Record<string, string> = {}) =>
    w.startPart(name, { SWEEP_MS: '200', ...own });
  const create = (username: string) => admin.call('post', '/user/create', { username, password: PASSWORD });
  const createPatiently = (username: string) => {
    const key = { 'idempotency-key': randomUUID() };
    return comeAgain(() => admin.call('post', '/user/create', { username, password: PASSWORD }, key));
  };
  /** A few at a time, because hashing the passwords of all at once takes longer than a call may. A busy machine refuses these too. */
  const createMany = async (prefix: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let turn = 0; turn < SHOPS; turn += 4) {
      const made = await Promise.all([0, 1, 2, 3].map((index) => createPatiently(`${prefix}.${turn + index}`)));
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      ids.push(...made.map(({ body }) => (body as { user: ShopDashboard }).user.id));
    }
    return ids;
  };

  it('that could not be answered is not made', async () => {
    expect((await create('laxmi')).status).toBe(503);
    expect(await w.db.collection('accounts').countDocuments({ username: 'laxmi' })).toBe(0);
    await start('pricing');
    await until(async () => (await create('laxmi')).status === 201);
  });

  it('that reaches its database after its caller was given up is not made, and the others have their logos', async () => {
    const ids = await createMany('shop');
    const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: 'gold' } })
      .png()
      .toBuffer();
    line.hold();
    // Half of the calls reach the replica whose database doesn't answer.
    const answers = await Promise.all(
      ids.map((id) => {
        const form = new FormData();
        form.set('logo', new Blob([new Uint8Array(png)]), 'logo.png');
        return admin.call('put', `/user/update/${id}`, form);
      }),
    );
    line.letGo();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    await until(async () => (await fetch(`${users[0]!.metricsUrl}/health/ready`)).ok);
    const shops = (await admin.call('get', '/user/list')).body as ShopDashboard[];
    const logos = ids.map((id) => shops.find((shop) => shop.id === id)!.logo_url);
    const served = await Promise.all(logos.map(async (url) => (url ? (await fetch(gateway.url + url)).status : 503)));
    expect(served).toEqual(answers.map(({ status }) => status));
  });

  it('that waited in a process which stood still is not made after its caller was given up', async () => {
    const ids = await createMany('still');
    const [still] = users as [RunningApp];
    process.kill(still.pid, 'SIGSTOP');
    const answers = await Promise.all(ids.map((id) => admin.call('put', `/user/update/${id}`, { shop_name: 'After' })));
    process.kill(still.pid, 'SIGCONT');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    // It has answered the waiting calls, and is ready again.
    await until(async () => (await fetch(`${still.metricsUrl}/health/ready`)).ok);
    await until(async () => (await create(`later.${Math.random()}`)).status === 201);
    const shops = (await admin.call('get', '/user/list')).body as ShopDashboard[];
    const names = ids.map((id) => shops.find((shop) => shop.id === id)!.shop_name);
    expect(names).toEqual(answers.map(({ status }) => (status === 200 ? 'After' : '')));
  });

  it('that waited in a gateway which stood still is not made after its sender has left', async () => {
    const ids = await createMany('left');
    const remove = (id: string, signal?: AbortSignal) =>
      fetch(`${gateway.url}/user/delete/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${admin.token}` },
        ...(signal && { signal }),
      });
    process.kill(gateway.pid, 'SIGSTOP');
    const left = await Promise.allSettled(ids.map((id) => remove(id, AbortSignal.timeout(4_000))));
    expect(left.map(({ status }) => status)).not.toContain('fulfilled');
    process.kill(gateway.pid, 'SIGCONT');
    const tooSoon = await remove(ids[0]!);
    expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([503, '1']);
    await until(async () => (await create(`after.${Math.random()}`)).status === 201);
    // Each is the first to remove its shop. One after the other, since all at once may take a busy machine longer than a call may.
    for (const id of ids) expect((await remove(id)).status).toBe(200);
  });
});
