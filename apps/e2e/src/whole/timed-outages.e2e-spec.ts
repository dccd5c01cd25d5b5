import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addShops, EventStream, setUpdateInterval, until } from '@sarafa/testing';
import { partsHarness } from '../shared/parts.js';

const BACK_WITHIN_MS = 10_000;

/** Each part runs in a process of its own, and one board is open all the time. */
describe('an open board', () => {
  const w = partsHarness();
  let id: string;
  let stream: EventStream;
  let gold = 467_500;

  beforeAll(async () => {
    await setUpdateInterval(w.db, 500);
    move();
    const market = { MARKET_SOURCES: 'metals-dev', MARKET_HOURS: 'always', MARKET_STALE_AFTER_MS: '2000' };
    await w.startParts({ ...market, SWEEP_MS: '300' });
    [id] = (await addShops(w.db, [{}])) as [string];
    await until(async () => (await prices()).state === 'live');
    stream = await EventStream.open(`${w.parts.gateway.url}/boards/${id}/events`);
  });

  afterAll(() => stream.close());

  /** A market that moves all the time, so that its last price shows only if every part on the way works. */
  const move = () => w.feed.set({ gold: String((gold += 10)), silver: '6938' });
  const prices = async () => {
    const response = await fetch(`${w.parts.gateway.url}/prices/user/${id}`);
    return { status: response.status, ...((await response.json()) as { state?: string; gold_24k?: { sell: number } }) };
  };
  /** Live again, with a price that is newer than the outage. */
  const liveAgain = async () => {
    const from = performance.now();
    move();
    const sell = (await prices()).gold_24k!.sell;
    await until(async () => {
      const now = await prices();
      return now.state === 'live' && now.gold_24k!.sell !== sell;
    }, BACK_WITHIN_MS);
    const pushed = stream.events.length;
    await until(() =>
      stream.since(Math.max(0, pushed - 5), 'prices').some(({ data }) => (data as { state: string }).state === 'live'),
    );
    return performance.now() - from;
  };

  it.each([
    ['NATS', () => w.nats.stop('SIGKILL'), () => w.nats.start()],
    ['MongoDB', () => w.mongo.stop('SIGKILL'), () => w.mongo.start()],
    ['pricing', () => w.parts.pricing.stop('SIGKILL'), () => w.parts.pricing.start()],
  ] as const)('keeps its rates without %s, says their age, and is live within 10 s of its return', async (_, stop, start) => {
    // An answer of the market that takes a second too long makes the rates delayed for a moment.
    const before = await until(async () => {
      const now = await prices();
      return now.state === 'live' ? now : undefined;
    });
    await stop();
    await until(async () => {
      const now = await prices();
      // Never blank, and never another price, at any moment.
      expect(now.status).toBe(200);
      return now.state === 'stale';
    });
    expect((await prices()).gold_24k).toEqual(before.gold_24k);
    expect(stream.isOpen).toBe(true);
    await start();
    expect(await liveAgain()).toBeLessThan(BACK_WITHIN_MS);
    expect(stream.isOpen).toBe(true);
  });
});
