import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  boardHold,
  boardRateRows,
  marketRateLists,
  type PriceSnapshot,
  type RateRow,
  type SavedRateList,
  type StateKey,
  standardRows,
} from '@sarafa/contracts';
import { DIE_WHEN_WRITING, EventStream, type SignedInCaller, until } from '@sarafa/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const HOUR_MS = 3_600_000;
const STALE_AFTER_MS = 3_000;
/** Longer than it takes until the market's last rate is old. */
const SHORT_HOLD_MS = 8_000;
const BACK_MS = 60_000;
const SILVER = { fineness: 1_000, per_gram: 160 };
const [row] = standardRows as [RateRow];

/** Three shops: one has the rates of a list, one has rows of its own, and one holds its rates. Each has an open board. */
describe('what decides a shop’s rates', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let market: NodeJS.Timeout;
  let gold = 467_500;
  let made = 0;
  let dir: string;
  let diesWhen: string;
  let listId: string;
  let [listed, own, holding]: [Shop, Shop, Shop] = [] as never;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sarafa-spec-'));
    diesWhen = join(dir, 'now');
    const dies = { NODE_OPTIONS: `--import ${DIE_WHEN_WRITING}`, DIES_WHEN: diesWhen };
    w = await harness({ env: { MARKET_STALE_AFTER_MS: String(STALE_AFTER_MS), ...dies }, withFiles: true, pace: QUICK });
    // Without a pause, so that a rate is live only while everything on its way works.
    market = setInterval(() => w.feed.set({ gold: String((gold += 10)), silver: '6938' }), 200);
    admin = await w.admin();
  });

  afterAll(async () => {
    clearInterval(market);
    await w.end();
    await rm(dir, { recursive: true });
  });

  beforeEach(async () => {
    await isBack();
    [listed, own, holding] = [
      await Shop.open(w, `listed-${++made}`),
      await Shop.open(w, `own-${made}`),
      await Shop.open(w, `holding-${made}`),
    ];
    for (const { id } of shops()) await admin.call('put', `/user/update/${id}`, { dynamic_price_interval: 1 });
    const list = { name: `List ${made}`, gold: { fineness: 1_000, per_gram: 14_000 }, silver: SILVER };
    const created = await admin.call('post', '/admin/rate-lists', list);
    listId = (created.body as SavedRateList).rateList.id;
    await admin.call('put', `/user/update/${listed.id}`, { rate_list_id: listId });
    await until(() => listed.pushed.state === 'listed' && holding.pushed.state === 'live');
  });

  afterEach(() => {
    for (const { stream } of shops()) stream.close();
  });

  const shops = () => [listed, own, holding];
  // Each service takes calls again at a time of its own.
  const isBack = () =>
    until(async () => {
      if (!(await fetch(`${w.product.metricsUrl}/health/ready`)).ok) return false;
      const answers = await Promise.all(['/auth/me', '/admin/rate-lists'].map((path) => admin.call('get', path)));
      if (!answers.every(({ status }) => status === 200)) return false;
      // Last, because too many sign-ins would end the session that is asked with.
      await w.admin();
      return true;
    }, BACK_MS);
  const setList = (per_gram: number) =>
    admin.call('put', `/admin/rate-lists/${listId}`, { gold: { fineness: 1_000, per_gram } });
  const saveRows = (rev: number, id: string) =>
    admin.call('put', `/user/rate-rows/${own.id}`, { rev, rows_mode: 'own', rows: [{ ...row, id }] });
  const hold = (forMs: number | null) => {
    const end = forMs === null ? null : new Date(Date.now() + forMs).toISOString();
    return admin.call('put', `/user/rates/hold/${holding.id}`, { until: end });
  };
  /** The statuses of all three changes, sent at the same time. */
  const change = async (per_gram: number, rev: number, id: string) =>
    (await Promise.all([setList(per_gram), saveRows(rev, id), hold(HOUR_MS)])).map(({ status }) => status);
  const stored = async () => {
    // Without the entries for the log, which are moved there meanwhile.
    const options = { projection: { audit: 0 } };
    const of = (name: string, id: string) => w.db.collection(name).findOne({ _id: new mongoose.Types.ObjectId(id) }, options);
    return JSON.stringify([await of('rate_lists', listId), await of('rate_rows', own.id), await of('holds', holding.id)]);
  };
  const areOnBoards = (sell: number, id: string) =>
    until(
      () => listed.pushed.gold_24k.sell === sell && own.pushed.rows![0]!.id === id && holding.pushed.state === 'held',
      BACK_MS,
    );
  /** Suspends NATS. A process obeys the signal a moment later, and could still pass a call on. */
  const suspendNats = async (): Promise<void> => {
    process.kill(w.nats.pid, 'SIGSTOP');
    await until(async () => /^State:\s+T/m.test(await readFile(`/proc/${w.nats.pid}/status`, 'utf8')));
  };
  const resumeNats = (): void => void process.kill(w.nats.pid, 'SIGCONT');
  /** Whether KV has the changes that `change(15_050, 0, 'mine')` makes. */
  const inKv = async () => {
    const nats = await connect({ servers: w.nats.url });
    const textOf = async (stateKey: StateKey, id: string) => {
      const kv = await new Kvm(nats).open(stateKey.bucket);
      return (await kv.get(stateKey.key(id)))?.string() ?? '';
    };
    const [lists, rows, holds] = [
      await textOf(marketRateLists, ''),
      await textOf(boardRateRows, own.id),
      await textOf(boardHold, holding.id),
    ];
    await nats.close();
    return [lists.includes('15050'), rows.includes('mine'), holds.includes('until')];
  };
  const takeWrites = async (isTaking: boolean) => {
    const nats = await connect({ servers: w.nats.url });
    const { streams } = await jetstreamManager(nats);
    for (const name of ['KV_boards', 'KV_market']) await streams.update(name, { max_msg_size: isTaking ? -1 : 1 });
    await nats.close();
  };

  it.each([
    ['is gone', () => w.nats.stop('SIGKILL'), () => w.nats.start()],
    ['stands still', suspendNats, resumeNats],
  ] as const)(
    'is refused while NATS %s, is not stored later either, and can be changed when NATS is back',
    async (_, stop, start) => {
      const before = await stored();
      await stop();
      expect(await change(15_000, 0, 'lost')).toEqual([503, 503, 503]);
      await until(async () => (await admin.call('get', '/auth/me')).status === 503);
      expect(await change(15_000, 0, 'lost')).toEqual([503, 503, 503]);
      await start();
      await isBack();
      expect(await stored()).toBe(before);
      await until(() => holding.pushed.state === 'live', BACK_MS);
      const from = Date.now();
      expect(await change(15_100, 0, 'mine')).toEqual([200, 200, 200]);
      await areOnBoards(151_000, 'mine');
      expect(Date.parse(holding.pushed.held!.since)).toBeGreaterThanOrEqual(from);
      const history = await admin.call('get', `/admin/rate-lists/${listId}/revisions`);
      expect((history.body as { gold: { per_gram: number } }[]).map((one) => one.gold.per_gram)).toEqual([15_100, 14_000]);
      for (const shop of [listed, own]) expect(shop.figures).not.toContain(150_000);
    },
  );

  it('is stored when KV takes no writes, and KV has it once it takes them', async () => {
    await takeWrites(false);
    expect(await change(15_050, 0, 'mine')).toEqual([200, 200, 200]);
    expect(await inKv()).toEqual([false, false, false]);
    await takeWrites(true);
    await until(async () => (await inKv()).every(Boolean));
    await areOnBoards(150_500, 'mine');
  });

  it('that was saved by a process which died before it told anybody is on its board when the product is back', async () => {
    const before = await stored();
    await writeFile(diesWhen, 'rate-lists');
    await expect(setList(15_000)).rejects.toThrow('fetch failed');
    expect(await stored()).not.toBe(before);
    await rm(diesWhen);
    await w.product.stop('SIGKILL');
    await w.product.start();
    await isBack();
    await Promise.all(shops().map((shop) => shop.reopens()));
    await until(() => listed.pushed.gold_24k.sell === 150_000, BACK_MS);
  });

  it('ends at its time while NATS is away, and is never said to be live then', async () => {
    let end = 0;
    // Again where boards have heard of it so late that the market's rates would outlive the hold.
    await until(async () => {
      const answer = await hold(SHORT_HOLD_MS);
      end = Date.parse((answer.body as { held: { until: string } }).held.until);
      const set_at = new Date(end - 24 * HOUR_MS);
      const renewed = { $set: { set_at }, $inc: { rev: 1 } };
      await w.db.collection('rate_lists').updateOne({ _id: new mongoose.Types.ObjectId(listId) }, renewed);
      await until(
        () => Date.parse(holding.pushed.held?.until ?? '') === end && listed.pushed.lastUpdated === set_at.toISOString(),
      );
      return end - Date.now() > STALE_AFTER_MS + 500;
    });
    const before = [holding, listed].map(({ stream }) => stream.events.length);
    await w.nats.stop('SIGKILL');
    await until(() => holding.pushed.state === 'stale' && listed.pushed.state === 'stale');
    for (const { stream } of [holding, listed]) expect(stream.since(0, 'prices').at(-1)!.at).toBeGreaterThanOrEqual(end);
    // A list comes by two keys, so what a board shows may be told twice.
    const others = (shop: Shop, count: number, stands: string) => shop.statesSince(count).filter((state) => state !== stands);
    expect([others(holding, before[0]!, 'held'), others(listed, before[1]!, 'listed')]).toEqual([['stale'], ['stale']]);
    await w.nats.start();
    await isBack();
    await until(() => holding.pushed.state === 'live' && holding.pushed.held === null);
    expect((await setList(15_000)).status).toBe(200);
    await until(() => listed.pushed.state === 'listed' && listed.pushed.gold_24k.sell === 150_000);
  });

  it.each([
    ['on boards that are open', () => Promise.resolve()],
    ['to a product that starts then', () => w.product.restart('SIGKILL')],
  ] as const)('stays as it was when NATS has lost its data, %s', async (_, meanwhile) => {
    expect(await change(15_000, 0, 'mine')).toEqual([200, 200, 200]);
    await areOnBoards(150_000, 'mine');
    const { gold_24k, held } = holding.pushed;
    const before = shops().map(({ stream }) => stream.events.length);
    const answers = [new Set<string>(), new Set<string>(), new Set<string>()];
    const shownBy = async ({ id }: Shop) => {
      const answer = await w.get(`/prices/user/${id}`).catch(() => undefined);
      if (!answer?.ok) return String(answer?.status ?? 503);
      const { rate_list, held: on, rows } = (await answer.json()) as PriceSnapshot;
      return `${rate_list?.name ?? 'market'}, ${rows![0]!.id}, ${on ? 'held' : 'free'}`;
    };
    const look = async () => {
      const shown = await Promise.all(shops().map(shownBy));
      shown.forEach((one, index) => answers[index]!.add(one));
      return !shown.includes('503');
    };
    await w.nats.stop('SIGKILL');
    await w.nats.wipe();
    await w.nats.start();
    let isOver = false;
    const looking = until(async () => {
      await look();
      return isOver;
    }, 2 * BACK_MS);
    await meanwhile();
    await isBack();
    await until(look, BACK_MS);
    isOver = true;
    await looking;
    const right = [`List ${made}, gold_24k, free`, 'market, mine, free', 'market, gold_24k, held'];
    expect(answers.map((seen) => [...seen].filter((one) => one !== '503'))).toEqual(right.map((one) => [one]));
    shops().forEach((shop, index) => {
      for (const { rate_list, rows, held: on } of shop.pricesSince(before[index]!)) {
        const pushed = `${rate_list?.name ?? 'market'}, ${rows![0]!.id}, ${on ? 'held' : 'free'}`;
        expect(pushed).toBe(right[index]);
      }
    });
    await Promise.all(shops().map((shop) => shop.reopens()));
    expect(holding.pushed).toMatchObject({ state: 'held', gold_24k, held });
    expect((await hold(null)).status).toBe(200);
    await until(() => holding.pushed.held === null && holding.pushed.state === 'live');
    expect((await setList(15_200)).status).toBe(200);
    expect((await saveRows(1, 'next')).status).toBe(200);
    await until(() => listed.pushed.gold_24k.sell === 152_000 && own.pushed.rows![0]!.id === 'next');
  });
});

/** A shop with an open board. */
class Shop {
  static async open(w: Harness, name: string): Promise<Shop> {
    const { userId } = await w.shop(name);
    const shop = new Shop(userId, `${w.product.url}/boards/${userId}/events`);
    await shop.reopens();
    return shop;
  }

  stream!: EventStream;

  private constructor(
    readonly id: string,
    private readonly address: string,
  ) {}

  /** Like a board, whose stream ends with the product, and which asks again when it is refused one. */
  async reopens(): Promise<void> {
    if (this.stream?.isOpen) return;
    this.stream = await until(() => EventStream.open(this.address), BACK_MS);
    await until(() => this.pricesSince(0).length > 0);
  }

  pricesSince(count: number): PriceSnapshot[] {
    return this.stream.since(count, 'prices').map(({ data }) => data as PriceSnapshot);
  }

  /** How the rates stood, each state once, in order. */
  statesSince(count: number): string[] {
    return [...new Set(this.pricesSince(count).map(({ state }) => state))];
  }

  get pushed(): PriceSnapshot {
    return this.pricesSince(0).at(-1)!;
  }

  get figures(): number[] {
    return this.pricesSince(0).map(({ gold_24k }) => gold_24k.sell!);
  }
}
