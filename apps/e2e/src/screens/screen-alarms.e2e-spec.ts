import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type PushKey, type SavedPushSubscription, type ScreenAlarm, type Screen, SignedIn, texts } from '@sarafa/contracts';
import { caller, changeShop, makeShop, type SignedInCaller, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { AlarmReceiver, Phone, type Received } from '../shared/alarm-receiver.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

const SECRET = 'a secret of the provider';
/** A frozen screen says that it is for so long. Its alarm is due after half of it, which no screen waits that is still being paired. */
const STILL_MS = 60_000;
/** The shops with a screen that the specs below need. */
const SHOPS = 22;

interface ShopWithScreen {
  readonly own: SignedInCaller;
  readonly tv: TvSet;
}

describe('alarms of screens', () => {
  let w: Harness;
  let pushes: AlarmReceiver;
  let webhook: AlarmReceiver;
  let own: SignedInCaller;
  let tv: TvSet;
  /** The shops that no spec has used. Made together, because the states of new screens are looked for only every few seconds. */
  let unused: ShopWithScreen[];

  beforeAll(async () => {
    [pushes, webhook] = await Promise.all([AlarmReceiver.start(), AlarmReceiver.start()]);
    w = await harness({
      env: {
        ALARM_AFTER_MS: String(STILL_MS / 2),
        ALERT_WEBHOOK_URL: `${webhook.url}/alarms`,
        ALERT_WEBHOOK_SECRET: SECRET,
        PUSH_SERVICES: pushes.url,
        VAPID_SUBJECT: 'mailto:operator@sarafa.example',
      },
      pace: QUICK,
    });
    const admin = await w.admin();
    const shops: SignedInCaller[] = [];
    for (let n = 0; n < SHOPS; n++) shops.push(await makeShop(w.product.url, admin, `shop-${n}`));
    unused = await Promise.all(
      shops.map(async (shop) => {
        const screen = await TvSet.pair(w.product.url, shop, 'Front window');
        await screen.beat();
        return { own: shop, tv: screen };
      }),
    );
    const states = w.db.collection('screen_states');
    await until(async () => (await states.countDocuments({ state: 'playing' })) === SHOPS);
  });

  afterAll(async () => {
    await w.end();
    for (const receiver of [pushes, webhook]) receiver.close();
  });

  beforeEach(async () => {
    // None of them may be taken for one that is switched off.
    await Promise.all(unused.map((one) => one.tv.beat()));
    ({ own, tv } = unused.pop()!);
    webhook.received.length = 0;
  });

  const alarmsOf = async (shop: SignedInCaller) => (await shop.call('get', '/screens/alarms')).body as ScreenAlarm[];
  const alarms = () => alarmsOf(own);
  const subscribe = (phone: Phone) => own.call('post', '/screens/push-subscriptions', phone.subscription);
  const freeze = (screen = tv) => screen.beat({ still_ms: STILL_MS });
  /**
   * When the alarm of every screen that is dark now would have begun. The screens are gone through in turns: another one's alarm says that
   * a turn has begun which finds them dark, and a second one's, that this turn has ended.
   */
  const judged = async () => {
    for (const { tv: other } of [unused.pop()!, unused.pop()!]) {
      await freeze(other);
      await until(() => toldOf(other).length === 1);
    }
  };
  const bodyOf = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;
  const toldOf = ({ screen: { id } }: TvSet) => webhook.received.filter((one) => bodyOf(one).screen === id);
  const ofThis = () => toldOf(tv);

  it('come to the shop’s phones, encrypted for each, and to the provider, signed; and once more when it plays again', async () => {
    const phones = [new Phone(pushes), new Phone(pushes)];
    for (const phone of phones) expect((await subscribe(phone)).status).toBe(201);
    await freeze();
    await until(() => phones.every(({ messages }) => messages.length === 1) && ofThis().length === 1);
    for (const { messages } of phones) {
      expect(messages).toEqual([{ screen: tv.screen.id, name: 'Front window', state: 'frozen', since: expect.any(String) }]);
    }
    const [told] = ofThis() as [Received];
    expect(told.headers['x-sarafa-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(told.body).digest('hex')}`);
    expect(bodyOf(told)).toMatchObject({ event: 'screen.dark', screen: tv.screen.id, userId: own.userId, state: 'frozen' });
    await until(async () => (await alarms())[0]?.phones === 2);
    expect(await alarms()).toMatchObject([{ screen: tv.screen.id, name: 'Front window', webhook: 'sent', ended_at: null }]);

    await tv.beat();
    await until(() => phones.every(({ messages }) => messages.length === 2) && ofThis().length === 2);
    expect(phones[0]!.messages[1]).toMatchObject({ state: 'playing' });
    expect(bodyOf(ofThis()[1]!)).toMatchObject({ event: 'screen.playing', state: 'playing' });
    expect((await alarms())[0]!.ended_at).not.toBeNull();
    // Not twice within an hour.
    await freeze();
    await judged();
    expect([ofThis().length, (await alarms()).length]).toEqual([2, 1]);
  });

  it('are signed for the push service with the product’s own key', async () => {
    const phone = new Phone(pushes);
    await subscribe(phone);
    const { key } = (await own.call('get', '/screens/push-key')).body as PushKey;
    await freeze();
    await until(() => phone.messages.length === 1);
    const { headers } = pushes.at(phone.path)[0]!;
    const [, token, told] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization!)!;
    expect(told).toBe(key);
    const [head, claims, signature] = token!.split('.') as [string, string, string];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: pushes.url,
      sub: 'mailto:operator@sarafa.example',
    });
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('come to phones also while the webhook answers nobody', async () => {
    const { own: other, tv: late } = unused.pop()!;
    const phone = new Phone(pushes);
    await other.call('post', '/screens/push-subscriptions', phone.subscription);
    webhook.delays.set('/alarms', 5_000);
    await freeze();
    await until(() => ofThis().length === 1);
    await freeze(late);
    await until(() => phone.messages.length === 1);
    expect((await alarms())[0]!.webhook).toBe('waiting');
    webhook.delays.clear();
    const areTold = async () => [await alarms(), await alarmsOf(other)].every(([alarm]) => alarm!.webhook === 'sent');
    await until(areTold);
  });

  it('are tried again where the receiver is broken, with the same id, and end with how the screen is', async () => {
    const { own: other, tv: late } = unused.pop()!;
    const phone = new Phone(pushes);
    await other.call('post', '/screens/push-subscriptions', phone.subscription);
    webhook.answers.push(500, 500);
    pushes.answers.push(503);
    await Promise.all([freeze(), freeze(late)]);
    await until(() => ofThis().length === 1 && toldOf(late).length === 1 && pushes.at(phone.path).length === 1);
    await until(async () => (await alarms())[0]!.webhook === 'waiting');
    await late.beat();
    await until(() => ofThis().length === 2 && toldOf(late).length === 3);
    const [first, second] = ofThis() as [Received, Received];
    expect(second.headers['x-sarafa-delivery']).toBe(first.headers['x-sarafa-delivery']);
    expect(second.body).toEqual(first.body);
    expect(toldOf(late).map((one) => bodyOf(one).event)).toEqual(['screen.dark', 'screen.dark', 'screen.playing']);
    // The phone was told neither, because the screen plays.
    expect(pushes.at(phone.path)).toHaveLength(1);
    await until(async () => (await alarms())[0]?.webhook === 'sent');
  });

  it('don’t come to a phone that has left, nor to one that was switched off', async () => {
    const [left, off] = [new Phone(pushes), new Phone(pushes)];
    await subscribe(left);
    const { id } = (await subscribe(off)).body as SavedPushSubscription;
    expect((await own.call('delete', `/screens/push-subscriptions/${id}`)).status).toBe(200);
    pushes.answers.push(410);
    await freeze();
    await until(() => left.messages.length === 1);
    await until(async () => (await w.db.collection('push_subscriptions').countDocuments({ userId: own.userId })) === 0);
    expect(off.messages).toEqual([]);
  });

  it('don’t come to a phone that a new password or a sign-out everywhere has signed out', async () => {
    const [lost, kept] = [new Phone(pushes), new Phone(pushes)];
    const known = () => w.db.collection('push_subscriptions').countDocuments({ userId: own.userId });
    for (const phone of [lost, kept]) expect((await subscribe(phone)).status).toBe(201);
    const passwords = { current_password: 'password of a shop', password: 'another password' };
    const { token } = SignedIn.parse((await own.call('put', '/auth/password', passwords)).body);
    const again = caller(w.product.url, token);
    // As the dashboard does when its token is a new one.
    expect((await again.call('post', '/screens/push-subscriptions', kept.subscription)).status).toBe(201);
    await freeze();
    await until(() => kept.messages.length === 1);
    await until(async () => (await known()) === 1);
    expect(lost.messages).toEqual([]);

    expect((await again.call('post', '/auth/logout-all')).status).toBe(200);
    await tv.beat();
    await until(async () => (await known()) === 0);
    expect(kept.messages).toHaveLength(1);
  });

  it('are silent in off-hours, while they are snoozed, and once the subscription has ended by its date, and then come', async () => {
    const [night, snoozed, ended] = [unused.pop()!, unused.pop()!, unused.pop()!];
    const silent = [night, snoozed, ended];
    const minute = (ms: number) =>
      new Date(Date.now() + ms).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });
    const set = (off_hours: object | null) =>
      night.own.call('put', `/user/profile-settings/${night.own.userId}`, { off_hours });
    const snooze = (time: string | null) => snoozed.own.call('put', `/screens/${snoozed.tv.screen.id}/snooze`, { until: time });
    const isValid = async () => (await w.json(`/user/dashboard/${ended.own.userId}`)).isSubscriptionValid;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

    expect((await set({ from: minute(-3_600_000), to: minute(3_600_000) })).status).toBe(200);
    expect(((await snooze(inAnHour)).body as { screen: Screen }).screen.snoozed_until).toBe(inAnHour);
    await changeShop(w.db, ended.own.userId, { subscription_end_date: new Date(Date.now() - 1_000) });
    await until(async () => !(await isValid()));
    for (const one of silent) await freeze(one.tv);
    await judged();
    for (const one of silent) expect(await alarmsOf(one.own)).toEqual([]);

    expect((await set(null)).status).toBe(200);
    await snooze(null);
    const renewed = await (await w.admin()).call('put', `/user/${ended.own.userId}/subscription`, { active: true });
    expect(renewed.status).toBe(200);
    for (const one of silent) await until(async () => (await alarmsOf(one.own)).length === 1);
  });

  it('go to no other server than a push service', async () => {
    const { keys } = new Phone(pushes).subscription;
    for (const endpoint of ['http://127.0.0.1:4222/', 'https://example.com/push', 'file:///etc/passwd', 'nonsense']) {
      const refused = await own.call('post', '/screens/push-subscriptions', { endpoint, keys });
      expect([endpoint, refused.status]).toEqual([endpoint, 400]);
    }
    const bad = { endpoint: `${pushes.url}/push/1`, keys: { ...keys, p256dh: 'not base64url!' } };
    expect((await own.call('post', '/screens/push-subscriptions', bad)).status).toBe(400);
  });

  it('go to no phone with keys that nothing can be encrypted for', async () => {
    const { endpoint, keys } = new Phone(pushes).subscription;
    // Of the right length, and no point on the curve.
    const offCurve = Buffer.alloc(65, 7).fill(4, 0, 1).toString('base64url');
    for (const bad of [{ p256dh: 'AAAA' }, { p256dh: offCurve }, { auth: Buffer.alloc(15).toString('base64url') }]) {
      const refused = await own.call('post', '/screens/push-subscriptions', { endpoint, keys: { ...keys, ...bad } });
      expect([bad, refused.status]).toEqual([bad, 400]);
    }
    expect(await w.db.collection('push_subscriptions').countDocuments({ userId: own.userId })).toBe(0);
  });

  it('come once to a slow phone, also beside one that was stored with keys that can’t be used', async () => {
    const slow = new Phone(pushes);
    pushes.delays.set(slow.path, 2_000);
    expect((await subscribe(slow)).status).toBe(201);
    // As the release before has stored it.
    const unusable = { _id: 'b'.repeat(24) as never, userId: own.userId, endpoint: `${pushes.url}/push/unusable` };
    const keys = { p256dh: 'AAAA', auth: 'AAAA' };
    await w.db.collection('push_subscriptions').insertOne({ ...unusable, keys, at: new Date(), credentials_version: null });
    await freeze();
    await until(async () => (await alarms())[0]?.phones === 1);
    expect([slow.messages.length, pushes.at('/push/unusable').length]).toEqual([1, 0]);
    expect(await w.db.collection('push_subscriptions').countDocuments({ _id: unusable._id })).toBe(0);
  });

  it('are sent in the order in which they are due, also when there are more than one turn sends', async () => {
    const count = 60;
    const from = Date.now() + 1_000;
    const alarm = (after: number) => {
      const at = new Date(from + after);
      const delivery = { event: 'dark', phone: null, status: 'waiting', tries: 0, next_at: at };
      const of = { screen: randomBytes(12).toString('hex'), name: `due after ${after}`, userId: own.userId, state: 'frozen' };
      return { ...of, since: at, at, ended_at: null, deliveries: [{ _id: new mongoose.Types.ObjectId(), ...delivery }] };
    };
    // The first one to be stored is the last one to be due.
    await w.db.collection('screen_alarms').insertMany(Array.from({ length: count }, (_, place) => alarm(count - place)));
    const names = () => webhook.received.map((one) => bodyOf(one).name).filter((name) => String(name).startsWith('due'));
    await until(() => names().length === count);
    expect(names().slice(0, 50)).toContain('due after 1');
    await w.db.collection('screen_alarms').deleteMany({ name: /^due/ });
  });

  it('are each shop’s own', async () => {
    await freeze();
    await until(async () => (await alarms()).length === 1);
    const { own: other } = unused.pop()!;
    expect((await other.call('get', '/screens/alarms')).body).toEqual([]);
    const refused = await other.call('get', `/screens/alarms?userId=${own.userId}`);
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([403, texts.access.ownOnly]);
    const all = (await (await w.admin()).call('get', '/screens/alarms')).body as ScreenAlarm[];
    expect(all.map(({ userId }) => userId)).toContain(own.userId);
  });
});
