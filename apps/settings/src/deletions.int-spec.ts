import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { users } from '@sarafa/contracts';
import { type RunningApp, startApp, until } from '@sarafa/testing';
import { ADMIN, newId, SettingsHarness } from './testing/settings-harness.js';

describe('what is stored of shops whose deletion nobody told', () => {
  let w: SettingsHarness;
  let usersPart: RunningApp;
  /** A shop that users knows. */
  let shop: string;

  beforeAll(async () => {
    w = await SettingsHarness.start({ ORPHAN_GRACE_MS: '400' });
    usersPart = await startApp('users', { env: w.servers.env });
    shop = newId();
    await w.rpc.call(users.createShop, { id: shop, fields: { username: 'laxmi', password: 'a long password' } }, ADMIN);
  });

  afterAll(async () => {
    await usersPart.stop('SIGKILL');
    await w.end();
  });

  const phone = (userId: string) => ({
    ...{ _id: newId() as never, userId, endpoint: `https://fcm.googleapis.com/${userId}`, at: new Date() },
    ...{ keys: { p256dh: 'AAAA', auth: 'AAAA' }, credentials_version: 1 },
  });
  const owners = async (collection: string) => (await w.db.collection(collection).distinct('userId')).sort();

  it('goes also where the shop had phones and no screen', async () => {
    const deleted = newId();
    await w.db.collection('push_subscriptions').insertMany([phone(shop), phone(deleted)]);
    await until(async () => !(await owners('push_subscriptions')).includes(deleted));
    expect(await owners('push_subscriptions')).toEqual([shop]);
  });

  it('goes also where nothing but states of screens is left', async () => {
    const deleted = newId();
    await w.screen(shop);
    await w.stateRow(deleted);
    const phones = await owners('push_subscriptions');
    const reminder = { list: deleted, name: 'Laxmi', at: new Date(), deliveries: [] };
    await w.db.collection('list_reminders').insertOne({ _id: `${deleted} 20000` as never, userId: deleted, ...reminder });
    await w.db
      .collection('card_reminders')
      .insertOne({ _id: `${deleted} 20000` as never, userId: deleted, at: new Date(), deliveries: [] });
    await until(async () => !(await owners('screen_states')).includes(deleted));
    expect([await owners('screen_states'), await owners('push_subscriptions')]).toEqual([[shop], phones]);
    expect([await owners('list_reminders'), await owners('card_reminders')]).toEqual([[], []]);
  });
});
