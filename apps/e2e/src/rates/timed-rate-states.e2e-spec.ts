import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { marketStatus, type PriceSnapshot } from '@sarafa/contracts';
import { addShops, EventStream, until } from '@sarafa/testing';
import { connect } from '@nats-io/transport-node';
import { Kvm } from '@nats-io/kv';
import { harness, type Harness, QUICK } from '../shared/harness.js';

/** No answer, and one that is refused. Which answers are refused is pricing's own, and a board sees no difference. */
const FAULTS = ['timeout', 'unit-flip'] as const;

/** The board shows the last true rate with its age, and is live again once the feed is. */
describe('a board whose market source has', () => {
  let w: Harness;
  let id: string;
  let gold = 467_500;

  beforeAll(async () => {
    w = await harness({ env: { MARKET_STALE_AFTER_MS: '4000', MARKET_TIMEOUT_MS: '1000' }, pace: QUICK });
    [id] = (await addShops(w.db, [{}])) as [string];
    await until(async () => (await w.get(`/prices/user/${id}`)).ok);
  });

  afterAll(() => w.end());

  const status = async () => {
    const bus = await connect({ servers: new URL(w.nats.url).host });
    const found = await (await new Kvm(bus).open('market')).get(marketStatus.key(''));
    await bus.close();
    return marketStatus.value.parse((found!.json() as { value: unknown }).value);
  };

  it.each(FAULTS)('%s', async (fault) => {
    w.feed.fault = 'none';
    const stream = await EventStream.open(`${w.product.url}/boards/${id}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    const isNow = async (state: string) => (await w.json(`/prices/user/${id}`))['state'] === state;
    const before24k = (await until(pushed)).gold_24k.sell;
    gold += 100;
    w.feed.set({ gold: String(gold), silver: '6938' });
    // A slow machine could still be telling the rate before this one when the source fails.
    await until(() => pushed()!.state === 'live' && pushed()!.gold_24k.sell !== before24k);
    w.feed.fault = fault;
    const from = stream.events.length;
    const last = await until(async () => ((await isNow('stale')) ? await w.json(`/prices/user/${id}`) : undefined));
    const before = stream.since(from, 'prices').map(({ data }) => data as { state: string; gold_24k: object; stale: boolean });
    // Everything that was pushed meanwhile was the last true rate, and was live no longer than allowed.
    expect(new Set(before.map((prices) => JSON.stringify(prices.gold_24k)))).toEqual(
      new Set([JSON.stringify(last['gold_24k'])]),
    );
    expect(before.at(-1)).toMatchObject({ state: 'stale', stale: true });
    await until(async () => (await status()).lastError?.startsWith('Metals.dev'));
    w.feed.fault = 'none';
    await until(() => isNow('live'));
    await until(async () => (await status()).lastError === null);
    stream.close();
  });
});
