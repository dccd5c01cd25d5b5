import { describe, expect, it } from '@jest/globals';
import { type HistorySpan, limits, prices, rateHistory, rateLists } from '@sarafa/contracts';
import { KOLKATA_OFFSET, kolkataMidnight } from '@sarafa/domain';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../testing/market-harness.js';
import { kolkataHour, startOfHour, stepsFrom } from './quote-hours.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SHOP = { role: 'user', id: 'b'.repeat(24) } as const;

describe('the rates of the past', () => {
  const w = marketHarness(RARE_POLL_MS);
  const { start, shows } = w;
  const ENV = { MARKET_STALE_AFTER_MS: String(DAY_MS) };
  const quotes = () => w.servers.db.collection('quotes');
  const hours = () => w.servers.db.collection<{ _id: number; gold?: { price: string } }>('quote_hours');
  const stored = (seq: number, accepted_at: Date, price: string) => {
    const metal = (inr: string) => ({ price: inr, at: accepted_at.toISOString(), source: 'spec', dutyIncluded: false });
    return { seq, gold: metal(price), silver: metal('6000'), sample: false, accepted_at };
  };
  /** With what an ounce of gold cost before a duty of 5 %. */
  const points = async (span: HistorySpan, rate_list_id: string | null = null) => {
    const found = await w.rpc.call(rateHistory.landed, { span, rate_list_id }, SHOP);
    return found.map(({ at, landed }) => [at, Number(landed.gold!.rupees) / 105] as const);
  };
  const figures = async (span: HistorySpan) => (await points(span)).map(([, price]) => price);

  it('are those of the last quote of each step, for a day, a week, a month and a year', async () => {
    const now = Date.now();
    const midnight = kolkataMidnight(now);
    const times = [
      midnight - 364 * DAY_MS + HOUR_MS,
      midnight - 364 * DAY_MS + 2 * HOUR_MS,
      midnight - 20 * DAY_MS + HOUR_MS,
      midnight - 2 * DAY_MS + HOUR_MS,
      midnight - 2 * DAY_MS + HOUR_MS + MINUTE_MS,
      midnight - 2 * DAY_MS + 5 * HOUR_MS,
    ];
    await quotes().insertMany(times.map((time, index) => stored(index + 1, new Date(time), String(399_001 + index))));
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments()) === 6);
    expect(await figures('day')).toEqual([400_000]);
    expect(await figures('week')).toEqual([399_005, 399_006, 400_000]);
    expect(await figures('month')).toEqual([399_003, 399_005, 399_006, 400_000]);
    expect(await figures('year')).toEqual([399_002, 399_003, 399_006, 400_000]);
    expect((await points('year'))[0]![0]).toBe(new Date(times[1]!).toISOString());
  });

  it('have a quote at once, before its hour has been rolled up', async () => {
    await start({ ...ENV, SWEEP_MS: '600000' });
    await shows('400000', '6000');
    for (const span of ['day', 'week', 'month', 'year'] as const) expect(await figures(span)).toEqual([400_000]);
  });

  it('lose a price that was withdrawn, and are made again from the quotes whatever is lost of them', async () => {
    const day = kolkataMidnight(Date.now()) - DAY_MS;
    await quotes().insertMany([1, 2, 3].map((hour) => stored(hour, new Date(day + hour * HOUR_MS), String(399_000 + hour))));
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments()) === 4);
    // The round over all hours comes to this one again.
    await hours().updateOne({ _id: kolkataHour(day + HOUR_MS) }, { $set: { 'gold.price': '1' } });
    await hours().deleteOne({ _id: kolkataHour(day + 2 * HOUR_MS) });
    await until(async () => String(await figures('week')) === '399001,399002,399003,400000');
    await w.rpc.call(prices.withdraw, { seq: 2, metal: 'gold' }, ADMIN);
    await until(async () => new Set(await figures('week')).size === 1);
    expect(new Set(await figures('week'))).toEqual(new Set([399_001]));
  });

  it('lose it also where the quote in its place was there for a while before it was replaced', async () => {
    const [first, wrong] = [300, 100].map((days) => new Date(Date.now() - days * DAY_MS)) as [Date, Date];
    // So far apart that the round over all hours takes a minute.
    await quotes().insertMany([stored(1, first, '399001'), stored(2, wrong, '399002')]);
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments()) === 3);
    await w.asked(3);
    const { gold } = stored(1, first, '399001');
    await quotes().updateOne({ seq: 2 }, { $set: { gold, replaced_by: 3 } });
    await until(async () => String(await figures('year')) === '399001,399001,400000');
  });

  it('step where a duty begins, with the quote that stood then, and on the chart of the portal too', async () => {
    const now = Date.now();
    const midnight = kolkataMidnight(now);
    // What a week-end leaves: no quote since the duty has changed.
    const before = [
      stored(1, new Date(midnight - 6 * HOUR_MS), '399000'),
      stored(2, new Date(midnight - 5 * HOUR_MS), '399105'),
    ];
    await quotes().insertMany(before);
    w.feed.fault = '500';
    const kolkataText = (time: number) => new Date(time + KOLKATA_OFFSET).toISOString().slice(0, 16);
    const duties = [
      { from: '1970-01-01', gold: 5, silver: 6 },
      { from: kolkataText(midnight), gold: 15, silver: 15 },
      { from: kolkataText(now + 10 * MINUTE_MS), gold: 20, silver: 20 },
    ];
    await start({ ...ENV, IMPORT_DUTY: JSON.stringify(duties) });
    await until(async () => (await hours().countDocuments()) === 2);
    const [from, to] = [new Date(midnight).toISOString(), new Date(midnight + DAY_MS).toISOString()];
    const step = [from, (399_105 * 115) / 105];
    expect(await points('day')).toEqual([step]);
    expect((await points('week')).slice(-2)).toEqual([[before[1]!.accepted_at.toISOString(), 399_105], step]);
    expect((await points('year')).at(-1)).toEqual(step);
    const portal = await w.rpc.call(prices.history, { metal: 'gold', from, to, step: 3_600 }, ADMIN);
    expect(portal).toEqual([{ at: from, price: '399105', rate: 147_563 }]);
  });

  it('end now, also after a clock that was ahead for a while', async () => {
    const ahead = new Date(Date.now() + 365 * DAY_MS);
    const quote = { ...stored(1, new Date(Date.now() - HOUR_MS), '399001'), accepted_at: ahead };
    const { gold } = quote;
    await quotes().insertOne(quote);
    await hours().insertOne({ _id: kolkataHour(ahead.getTime()), seq: 1, accepted_at: ahead, gold, silver: gold } as never);
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments({ 'gold.price': '400000' })) === 1);
    for (const span of ['day', 'week', 'month', 'year'] as const) expect(await figures(span)).toEqual([400_000]);
  });

  it('leave samples out', async () => {
    const metal = { price: '1', at: new Date().toISOString(), source: 'spec', dutyIncluded: false };
    const accepted_at = new Date(Date.now() - DAY_MS);
    await quotes().insertOne({ seq: 1, gold: metal, silver: metal, sample: true, accepted_at });
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments()) === 1);
    expect(await figures('week')).toEqual([400_000]);
    const [from, to] = [-HOUR_MS, HOUR_MS].map((ms) => new Date(accepted_at.getTime() + ms).toISOString());
    const beside = { metal: 'gold' as const, from: from!, to: to!, step: 3_600 };
    expect(await w.rpc.call(prices.history, beside, ADMIN)).toEqual([]);
  });

  it('of a list are its settings, from the one in force when the span began', async () => {
    await start(ENV);
    await shows('400000', '6000');
    const rates = (per_gram: number) => ({ fineness: 1_000, per_gram });
    const list = { name: 'List', gold: rates(14_000), silver: rates(160), valid_hours: 24 };
    const { id } = await w.rpc.call(rateLists.create, list, ADMIN);
    const setAt = (days: number) => new Date(Date.now() - days * DAY_MS);
    const settings = [0.0001, 3, 10, 100, 300].map((days, index) => {
      return { gold: rates(14_000 - index), silver: rates(160), set_at: setAt(days) };
    });
    await w.servers.db.collection('rate_lists').updateOne({ name: 'List' }, { $set: { history: settings } });
    const perGram = async (span: HistorySpan) => (await points(span, id)).map(([, price]) => Math.round(price * 105) / 1_000);
    expect(await perGram('day')).toEqual([13_999, 14_000]);
    expect(await perGram('week')).toEqual([13_998, 13_999, 14_000]);
    expect(await perGram('month')).toEqual([13_997, 13_998, 13_999, 14_000]);
    expect(await perGram('year')).toEqual([13_996, 13_997, 13_998, 13_999, 14_000]);
    const [[begin]] = (await points('week', id)) as [[string, number]];
    expect(Math.abs(Date.parse(begin) - (Date.now() - 7 * DAY_MS))).toBeLessThan(MINUTE_MS);
  });

  it('of a list that is set all the time are the last setting of each step', async () => {
    await start(ENV);
    const list = { name: 'Busy', gold: { fineness: 1_000, per_gram: 14_000 }, valid_hours: 24 };
    const { id } = await w.rpc.call(rateLists.create, { ...list, silver: { fineness: 1_000, per_gram: 160 } }, ADMIN);
    const now = Date.now();
    const prices = Array.from({ length: limits.rateList.prices }, (_, index) => {
      return { metal: 'gold', fineness: 500 + index, sell: 7_000.5 + index, buy: 6_900.5 + index };
    });
    const settings = Array.from({ length: limits.rateList.history }, (_, minute) => {
      const gold = { fineness: 1_000, per_gram: 16_000 - minute };
      return { gold, prices, set_at: new Date(now - minute * MINUTE_MS) };
    });
    await w.servers.db.collection('rate_lists').updateOne({ name: 'Busy' }, { $set: { history: settings } });
    const perGram = async (span: HistorySpan) => (await points(span, id)).map(([, price]) => Math.round(price * 105) / 1_000);
    const hourly = settings.filter(({ set_at }, minute) => {
      return minute === 0 || kolkataHour(set_at.getTime()) !== kolkataHour(settings[minute - 1]!.set_at.getTime());
    });
    expect(await perGram('week')).toEqual(hourly.map(({ gold }) => gold.per_gram).reverse());
    expect((await perGram('year')).at(-1)).toBe(16_000);
    // One that wasn't set since the span began.
    const before = { $set: { history: [{ ...settings[0], set_at: new Date(now - 3 * DAY_MS) }] } };
    await w.servers.db.collection('rate_lists').updateOne({ name: 'Busy' }, before);
    expect(await perGram('day')).toEqual([16_000]);
  });

  it('are read by an index, an hour a document', async () => {
    await start(ENV);
    await shows('400000', '6000');
    await until(async () => (await hours().countDocuments()) === 1);
    const last = kolkataHour(Date.now());
    const all = Array.from({ length: limits.historyDays * 24 - 1 }, (_, index) => {
      const hour = last - index - 1;
      return { ...stored(1, new Date(startOfHour(hour)), '400000'), _id: hour };
    });
    await hours().insertMany(all);
    const first = last - 365 * 24 + 1;
    const plan = await hours()
      .aggregate(stepsFrom(first, last, 24) as object[])
      .explain('executionStats');
    const text = JSON.stringify(plan);
    const [examined] = /"totalDocsExamined":(\d+)/.exec(text)!.slice(1).map(Number);
    expect(text).not.toContain('COLLSCAN');
    expect(examined).toBe(365 * 24);
    // A year of hours begins within a day, except in the last hour of a day.
    const days = Math.floor(last / 24) - Math.floor(first / 24) + 1;
    expect(await points('year')).toHaveLength(days);
  });

  it('begin and end their hours with those of Asia/Kolkata', () => {
    const midnight = kolkataMidnight(Date.now());
    expect([kolkataHour(midnight) % 24, kolkataHour(midnight - 1) % 24]).toEqual([0, 23]);
    expect(startOfHour(kolkataHour(midnight))).toBe(midnight);
    expect((midnight + KOLKATA_OFFSET) % HOUR_MS).toBe(0);
  });
});
