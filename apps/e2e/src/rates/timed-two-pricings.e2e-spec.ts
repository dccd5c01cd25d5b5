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

/** How long a lease stays taken when its holder was killed. */
const LEASE_MS = 5_000;

const INTERVAL_MS = 500;
/** Long enough to kill the leader within one interval. */
const LONG_INTERVAL_MS = 6_000;

/** An update as the database's profiler records it. */
interface PollerUpdate {
  command: { u: { $set?: { asked_at?: Date } } };
}

describe('two replicas of pricing', () => {
  let feed: MarketFeed;
  let servers: Servers;
  let apps: RunningApp[] = [];

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    await setUpdateInterval(servers.db, INTERVAL_MS);
    await servers.db.db!.command({ profile: 1, filter: { ns: `${servers.db.name}.poller`, op: 'update' } });
    feed.set({ gold: '467500', silver: '6938' });
    const env = productEnv({ ...servers, feed });
    apps = await Promise.all([startApp('pricing', { env }), startApp('pricing', { env })]);
    await until(() => polls().length > 0);
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop('SIGKILL')));
    await Promise.all([servers.remove(), feed.close()]);
  });

  /**
   * When each question was claimed, by the claiming replica's clock. The question is asked once the claim is on disk, so not at
   * an exact time.
   */
  async function claims(): Promise<number[]> {
    const updates = await servers.db
      .collection<PollerUpdate>('system.profile')
      .find({ nModified: 1 })
      .sort({ ts: 1 })
      .toArray();
    return updates.map(({ command }) => command.u.$set?.asked_at).flatMap((time) => (time ? [time.getTime()] : []));
  }

  /** When the market was asked, as the market saw it. */
  const polls = () => feed.requests.metalsDev.times;

  /** The gaps between the claims from this one on. */
  const gapsFrom = async (first: number) =>
    (await claims())
      .slice(first)
      .map((time, index, all) => time - (all[index - 1] ?? time))
      .slice(1);

  it('ask the market ten times in ten intervals', async () => {
    const first = (await claims()).length - 1;
    await until(() => polls().length > first + 10, 15_000);
    const gaps = (await gapsFrom(first)).slice(0, 10);
    expect(gaps).toHaveLength(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
    // A claim may be late by the time that a busy disk takes; half as many questions would take twice as long.
    expect(gaps.reduce((sum, gap) => sum + gap)).toBeLessThan(15 * INTERVAL_MS);
  });

  it('miss at most one poll when the leader is killed, and double none', async () => {
    await setUpdateInterval(servers.db, LONG_INTERVAL_MS);
    const seen = polls().length;
    await until(() => polls().length > seen, 10_000);
    // A question that nobody has finished is asked again at once.
    await until(async () => (await servers.db.collection('poller').findOne())?.failures === 0);
    const leads = (app: RunningApp) => app.logs.some((line) => line.includes('market: held by this replica'));
    const [leader, other] = leads(apps[0]!) ? [apps[0]!, apps[1]!] : [apps[1]!, apps[0]!];
    expect(leads(other)).toBe(false);
    const from = polls().length - 1;
    await leader.stop('SIGKILL');
    await until(() => polls().length > from + 2, 3 * LONG_INTERVAL_MS + LEASE_MS);
    expect(polls()).toHaveLength((await claims()).length);
    const gaps = await gapsFrom(from);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LONG_INTERVAL_MS);
    expect(Math.max(...gaps)).toBeLessThan(LONG_INTERVAL_MS + LEASE_MS + 1_500);
    expect(leads(other)).toBe(true);
  });
});
