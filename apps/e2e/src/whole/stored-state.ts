import * as contracts from '@sarafa/contracts';
import {
  type Database,
  documentsIn,
  EventStream,
  insertDocuments,
  mediaFile,
  signIn,
  type StoredDocuments,
  until,
} from '@sarafa/testing';
import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { upload } from '../shared/ads.js';
import type { Harness } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

const BUCKETS = ['accounts', 'boards', 'market', 'site'];
/** Private keys don't belong into a repository. A product without keys makes new ones and publishes them. */
const LEFT_OUT = ['signing_keys'];
const PUBLIC_KEYS = ['site/jwks', 'site/screen-jwks'];
export const SHOP = { username: 'stored.shop', password: 'password of a stored shop', shop_name: 'Stored Jewellers' };

/**
 * Everything that one release leaves behind for another: in NATS, in MongoDB and on boards, with the schemas by which it reads
 * these.
 */
export interface StoredState {
  readonly shopId: string;
  /** By bucket and key. */
  readonly kv: Record<string, unknown>;
  readonly documents: StoredDocuments;
  /** By the event's name. */
  readonly board: Record<string, unknown>;
  /** JSON Schemas of state keys by bucket and pattern of keys, and of events by name. */
  readonly shapes: { readonly kv: Record<string, object>; readonly board: Record<string, object> };
}

type StateKey = contracts.StateKey;
const stateKeys = Object.values(contracts)
  .filter((kind) => typeof kind === 'object' && kind !== null && 'bucket' in kind)
  .map((kind) => kind as StateKey);

/** The state key of a key such as `boards/<id>.profile`. */
export function stateKeyOf(path: string): StateKey | undefined {
  const [bucket, key = ''] = path.split('/');
  const ids = [...new Set(['', ...(/[0-9a-f]{24}|\d+/.exec(key) ?? [])])];
  return stateKeys.find((stateKey) => stateKey.bucket === bucket && ids.some((id) => stateKey.key(id) === key));
}

export function pathOf(stateKey: StateKey): string {
  return `${stateKey.bucket}/${stateKey.keys}`;
}

/** Makes a product store something of every kind. */
export async function storeSomething(w: Harness): Promise<StoredState> {
  const admin = await w.admin();
  const { body } = await admin.call('post', '/user/create', SHOP);
  const { id } = (body as { user: { id: string } }).user;
  const changes = {
    gold_margin: 1.5,
    platinum_margin: 2,
    layout_orientation: 'vertical',
    dynamic_price_interval: 1,
    show_day_change: true,
    city: 'Pune',
  };
  await admin.call('put', `/user/update/${id}`, changes);
  await admin.call('post', '/admin/custom-tables', { title: 'Coin', userId: id, price: 900.5 });
  const rows = contracts.standardRows.slice(1);
  await admin.call('put', `/user/rate-rows/${id}`, { rev: 0, rows_mode: 'own', rows });
  const rate = { fineness: 1_000, per_gram: 14_000 };
  await admin.call('post', '/admin/rate-lists', { name: 'Association', gold: rate, silver: rate });
  // Set, and left again: the board shows what a release knows that has no lists of shops.
  await admin.call('put', `/user/update/${id}`, { may_set_list: true });
  await admin.call('put', `/user/rate-list/${id}`, { prices: [{ metal: 'gold', fineness: 916, sell: 14_415 }] });
  await admin.call('put', `/user/update/${id}`, { rate_list_id: 'null' });
  // A hold that has ended is stored as well, and the board shows what a release knows that has no holds.
  await admin.call('put', `/user/rates/hold/${id}`, { until: new Date(Date.now() + 3_600_000).toISOString() });
  await admin.call('put', `/user/rates/hold/${id}`, { until: null });
  const shop = await signIn(w.product.url, SHOP.username, SHOP.password);
  const tv = await TvSet.pair(w.product.url, shop, 'Front window');
  await until(async () => (await tv.beat()).status === 200);
  tv.stream.close();
  await upload(shop, mediaFile('picture.jpg'), 'picture.jpg');
  await upload(shop, mediaFile('h264.mp4'), 'h264.mp4');
  await admin.call('put', '/admin/price-settings', { interval: 300_000 });
  w.quote('15030', '6938');
  await until(
    async () => {
      await admin.call('post', '/admin/price-refresh');
      return ((await admin.call('get', '/admin/quarantine')).body as unknown[]).length > 0;
    },
    20_000,
    1_000,
  );
  const stream = await EventStream.open(`${w.product.url}/boards/${id}/events`);
  const names = Object.keys(contracts.boardEvents).filter((name) => name !== 'gone');
  await until(() => names.every((name) => stream.since(0, name as contracts.BoardEventName).length > 0), 30_000);
  const board = Object.fromEntries(names.map((name) => [name, stream.since(0, name as contracts.BoardEventName).at(-1)!.data]));
  stream.close();
  return { shopId: id, kv: await inKv(w.nats.url), documents: await documentsIn(w.db, LEFT_OUT), board, shapes: shapes() };
}

/** Puts what a release has left into empty servers. */
export async function restore(stored: StoredState, natsUrl: string, db: Database): Promise<void> {
  await insertDocuments(db, stored.documents);
  await withKv(natsUrl, async (kvm) => {
    for (const bucket of BUCKETS) {
      const kv = await kvm.create(bucket, { history: 1 });
      for (const [path, value] of Object.entries(stored.kv)) {
        if (path.startsWith(`${bucket}/`) && !PUBLIC_KEYS.includes(path))
          await kv.put(path.slice(bucket.length + 1), JSON.stringify(value));
      }
    }
  });
}

async function inKv(url: string): Promise<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  await withKv(url, async (kvm) => {
    for (const bucket of BUCKETS) {
      const kv = await kvm.open(bucket);
      for await (const key of await kv.keys()) found.push([`${bucket}/${key}`, (await kv.get(key))!.json()]);
    }
  });
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)));
}

async function withKv(url: string, work: (kvm: Kvm) => Promise<void>): Promise<void> {
  const nats = await connect({ servers: url });
  await work(new Kvm(jetstream(nats)));
  await nats.close();
}

function shapes(): StoredState['shapes'] {
  const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return {
    kv: Object.fromEntries(stateKeys.map((stateKey) => [pathOf(stateKey), shape(stateKey.value)])),
    board: Object.fromEntries(Object.entries(contracts.boardEvents).map(([name, schema]) => [name, shape(schema)])),
  };
}
