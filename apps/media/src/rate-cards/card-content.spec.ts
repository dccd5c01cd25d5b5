import { describe, expect, it } from '@jest/globals';
import { type PricedRow, PriceSnapshot, SAMPLE_SOURCE, type ShopDashboard, type ShownBoard } from '@sarafa/contracts';
import { cardChanges } from './card-changes.js';
import { cardContent, hasRate } from './card-content.js';

const AT = '2026-11-26T04:34:00.000Z';
const rate = { sell: 144_564, buy: 138_781 };

const prices = (fields: Partial<PriceSnapshot> = {}): PriceSnapshot => ({
  ...PriceSnapshot.parse({
    ...{ gold_24k: { sell: 999_999, buy: 950_000 }, gold_22k: rate, gold_18k: rate, silver: rate },
    ...{ lastUpdated: AT, updated_at: AT, source: 'GoldAPI', city: 'Pune', stale: false, state: 'live' },
  }),
  ...fields,
});
const shop = (fields: Partial<ShopDashboard> = {}) =>
  ({
    ...{ gold_prices_enabled: true, gold_24k_enabled: true, gold_22k_enabled: false, gold_18k_enabled: false },
    ...{ silver_prices_enabled: true, silver_enabled: true, shop_name: 'Zaveri', logo_url: '', ...fields },
  }) as ShopDashboard;
const row = (fields: Partial<PricedRow>): PricedRow => ({
  ...{
    id: 'a',
    title: '',
    metal: 'gold',
    fineness: 916,
    unit_grams: 8,
    side: 'sell',
    price: 115_320,
    state: 'live',
    day: null,
  },
  ...fields,
});
const content = (board: Partial<ShownBoard> = {}) =>
  cardContent({ dashboard: shop(), prices: prices(), customTables: [], ...board });
const ofRows = (...rows: PricedRow[]) => content({ prices: prices({ rows_mode: 'own', rows }) });
const saidOf = ({ rows }: ReturnType<typeof content>) => rows.map(({ name, unit, figure, age }) => [name, unit, figure, age]);

describe('what a card says', () => {
  it('has the rows that the shop shows, with the time of the rate', () => {
    const said = content();
    expect(saidOf(said)).toEqual([
      ['24K GOLD', '(10g)', '₹9,99,999', ''],
      ['SILVER', '(1kg)', '₹1,44,564', ''],
    ]);
    expect(said).toMatchObject({ name: 'Zaveri', date: 'Thursday, 26 November 2026', time: '10:04 am', warning: null });
    expect(said.basis).toBe('Pune rates, before GST and making');
    expect(content({ dashboard: shop({ shop_name: '' }) }).name).toBe('Gold Trading Shop');
  });

  it('says whether the shop sells or buys where a customer could take one for the other', () => {
    const buy = row({ id: 'b', side: 'buy', price: 110_000 });
    expect(saidOf(ofRows(row({}), buy, row({ id: 'c', fineness: 750 })))).toEqual([
      ['22K GOLD', '(8g) Sell', '₹1,15,320', ''],
      ['22K GOLD', '(8g) Buy', '₹1,10,000', ''],
      ['18K GOLD', '(8g)', '₹1,15,320', ''],
    ]);
  });

  it('says of a row alone that it has no rate, or an older one than the others', () => {
    const platinum = row({ id: 'p', metal: 'platinum', fineness: 950, price: null, state: 'unavailable' });
    const said = ofRows(platinum, row({ id: 'o', state: 'stale', price: 3_052.5 }));
    expect(saidOf(said).map((line) => line.slice(2))).toEqual([
      ['No rate', ''],
      ['₹3,052.50', 'Old rate'],
    ]);
    expect([hasRate(said), hasRate(ofRows(platinum))]).toEqual([true, false]);
  });

  it('has no rate where the shop shows its own prices alone', () => {
    const own = { id: 'c', _id: 'c', title: 'Coin (8g)', price: 5, createdAt: AT, userId: 'u' };
    const none = shop({ gold_prices_enabled: false, silver_prices_enabled: false });
    expect(hasRate(content({ dashboard: none, customTables: [own] }))).toBe(false);
    expect(saidOf(content({ customTables: [own] })).at(-1)).toEqual(['Coin', '(8g)', '₹5', '']);
  });

  const held = { since: AT, until: '2026-11-26T06:34:00.000Z' };
  const list = { rate_list: { id: 'l', name: 'Sangh', set_at: AT } };
  it.each([
    ['live', {}, null, ''],
    ['listed', list, null, 'Sangh rate, set 10:04 am, 26 November'],
    ['held', { held }, null, 'Rate held since 10:04 am, 26 November. Until 12:04 pm, 26 November'],
    ['delayed', {}, ['Delayed', 'Last rate 10:04 am, 26 November'], ''],
    ['closed', {}, ['Market closed', 'Rate of 10:04 am, 26 November'], ''],
    ['stale', {}, ['Rate as of 10:04 am, 26 November', 'New rates are late.'], ''],
    [
      'sample',
      { source: SAMPLE_SOURCE },
      ['Sample data', 'Rate as of 10:04 am, 26 November. Not market rates. For demonstration only.'],
      '',
    ],
  ] as const)('says large how rates stand that are %s, unless they are live or fixed', (state, fields, warning, standing) => {
    const said = content({ prices: prices({ state, ...fields }) });
    expect(said.warning && [said.warning.word, said.warning.sub]).toEqual(warning);
    expect(said.standing).toBe(standing);
  });

  it('says held samples to be samples', () => {
    const said = content({ prices: prices({ state: 'held', held, source: SAMPLE_SOURCE }) });
    expect([said.warning?.word, said.standing.slice(0, 9)]).toEqual(['Sample data', 'Rate held']);
  });

  it('is in the language and digits of the shop', () => {
    const said = content({ dashboard: shop({ language: 'mr', numerals: 'native' }) });
    expect(saidOf(said)[0]).toEqual(['२४ कॅरेट सोने', '(१० ग्रॅम)', '₹९,९९,९९९', '']);
    expect([said.date, said.time]).toEqual(['गुरुवार, २६ नोव्हेंबर २०२६', '१०:०४ am']);
    const changes = cardChanges(said, [
      { key: 'gold_24k', price: 999_549 },
      { key: 'silver', price: 144_564 },
      { key: 'gone', price: 1 },
    ]);
    expect([...changes]).toEqual([['gold_24k', { text: '▲ ₹४५०', isRise: true }]]);
  });

  it('changes by exact paise', () => {
    const changes = cardChanges(ofRows(row({ price: 3_052.3 })), [{ key: 'a gold 916 8 sell', price: 3_052.4 }]);
    expect([...changes.values()]).toEqual([{ text: '▼ ₹0.10', isRise: false }]);
  });
});
