import { describe, expect, it } from '@jest/globals';
import { CardFormat, CardShape, CardTheme, newShop, PriceSnapshot, rateCards, type ShownBoard } from '@sarafa/contracts';
import { kolkataDayNumber } from '@sarafa/domain';
import { objectsIn, until } from '@sarafa/testing';
import { mediaHarness, newId } from '../testing/media-harness.js';

const AT = '2026-11-26T04:34:00.000Z';
const rate = { sell: 144_564, buy: 138_781 };
const QUICK = { AD_GRACE_MS: '1000', SWEEP_MS: '100' };

describe('the cards that media keeps', () => {
  const w = mediaHarness();
  const cards = () => w.servers.db.collection<{ _id: string }>('rate_cards');
  const pictures = async () => (await objectsIn(w.s3)).filter((key) => key.startsWith('rate-cards/'));
  const boardOf = (id: string, sell = rate.sell): ShownBoard => {
    const prices = PriceSnapshot.parse({
      ...{ gold_24k: { ...rate, sell }, gold_22k: rate, gold_18k: rate, silver: rate, lastUpdated: AT, updated_at: AT },
      ...{ source: 'GoldAPI', city: 'Pune', stale: false, state: 'live' },
    });
    const dashboard = {
      ...newShop,
      ...{ id, _id: id, role: 'user' as const, username: 'zaveri', subscription_end_date: AT },
      ...{ dynamic_price_interval: 5 as const, isSubscriptionValid: true, isSubscriptionExpired: false },
    };
    return { dashboard, prices, customTables: [] };
  };
  const make = (userId: string, sell?: number) => {
    const asked = { shape: CardShape.enum.post, theme: CardTheme.enum.plain, format: CardFormat.enum.png };
    return w.rpc.call(rateCards.make, { userId, ...asked, board: boardOf(userId, sell) }, { role: 'public' });
  };

  it('go where users knows no such shop, and a picture that is on no record goes at once', async () => {
    const { id: shop } = await w.createShop();
    await until(() => make(shop));
    const [kept] = await pictures();
    const gone = newId();
    await cards().insertOne({ _id: gone, day: 1, said: [], said_before: null, pictures: [] } as never);
    await w.storage().putObject('sarafa', `rate-cards/${shop}/${newId()}.png`, Buffer.from('lost'));
    await w.start(QUICK);
    await until(async () => (await pictures()).length === 1);
    await until(async () => (await cards().countDocuments({ _id: gone })) === 0);
    expect([await pictures(), await cards().countDocuments()]).toEqual([[kept], 1]);
  });

  it('are the newest sixteen of a shop', async () => {
    const { id: shop } = await w.createShop();
    await until(() => make(shop));
    for (let sell = 1; sell <= 17; sell++) await make(shop, sell);
    const own = (await pictures()).filter((key) => key.includes(shop));
    expect(own).toHaveLength(16);
    expect((await cards().findOne({ _id: shop }))!).toMatchObject({ pictures: expect.arrayContaining(own) });
  });

  it('are compared with the day before again after a clock that was ahead for a while', async () => {
    const { id: shop } = await w.createShop();
    await until(() => make(shop));
    const today = kolkataDayNumber(Date.now());
    const { said } = (await cards().findOne({ _id: shop }))! as unknown as { said: unknown };
    await cards().updateOne({ _id: shop }, { $set: { day: today + 365, said_before: [] } });
    await make(shop, 2);
    expect((await cards().findOne({ _id: shop }))!).toMatchObject({ day: today, said_before: said });
  });

  it('are of no shop that users doesn’t know', async () => {
    // Before users has published all of them, nobody can say so.
    const refusal = () => make(newId()).catch((error: { code: string }) => error.code);
    await until(async () => (await refusal()) === 'NOT_FOUND');
    expect(await cards().countDocuments()).toBe(await cards().countDocuments({ pictures: { $ne: [] } }));
  });
});
