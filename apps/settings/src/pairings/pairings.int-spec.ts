import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Actor, type AppError, auth, limits, screens } from '@sarafa/contracts';
import { newAppContext, type Running } from '@sarafa/server';
import { type RunningApp, startApp, until } from '@sarafa/testing';
import { settingsApp } from '../settings.app.js';
import { secretHash } from '../secret-hash.js';
import { ADMIN, SettingsHarness } from '../testing/settings-harness.js';

const PUBLIC: Actor = { role: 'public' };
const OVER = 'NOT_FOUND';
const MINUTE_MS = 60_000;

describe('a TV whose code was claimed', () => {
  let w: SettingsHarness;
  let authPart: RunningApp;
  let otherReplica: Running;
  let shop: string;
  let secret: string;
  /** The id of the screen that it was claimed for. */
  let screen: string;

  beforeAll(async () => {
    w = await SettingsHarness.start();
    authPart = await startApp('auth', { env: w.servers.env });
    otherReplica = await settingsApp.start(settingsApp.config.parse(w.servers.env), newAppContext());
  });
  afterAll(async () => {
    await otherReplica.close();
    await authPart.stop('SIGKILL');
    await w.end();
  });

  beforeEach(async () => {
    shop = await w.shop();
    const opened = await w.rpc.call(screens.openPairing, {}, PUBLIC);
    secret = opened.secret;
    const claim = { code: opened.code, name: 'Front window', userId: shop, address: '203.0.113.9' };
    screen = (await w.rpc.call(screens.claim, claim, ADMIN)).id;
  });

  /** The screen that the TV is answered, and by its token the one that it may speak for; or why it is answered none. */
  const redeem = async (again = true) => {
    const answer = await w.rpc.call(screens.redeemPairing, { secret, again }, PUBLIC).catch(({ code }: AppError) => code);
    if (typeof answer === 'string' || !answer.claimed) return answer;
    const { token, screen: told } = answer.claimed;
    return { screen: told.id, speaksFor: await subjectOf(token) };
  };
  /** A token that isn't good is refused, in place of being renewed. */
  const subjectOf = async (token: string) => {
    const renewed = await w.rpc.call(auth.renewScreen, { authorization: `Bearer ${token}` }, PUBLIC);
    return (JSON.parse(Buffer.from(renewed.token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;
  };
  const paired = () => ({ screen, speaksFor: screen });
  const stored = () => w.db.collection('pairings').findOne({ _id: secretHash(secret) as never });
  const store = (fields: object) =>
    w.db.collection('pairings').updateOne({ _id: secretHash(secret) as never }, { $set: fields });
  const ago = (ms: number) => new Date(Date.now() - ms);

  it('is answered once, and the same screen when its answer was lost, with a token that is good, for a minute', async () => {
    const once = await Promise.all(Array.from({ length: 5 }, () => redeem(false)));
    expect(once.filter((answer) => answer !== OVER)).toEqual([paired()]);
    expect([await redeem(false), await redeem()]).toEqual([OVER, paired()]);
    const { redeemed_at } = (await stored())!;
    expect(await redeem()).toEqual(paired());
    // Asking again is no way to be answered for longer.
    expect((await stored())!.redeemed_at).toEqual(redeemed_at);
    await store({ redeemed_at: ago(MINUTE_MS - 10_000) });
    expect(await redeem()).toEqual(paired());
    await store({ redeemed_at: ago(MINUTE_MS) });
    expect(await redeem()).toBe(OVER);
    expect((await w.screensOf(shop)).map(({ id }) => id)).toEqual([screen]);
  });

  it('gets a screen whose id is of the time that all parts agree on, by which the leader finds it', async () => {
    const { code } = await w.rpc.call(screens.openPairing, {}, PUBLIC);
    const ofMachine = Date.now.bind(Date);
    const behind = jest.spyOn(Date, 'now').mockImplementation(() => ofMachine() - 24 * 60 * MINUTE_MS);
    const claim = { code, name: 'Back', userId: shop, address: '203.0.113.9' };
    const { id } = await w.rpc.call(screens.claim, claim, ADMIN).finally(() => behind.mockRestore());
    expect(Math.abs(parseInt(id.slice(0, 8), 16) * 1_000 - Date.now())).toBeLessThan(MINUTE_MS);
  });

  it('has neither code nor screen once its time is over, also while the database hasn’t removed it', async () => {
    const { code } = await w.rpc.call(screens.openPairing, {}, PUBLIC);
    await w.db.collection('pairings').updateMany({}, { $set: { expires_at: ago(1) } });
    const claim = { code, name: 'Late', userId: shop, address: '203.0.113.9' };
    await expect(w.rpc.call(screens.claim, claim, ADMIN)).rejects.toMatchObject({ code: OVER });
    expect(await redeem()).toBe(OVER);
  });

  it('is answered one screen when it asks several replicas at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem()));
    expect(answers).toEqual(answers.map(paired));
    expect((await w.screensOf(shop)).map(({ id }) => id)).toEqual([screen]);
  });

  it('is answered again also where its code would have ended meanwhile', async () => {
    await store({ expires_at: new Date(Date.now() + 10_000) });
    const before = Date.now();
    await redeem();
    expect(((await stored())!.expires_at as Date).getTime()).toBeGreaterThanOrEqual(before + MINUTE_MS);
  });

  it('keeps the time of its code where that ends later, in which its shop may repeat the claim', async () => {
    const { expires_at } = (await stored())!;
    await redeem();
    expect((await stored())!.expires_at).toEqual(expires_at);
  });

  it('is answered no more once its screen beats, because it has a token then', async () => {
    expect([await redeem(), await redeem()]).toEqual([paired(), paired()]);
    w.beat(screen, shop);
    await until(async () => (await redeem()) === OVER);
  });

  it('is at its code at once when its shop has removed the screen', async () => {
    expect([await redeem(), await redeem()]).toEqual([paired(), paired()]);
    await w.rpc.call(screens.delete, { id: screen }, ADMIN);
    expect([await redeem(), await redeem()]).toEqual([OVER, OVER]);
    expect(await w.screensOf(shop)).toEqual([]);
  });

  it('gives way to others only where as many wait as may, the oldest one of the network with most first', async () => {
    const pairings = w.db.collection('pairings');
    await pairings.deleteMany({});
    const end = Date.now() + 10 * MINUTE_MS;
    const claim = { userId: shop };
    // What is over, or answered, is none of those that wait; what is claimed is one, and doesn't give way.
    const kinds = [
      [3, { expires_at: ago(1) }],
      [3, { claim, redeemed_at: ago(1) }],
      [6_000, { claim, network: 'claimed' }],
      // The oldest of all.
      [1, { expires_at: new Date(end), network: 'few' }],
      [limits.screens.openPairings - 6_002, { claim: null, network: 'most' }],
    ] as const;
    const stored = kinds.flatMap(([count, kind]) => Array.from({ length: count }, () => kind));
    const made = stored.map((kind, place) => ({
      _id: `${place}` as never,
      code: `${place}`,
      expires_at: new Date(end + place),
      ...kind,
    }));
    await pairings.insertMany(made);
    const oldest = made.find((one) => 'network' in one && one.network === 'most')!._id;
    const open = () => w.rpc.call(screens.openPairing, { network: 'new' }, PUBLIC);
    const there = () => pairings.countDocuments({ expires_at: { $gt: new Date() } });
    const left = () => Promise.all([there(), pairings.countDocuments({ _id: oldest })]);
    await open();
    expect(await left()).toEqual([made.length - 2, 1]);
    await open();
    expect(await left()).toEqual([made.length - 2, 0]);
    await pairings.updateMany({}, { $set: { claim } });
    await expect(open()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await there()).toBe(made.length - 2);
    await pairings.deleteMany({});
  });
});
