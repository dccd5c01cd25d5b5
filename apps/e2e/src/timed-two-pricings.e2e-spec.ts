import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MarketFeed,
  natsAndMongo,
  productEnv,
  type RunningApp,
  type Servers,
  setUpdateInterval,
  startApp,
  until,
} from '@sarafa/testing';

/** What a lease takes to come free when its holder was killed. */
const LEASE_MS = 5_000;

describe('two replicas of pricing', () => {
  let feed: MarketFeed;
  let servers: Servers;
  let apps: RunningApp[] = [];

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    await setUpdateInterval(servers.db, 1_000);
    feed.set({ gold: '467500', silver: '6938' });
    // One question for both metals: what is counted is polls.
    const env = { ...productEnv({ ...servers, feed }), MARKET_SOURCES: 'metals-dev', MARKET_HOURS: 'always' };
    apps = await Promise.all([startApp('pricing', { env }), startApp('pricing', { env })]);
    await until(() => polls().length > 0);
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop('SIGKILL')));
    await Promise.all([servers.remove(), feed.close()]);
  });

  /** When the market was asked, as the market saw it. */
  const polls = () => feed.requests.metalsDev.times;

  it('ask the market ten times in ten intervals', async () => {
    const before = polls().length;
    const startedAt = polls().at(-1)!;
    // By half an interval more the tenth has come, and the eleventh hasn't.
    await until(() => Date.now() - startedAt > 10_500, 12_000);
    const asked = polls()
      .slice(before)
      .filter((time) => time - startedAt <= 10_500);
    expect(asked).toHaveLength(10);
  }, 20_000);

  it('miss at most one poll when the leader is killed, and double none', async () => {
    const interval = 6_000;
    await setUpdateInterval(servers.db, interval);
    const seen = polls().length;
    await until(() => polls().length > seen, 10_000);
    const leads = (app: RunningApp) => app.logs.some((line) => line.includes('market: held by this replica'));
    const [leader, other] = leads(apps[0]!) ? [apps[0]!, apps[1]!] : [apps[1]!, apps[0]!];
    expect(leads(other)).toBe(false);
    const from = polls().length - 1;
    await leader.stop('SIGKILL');
    await until(() => polls().length > from + 3, 4 * interval + LEASE_MS);
    const gaps = polls()
      .slice(from)
      .map((time, index, all) => time - (all[index - 1] ?? time))
      .slice(1);
    // A question is asked once its claim is on disk, which may take the first of two a second longer.
    expect(Math.min(...gaps)).toBeGreaterThan(interval - 1_000);
    expect(Math.max(...gaps)).toBeLessThan(interval + LEASE_MS + 1_500);
    expect(leads(other)).toBe(true);
  }, 60_000);
});
