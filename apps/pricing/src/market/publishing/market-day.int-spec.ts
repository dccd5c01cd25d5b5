import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { tickQuote, type LandedDay, prices } from '@sarafa/contracts';
import { KOLKATA_OFFSET, kolkataDayNumber, kolkataMidnight, tickStart } from '@sarafa/domain';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../../testing/market-harness.js';

const DAY_MS = 86_400_000;
/** Longer than a test of this file takes. */
const CLEAR_OF_MIDNIGHT_MS = 15_000;

describe('the day that comes with a tick quote', () => {
  const w = marketHarness(RARE_POLL_MS);
  const { quote, start, read, shows } = w;
  const ENV = { MARKET_STALE_AFTER_MS: String(DAY_MS) };
  /** What gold cost an ounce, before a duty of 5 %. */
  const figures = (day: LandedDay | null | undefined) =>
    day && [day.open, day.high, day.low, day.previousClose].map(({ gold }) => gold && Number(gold.rupees) / 105);
  const dayOf = async (minutes: number) => (await read(tickQuote, String(minutes)))?.day;
  const yesterday = async (price: string, seq = 1) => {
    const accepted_at = new Date(kolkataMidnight(Date.now()) - 180_000 + seq * 60_000);
    const metal = (inr: string) => ({ price: inr, at: accepted_at.toISOString(), source: 'spec', dutyIncluded: false });
    await w.servers.db
      .collection('quotes')
      .insertOne({ seq, gold: metal(price), silver: metal('6000'), sample: false, accepted_at });
  };

  beforeEach(async () => {
    const left = kolkataMidnight(Date.now()) + DAY_MS - Date.now();
    if (left < CLEAR_OF_MIDNIGHT_MS) await setTimeout(left);
  });

  it('has the first, highest, lowest and last price of boards that move with every quote', async () => {
    await yesterday('398000');
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => figures(await dayOf(1))?.[0] === 400_000);
    expect(figures(await dayOf(1))).toEqual([400_000, 400_000, 400_000, 398_000]);
    for (const gold of ['405000', '397000', '401000']) {
      quote(gold, '6000');
      await shows(gold, '6000');
    }
    await until(async () => figures(await dayOf(1))?.[2] === 397_000);
    expect(figures(await dayOf(1))).toEqual([400_000, 405_000, 397_000, 398_000]);
    expect((await dayOf(1))!.dayNumber).toBe(kolkataDayNumber(Date.now()));
  });

  it('comes with the last quote, also at the time of one that was accepted while a clock was ahead', async () => {
    const tick = tickStart(60, Date.now());
    const stored = (seq: number, price: string, secondsBefore: number) => {
      const accepted_at = new Date(tick - secondsBefore * 1_000);
      const metal = (inr: string) => ({ price: inr, at: accepted_at.toISOString(), source: 'spec', dutyIncluded: false });
      return { seq, gold: metal(price), silver: metal('6000'), sample: false, accepted_at };
    };
    await w.servers.db.collection('quotes').insertMany([stored(1, '398000', 10), stored(2, '399000', 20)]);
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await read(tickQuote, '60')) !== null);
    expect((await read(tickQuote, '60'))!.gold.price).toBe('399000');
  });

  it('has no previous close without a quote of the days before', async () => {
    await start(ENV);
    await until(async () => (await read(tickQuote, '1')) !== null);
    expect(figures(await dayOf(1))).toEqual([400_000, 400_000, 400_000, undefined]);
  });

  it('forgets a price that an admin has withdrawn', async () => {
    await yesterday('398000');
    await start(ENV);
    await shows('400000', '6000');
    quote('410000', '6000');
    await shows('410000', '6000');
    await until(async () => figures(await dayOf(1))?.[1] === 410_000);
    await w.rpc.call(prices.withdraw, { seq: 3 }, ADMIN);
    await until(async () => figures(await dayOf(1))?.[1] === 400_000);
    expect(figures(await dayOf(1))).toEqual([400_000, 400_000, 400_000, 398_000]);
  });

  it('forgets it at once on boards that go on holding the same quote', async () => {
    await yesterday('398000');
    await yesterday('440000', 2);
    const quotes = w.servers.db.collection('quotes');
    const [at, accepted_at] = [new Date(w.clock).toISOString(), new Date(tickStart(60, Date.now()))];
    const metal = (price: string) => ({ price, at, source: 'gold-api.com', dutyIncluded: false });
    await quotes.insertOne({ seq: 3, gold: metal('400000'), silver: metal('6000'), sample: false, accepted_at });
    await start(ENV);
    await until(async () => figures(await dayOf(60))?.[3] === 440_000);
    await w.rpc.call(prices.withdraw, { seq: 2, metal: 'gold' }, ADMIN);
    expect(figures(await dayOf(60))).toEqual([400_000, 400_000, 400_000, 398_000]);
    expect((await read(tickQuote, '60'))!.seq).toBe(3);
  });

  it('leaves a price out that is marked as withdrawn and not replaced yet', async () => {
    await yesterday('398000');
    // Without sweeps, because one would end the withdrawal, and withdraw what follows on the price. Polls publish the day too.
    await start({ ...ENV, SWEEP_MS: '600000' });
    await shows('400000', '6000');
    quote('410000', '6000');
    await shows('410000', '6000');
    // What a withdrawal does first.
    const quotes = w.servers.db.collection('quotes');
    const { gold } = (await quotes.findOne({ seq: 3 }))!;
    await quotes.updateOne({ seq: 3 }, { $set: { withdrawn: { gold } } });
    quote('401000', '6000');
    await shows('401000', '6000');
    await until(async () => figures(await dayOf(1))?.[1] === 401_000);
    expect(figures(await dayOf(1))).toEqual([400_000, 401_000, 400_000, 398_000]);
  });

  it('is the same after a restart, and has the duty of the time of each quote', async () => {
    await yesterday('398000');
    const app = await start(ENV);
    await shows('400000', '6000');
    await until(async () => figures(await dayOf(1))?.[0] === 400_000);
    const before = await dayOf(1);
    await w.stop(app);
    await start({ ...ENV, IMPORT_DUTY: JSON.stringify([{ from: '2020-01-01', gold: 5, silver: 6 }]) });
    quote('402000', '6000');
    await shows('402000', '6000');
    await until(async () => figures(await dayOf(1))?.[1] === 402_000);
    expect((await dayOf(1))!.open).toEqual(before!.open);
  });

  it('has what a quote costs once a duty begins while it stands', async () => {
    // The duty begins in the second minute of the day, which has to have come.
    await setTimeout(kolkataMidnight(Date.now()) + 60_000 - Date.now());
    const midnight = kolkataMidnight(Date.now());
    const [at, quotes] = [new Date(midnight).toISOString(), w.servers.db.collection('quotes')];
    const metal = (price: string) => ({ price, at, source: 'spec', dutyIncluded: false });
    const first = { gold: metal('401000'), silver: metal('6000'), sample: false, accepted_at: new Date(midnight) };
    await quotes.insertOne({ seq: 1, ...first });
    const second = `${new Date(midnight + KOLKATA_OFFSET).toISOString().slice(0, 10)}T00:01`;
    const duties = [
      { from: '2020-01-01', gold: 5, silver: 6 },
      { from: second, gold: 15.5, silver: 6 },
    ];
    await start({ ...ENV, IMPORT_DUTY: JSON.stringify(duties) });
    await until(async () => figures(await dayOf(1))?.[2] === 401_000);
    // 401000 x 1.05 and x 1.155; the market is at 400000 x 1.155.
    expect(figures(await dayOf(1))!.slice(0, 3)).toEqual([401_000, 441_100, 401_000]);
  });
});
