import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, type RateList, type SavedRateList } from '@sarafa/contracts';
import { signIn, type SignedInCaller, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { AlarmReceiver, Phone } from '../shared/alarm-receiver.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const LISTS = '/admin/rate-lists';
const DAY_MS = 86_400_000;
const RATES = { gold: { fineness: 995, per_gram: 14_085.7 }, silver: { fineness: 999, per_gram: 168.25 } };
/** It has always come. */
const reminder_time = '00:00';

describe('the reminder of a list that was not set today', () => {
  let w: Harness;
  let pushes: AlarmReceiver;
  let admin: SignedInCaller;
  let made = 0;

  beforeAll(async () => {
    pushes = await AlarmReceiver.start();
    w = await harness({ pace: QUICK, env: { PUSH_SERVICES: pushes.url, VAPID_SUBJECT: 'mailto:operator@sarafa.example' } });
    admin = await w.admin();
  });

  afterAll(async () => {
    await w.end();
    pushes.close();
  });

  const phoneOf = async (caller: SignedInCaller) => {
    const phone = new Phone(pushes);
    expect((await caller.call('post', '/screens/push-subscriptions', phone.subscription)).status).toBe(201);
    return phone;
  };
  const colleague = async (username: string) => {
    const password = 'a long password';
    expect((await admin.call('post', '/admin/create', { username, password })).status).toBe(201);
    return signIn(w.product.url, username, password);
  };
  const idOf = (id: string) => ({ _id: new mongoose.Types.ObjectId(id) });
  const newList = async () => {
    const answer = await admin.call('post', LISTS, { name: `Association ${++made}`, ...RATES, reminder_time });
    return (answer.body as SavedRateList).rateList;
  };
  const wasSetYesterday = ({ id }: RateList) =>
    w.db.collection('rate_lists').updateOne(idOf(id), { $set: { set_at: new Date(Date.now() - DAY_MS) }, $inc: { rev: 1 } });
  const shopWithList = async (lose?: (id: string) => Promise<unknown>) => {
    const own = await w.shop(`shop-${++made}`);
    const path = `/user/rate-list/${own.userId}`;
    await admin.call('put', `/user/update/${own.userId}`, { may_set_list: true });
    await own.call('put', path, { ...RATES, name: `Shop ${made}` });
    expect((await own.call('put', path, { reminder_time })).status).toBe(200);
    await lose?.(own.userId);
    const phone = await phoneOf(own);
    const set_at = new Date(Date.now() - DAY_MS);
    const wasSet = { $set: { 'present.set_at': set_at, unpublished: true }, $inc: { rev: 1 } };
    await w.db.collection('shop_rate_lists').updateOne(idOf(own.userId), wasSet);
    return { own, phone };
  };
  const toldOf = (list: string) => w.db.collection('list_reminders').findOne({ list });

  it('comes once to the phones of all admins, and to no shop’s', async () => {
    const phones = [await phoneOf(admin), await phoneOf(await colleague('second'))];
    const shop = await phoneOf(await w.shop(`shop-${++made}`));
    const [due, other] = [await newList(), await newList()];
    await wasSetYesterday(due);
    await until(() => phones.every(({ messages }) => messages.length === 1));
    for (const { messages } of phones) expect(messages).toEqual([{ list: due.id, name: due.name, since: expect.any(String) }]);
    // The next one comes after it, so that it was told once and the shop wasn't told.
    await wasSetYesterday(other);
    await until(() => phones.every(({ messages }) => messages.length === 2));
    expect(phones[0]!.messages[1]).toMatchObject({ list: other.id });
    expect(shop.messages).toEqual([]);
  });

  it('of a shop’s own list comes to that shop, which may take it away', async () => {
    const admins = await phoneOf(admin);
    const { own, phone } = await shopWithList();
    await until(() => phone.messages.length === 1);
    expect(phone.messages).toMatchObject([{ list: own.userId, name: `Shop ${made}` }]);
    expect(admins.messages).toEqual([]);
    const path = `/user/rate-list/${own.userId}`;
    expect(((await own.call('get', path)).body as RateList).reminder_time).toBe(reminder_time);
    const set_at = ((await own.call('get', path)).body as RateList).set_at;
    const { rateList } = (await own.call('put', path, { reminder_time: null })).body as SavedRateList;
    expect([rateList.reminder_time, rateList.set_at]).toEqual([null, set_at]);
  });

  it.each([
    ['may not set its list any more', (id: string) => admin.call('put', `/user/update/${id}`, { may_set_list: false })],
    ['has no subscription', (id: string) => admin.call('put', `/user/${id}/subscription`, { active: false })],
  ])('comes to no shop that %s', async (_, lose) => {
    const { own, phone } = await shopWithList(lose);
    const later = await shopWithList();
    await until(() => later.phone.messages.length === 1);
    expect(phone.messages).toEqual([]);
    expect(await w.db.collection('list_reminders').countDocuments({ list: own.userId })).toBe(0);
  });

  it.each([
    ['has signed out everywhere', (one: SignedInCaller) => one.call('post', '/auth/logout-all')],
    [
      'has become a viewer',
      (one: SignedInCaller) => admin.call('put', `/admin/update/${one.userId}`, { admin_role: 'viewer' }),
    ],
    ['is deleted', (one: SignedInCaller) => admin.call('delete', `/admin/delete/${one.userId}`)],
  ])('isn’t sent to an admin who %s since', async (what, leave) => {
    const other = await colleague(what.replaceAll(' ', '-'));
    const phone = await phoneOf(other);
    expect((await leave(other)).status).toBe(200);
    const due = await newList();
    await wasSetYesterday(due);
    await until(async () => (await toldOf(due.id))?.deliveries.every(isOver));
    expect(phone.messages).toEqual([]);
  });

  it('isn’t sent any more once the list is set', async () => {
    const phone = await phoneOf(await colleague('late'));
    pushes.refuses.add(phone.path);
    const due = await newList();
    await wasSetYesterday(due);
    await until(() => pushes.at(phone.path).length === 1);
    await admin.call('put', `${LISTS}/${due.id}`, RATES);
    await until(async () => (await toldOf(due.id))?.deliveries.every(isOver));
    expect(pushes.at(phone.path)).toHaveLength(1);
  });

  it('of a rate card comes once at the time that the shop has chosen, to its phones alone', async () => {
    const [own, other] = [await w.shop(`shop-${++made}`), await w.shop(`shop-${++made}`)];
    const [phone, others] = [await phoneOf(own), await phoneOf(other)];
    const set = (caller: SignedInCaller, card_time: unknown) =>
      caller.call('put', `/user/profile-settings/${caller.userId}`, { card_time });
    // The last full minute, and one that was over half an hour ago.
    const now = clockTime(0);
    expect((await set(own, now)).status).toBe(200);
    expect((await set(other, clockTime(40))).status).toBe(200);
    await until(() => phone.messages.length === 1);
    expect(phone.messages).toEqual([{ card: own.userId, name: expect.any(String), since: expect.any(String) }]);
    expect((await own.call('get', '/user/profile/me')).body).toMatchObject({ card_time: now });
    // Another one of its own comes after it, so that it was told once. It is two minutes ago, because one may have begun since.
    await set(own, null);
    await set(own, clockTime(2));
    await until(() => phone.messages.length === 2);
    expect(others.messages).toEqual([]);
    for (const bad of ['9:30', '24:00', 'noon', 930]) expect((await set(own, bad)).status).toBe(400);
  });

  it.each(['9:30', '24:00', 'noon', '', 930])('at %j is refused', async (bad) => {
    const answer = await admin.call('post', LISTS, { name: 'Odd', ...RATES, reminder_time: bad });
    expect([answer.status, HttpError.parse(answer.body).details?.[0]?.path]).toEqual([400, 'reminder_time']);
  });
});

/** The time in Asia/Kolkata some minutes ago: `21:30`. */
function clockTime(minutesAgo: number): string {
  return new Date(Date.now() - minutesAgo * 60_000 + 330 * 60_000).toISOString().slice(11, 16);
}

function isOver({ status }: { status: string }): boolean {
  return status !== 'waiting';
}
