import { expect, it } from '@jest/globals';
import { accountState, customTables, texts } from '@sarafa/contracts';
import { StatePublisher } from '@sarafa/server';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../testing/market-harness.js';

const SHOP = 'b'.repeat(24);

const w = marketHarness(RARE_POLL_MS);
const make = (price: number) =>
  w.rpc.call(customTables.create, { userId: SHOP, title: 'Coin', price, key: 'a-key-of-one-request' }, ADMIN);

it('a row is made once for one key, and a repetition with another price is refused', async () => {
  await w.start();
  const account = { role: 'user', credentials_version: 1, username: 'shop', logo_url: '', shop_name: '' } as const;
  await new StatePublisher(w.bus).publish(accountState, SHOP, 1, account);
  const made = await make(900);
  const refusal = { code: 'CONFLICT', message: texts.errors.keyUsed };
  await expect(make(950)).rejects.toMatchObject(refusal);
  // The price with which the row was made counts, whatever it is now.
  await w.rpc.call(customTables.setPrice, { id: made.id, price: 950 }, ADMIN);
  expect(await make(900)).toEqual({ ...made, price: 950 });
  await expect(make(950)).rejects.toMatchObject(refusal);
  // A row of an earlier release doesn't say with which price it was made.
  await w.servers.db.collection('custom_tables').updateOne({}, { $unset: { 'tables.0.created_price': 1 } });
  expect(await make(900)).toMatchObject({ id: made.id });
});
