import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { SettingsHarness } from '../testing/settings-harness.js';

let w: SettingsHarness;
beforeAll(async () => {
  w = await SettingsHarness.start();
});
afterAll(() => w.end());

it('shops are told that their card is ready, also beside one that only another release can read', async () => {
  const card_time = new Date(Date.now() - 60_000).toLocaleTimeString('en-GB', {
    ...{ timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' },
  });
  const withPhone = async (said: object) => {
    const userId = await w.shop({ card_time, ...said });
    await w.db.collection('push_subscriptions').insertOne({ _id: `phone-${userId}` as never, userId, role: 'user' });
    return userId;
  };
  // Shops are looked at in the order of their ids.
  await withPhone({ username: 0 });
  const shop = await withPhone({});
  const told = () => w.db.collection('card_reminders').findOne({ userId: shop });
  await until(async () => (await told()) !== null);
  expect((await told())!['deliveries']).toMatchObject([{ phone: `phone-${shop}` }]);
});
