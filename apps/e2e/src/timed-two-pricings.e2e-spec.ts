import { setTimeout } from 'node:timers/promises';
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

/** Long enough to kill the leader within. */
const INTERVAL_MS = 6_000;

describe('two replicas of pricing', () => {
  let feed: MarketFeed;
  let servers: Servers;
  let apps: RunningApp[] = [];
  /** When each question was claimed, by the clock of who claimed it; it is asked once this is on disk, so not at an exact time. */
  const claims: number[] = [];
  let isWatching = true;
  let watching: Promise<void>;

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    await setUpdateInterval(servers.db, 1_000);
    watching = watchClaims();
    feed.set({ gold: '467500', silver: '6938' });
    // One question for both metals: what is counted is polls.
    const env = { ...productEnv({ ...servers, feed }), MARKET_SOURCES: 'metals-dev', MARKET_HOURS: 'always' };
    apps = await Promise.all([startApp('pricing', { env }), startApp('pricing', { env })]);
    await until(() => polls().length > 0);
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop('SIGKILL')));
    isWatching = false;
    await watching;
    await Promise.all([servers.remove(), feed.close()]);
  });

  /** Two claims within one look are two questions of one claim to it. */
  async function watchClaims(): Promise<void> {
    while (isWatching) {
      const poller = await servers.db.collection<{ asked_at: Date | null }>('poller').findOne();
      const claimedAt = poller?.asked_at?.getTime();
      if (claimedAt && claimedAt !== claims.at(-1)) claims.push(claimedAt);
      await setTimeout(50);
    }
  }

  /** When the market was asked, as the market saw it. */
  const polls = () => feed.requests.metalsDev.times;

  /** Right after a question, so that none is on its way. */
  async function expectOneQuestionPerClaim(): Promise<void> {
    await until(() => claims.length >= polls().length);
    expect(polls()).toHaveLength(claims.length);
  }

  it('ask the market ten times in ten intervals', async () => {
    const startedAt = claims.at(-1)!;
    // By half an interval more the tenth has come, and the eleventh hasn't.
    await until(() => Date.now() - startedAt > 10_500, 12_000);
    expect(claims.filter((time) => time > startedAt && time <= startedAt + 10_500)).toHaveLength(10);
    await setUpdateInterval(servers.db, INTERVAL_MS);
    await expectOneQuestionPerClaim();
  }, 20_000);

  it('miss at most one poll when the leader is killed, and double none', async () => {
    const seen = polls().length;
    await until(() => polls().length > seen, 10_000);
    const leads = (app: RunningApp) => app.logs.some((line) => line.includes('market: held by this replica'));
    const [leader, other] = leads(apps[0]!) ? [apps[0]!, apps[1]!] : [apps[1]!, apps[0]!];
    expect(leads(other)).toBe(false);
    const from = polls().length - 1;
    await leader.stop('SIGKILL');
    await until(() => polls().length > from + 3, 4 * INTERVAL_MS + LEASE_MS);
    await expectOneQuestionPerClaim();
    const gaps = claims
      .slice(from)
      .map((time, index, all) => time - (all[index - 1] ?? time))
      .slice(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
    expect(Math.max(...gaps)).toBeLessThan(INTERVAL_MS + LEASE_MS + 1_500);
    expect(leads(other)).toBe(true);
  }, 60_000);
});
