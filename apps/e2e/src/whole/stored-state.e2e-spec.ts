import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardEventName, boardEvents } from '@sarafa/contracts';
import { caller, signIn, TestHarness, until } from '@sarafa/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ADMIN, type Harness, harness, LIVELY } from '../shared/harness.js';
import { pathOf, restore, SHOP, stateKeyOf, type StoredState, storeSomething } from './stored-state.js';

/**
 * What each release has left in NATS, in MongoDB and on boards. To add a new release, run this spec with `STORE_RELEASE=0.2.0`
 * in its environment, when the release is otherwise complete.
 */
const FOLDER = fileURLToPath(new URL('stored-by-releases', import.meta.url));
const releases = readdirSync(FOLDER).map((file): [string, StoredState] => [
  basename(file, '.json'),
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as StoredState,
]);

describe.each(releases)('what release %s has stored', (_, stored) => {
  const w = new TestHarness();
  afterAll(() => w.end());

  it('is read by its contracts', () => {
    for (const [path, value] of Object.entries(stored.kv)) {
      const { value: said } = value as { value: unknown };
      const stateKey = stateKeyOf(path);
      // A state key that no longer exists is read by nobody.
      if (stateKey && said !== null) expect([path, stateKey.value.safeParse(said).error]).toEqual([path, undefined]);
    }
    for (const [name, data] of Object.entries(stored.board)) {
      expect([name, boardEvents[name as BoardEventName]?.safeParse(data).error]).toEqual([name, undefined]);
    }
  });

  it('is what a product of this release goes on with', async () => {
    await w.open({ withFiles: true });
    await restore(stored, w.nats.url, w.db);
    // The market doesn't answer, so the rates are the stored ones.
    const product = await w.startPart('standalone', { METALS_DEV_URL: 'http://127.0.0.1:9', SWEEP_MS: '300' });
    const { shopId: id, board } = stored;
    const open = caller(product.url);
    const answer = async (path: string) => (await open.call('get', path)).body;
    await until(async () => (await open.call('get', `/prices/user/${id}`)).status === 200);
    expect(await answer(`/user/dashboard/${id}`)).toMatchObject(board['profile'] as object);
    expect(await answer(`/advertisements/public/${id}`)).toMatchObject(board['advertisements'] as object[]);
    expect(await answer(`/user/custom-tables/public/${id}`)).toMatchObject(board['custom-tables'] as object[]);
    const { gold_24k, gold_22k, gold_18k, silver, lastUpdated, city } = board['prices'] as Record<string, unknown>;
    const shown = { gold_24k, gold_22k, gold_18k, silver, lastUpdated, city };
    expect(await answer(`/prices/user/${id}`)).toMatchObject(shown);
    const shop = await until(() => signIn(product.url, SHOP.username, SHOP.password).catch(() => undefined));
    const admin = await signIn(product.url, ADMIN.username, ADMIN.password);
    const read = async (who: typeof shop, path: string) => {
      const { status, body } = await who.call('get', path);
      expect([path, status]).toEqual([path, 200]);
      return body as unknown[];
    };
    expect(await read(shop, '/advertisements/user/me')).toHaveLength(2);
    expect(await read(admin, '/user/list')).toHaveLength(1);
    expect(await read(admin, '/admin/custom-tables')).toHaveLength(1);
    expect((await read(admin, '/admin/quarantine')).length).toBeGreaterThan(0);
    for (const path of ['/admin/list', '/admin/price-settings', '/admin/price-status', '/admin/overview'])
      await read(admin, path);
    // The shop can also be changed.
    expect((await admin.call('put', `/user/update/${id}`, { shop_name: 'After' })).status).toBe(200);
  });
});

describe('what this release stores', () => {
  let w: Harness;
  let now: StoredState;

  beforeAll(async () => {
    w = await harness({ withFiles: true, pace: LIVELY });
    now = await storeSomething(w);
    const { STORE_RELEASE: release } = process.env;
    if (release) writeFileSync(join(FOLDER, `${release}.json`), `${JSON.stringify(now, null, 1)}\n`);
  });
  afterAll(() => w?.end());

  it.each(releases)('can be read by release %s, whose pods run beside it', (_, { shapes }) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const fits = (name: string, shape: object, value: unknown) =>
      expect([name, ajv.validate(shape, value), ajv.errorsText()]).toEqual([name, true, 'No errors']);
    for (const [path, value] of Object.entries(now.kv)) {
      const stateKey = stateKeyOf(path)!;
      const { value: said } = value as { value: unknown };
      const shape = shapes.kv[pathOf(stateKey)];
      if (shape && said !== null) fits(path, shape, said);
    }
    for (const [name, data] of Object.entries(now.board)) if (shapes.board[name]) fits(name, shapes.board[name], data);
  });

  it('has something of every slice', () => {
    const stored = new Set(Object.keys(now.kv).map((path) => stateKeyOf(path) && pathOf(stateKeyOf(path)!)));
    const all = Object.keys(now.shapes.kv);
    expect(all.filter((path) => !stored.has(path))).toEqual([]);
  });
});
