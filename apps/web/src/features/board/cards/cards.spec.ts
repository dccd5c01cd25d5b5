import { describe, expect, it } from '@jest/globals';
import { type PricedRow, SAMPLE_SOURCE } from '@sarafa/contracts';
import { dayFrom, HELD, ownRates, pricedRow, rates, row, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { boardReducer, type BoardState, emptyBoard } from '../board-state.js';
import { boardCards, boardLines, fitSignature, hasMarket, pagesOf } from './cards.js';

function board(profile = shop()): BoardState {
  const rows = [row(1, 'Gold Coin 24K (8g)', 126_257), row(2, 'Old Gold', 1_150.5)];
  return [
    { type: 'profile', value: profile } as const,
    { type: 'prices', value: rates() } as const,
    { type: 'custom-tables', value: rows } as const,
  ].reduce(boardReducer, emptyBoard(SHOP_ID));
}

describe("a board's cards", () => {
  it.each([
    [99.95, 100.1],
    [123.45, 123_456],
    [99_999.95, 100_000.1],
    [1_000, null],
  ])('are fitted anew where a price is drawn longer or shorter: %d, then %d', (before, after) => {
    const [card] = boardCards(board());
    const withPrice = (price: number | null) => fitSignature([{ ...card!, figures: [{ ...card!.figures[0]!, price }] }], []);
    expect(withPrice(after)).not.toBe(withPrice(before));
    expect(withPrice(157_821)).toBe(withPrice(157_899));
    const withChange = (change: number) => fitSignature([{ ...card!, change }], []);
    expect(withChange(1_450)).not.toBe(withChange(-450));
  });

  it("are 24K, 22K, 18K, silver, then the shop's own rows", () => {
    expect(boardCards(board()).map(({ look, name, unit, figures }) => [look, name, unit, figures[0]!.price])).toEqual([
      ['24', '24K GOLD', '(10g)', 157_821],
      ['22', '22K GOLD', '(10g)', 144_564],
      ['18', '18K GOLD', '(10g)', 118_366],
      ['ag', 'SILVER', '(1kg)', 236_450],
      ['row', 'Gold Coin 24K', '(8g)', 126_257],
      ['row', 'Old Gold', '', 1_150.5],
    ]);
  });

  it('have no price where a list prices neither the row nor its metal', () => {
    const none = { sell: null, buy: null };
    const listed = boardReducer(board(), { type: 'prices', value: { ...rates(), gold_18k: none, silver: none } });
    const shown = boardCards(listed).map(({ look, figures }) => [look, figures[0]!.price]);
    expect(shown.slice(0, 4)).toEqual([
      ['24', 157_821],
      ['22', 144_564],
      ['18', null],
      ['ag', null],
    ]);
    expect(boardLines(boardCards(listed))[2]).toMatchObject({ name: '18K GOLD', price: null });
  });

  it("leave out what a type's switch or its metal's switch turns off", () => {
    const names = (changes: Parameters<typeof shop>[0]) =>
      boardCards(board(shop(changes)))
        .filter(({ look }) => look !== 'row')
        .map(({ look }) => look);
    expect(names({ gold_22k_enabled: false })).toEqual(['24', '18', 'ag']);
    expect(names({ gold_prices_enabled: false })).toEqual(['ag']);
    expect(names({ silver_prices_enabled: false })).toEqual(['24', '22', '18']);
  });

  describe("of a shop's own list", () => {
    const withRows = (...rows: PricedRow[]) =>
      boardReducer(board(shop({ gold_prices_enabled: false })), { type: 'prices', value: ownRates(rows) });
    const ownCards = (...rows: PricedRow[]) => boardCards(withRows(...rows)).filter(({ look }) => look !== 'row');

    it('are its rows in its order, whatever the switches of the standard ones say, then its custom rows', () => {
      const rows = [
        pricedRow('a', 115_651),
        pricedRow('b', 2_364.5, { metal: 'silver', fineness: 925, unit_grams: 10 }),
        pricedRow('c', 52_310, { metal: 'platinum', fineness: 1_000, unit_grams: 11.6638 }),
        pricedRow('d', 92_000, { title: 'Rose Gold (10g)', fineness: 585 }),
        pricedRow('e', 15_700, { fineness: 995, unit_grams: 1_000 }),
      ];
      expect(
        boardCards(withRows(...rows)).map(({ look, name, unit, figures }) => [look, name, unit, figures[0]!.price]),
      ).toEqual([
        ['22', '22K GOLD', '(8g)', 115_651],
        ['ag', 'SILVER 925', '(10g)', 2_364.5],
        ['pt', 'PLATINUM', '(1 tola)', 52_310],
        ['18', 'Rose Gold', '(10g)', 92_000],
        ['24', 'GOLD 995', '(1kg)', 15_700],
        ['row', 'Gold Coin 24K', '(8g)', 126_257],
        ['row', 'Old Gold', '', 1_150.5],
      ]);
    });

    it('have sell and buy of the same thing in one card where one follows the other', () => {
      const buy = { side: 'buy' } as const;
      const cards = ownCards(
        ...[pricedRow('a', 12_902), pricedRow('b', 12_386, buy)],
        ...[pricedRow('c', 9_000, { unit_grams: 1 }), pricedRow('d', 8_000, { ...buy, unit_grams: 10 })],
        ...[pricedRow('e', 7_000, { ...buy, fineness: 750 }), pricedRow('f', 7_500, { fineness: 750 }), pricedRow('g', 1, buy)],
      );
      expect(cards.map(({ figures }) => figures.map(({ side, price }) => `${side} ${price}`.trim()))).toEqual([
        ['Sell 12902', 'Buy 12386'],
        ['9000'],
        ['Buy 8000'],
        ['Buy 7000', 'Sell 7500'],
        ['Buy 1'],
      ]);
      expect(boardLines(cards).map(({ unit }) => unit)).toEqual([
        ...['(8g) Sell', '(8g) Buy', '(1g)', '(10g) Buy'],
        ...['(8g) Buy', '(8g) Sell', '(8g) Buy'],
      ]);
    });

    it('say where there is no rate, and which rate is older than the others', () => {
      const [none, old, late, same] = ownCards(
        pricedRow('a', null, { metal: 'platinum' }),
        pricedRow('b', 52_310, { metal: 'platinum', state: 'stale' }),
        pricedRow('c', 52_310, { metal: 'platinum', state: 'delayed' }),
        pricedRow('d', 1),
      );
      expect(none!.figures[0]!.price).toBeNull();
      expect([old!.age, late!.age, same!.age]).toEqual(['Old rate', 'Delayed', '']);
    });

    it('may be none', () => {
      expect(hasMarket(withRows())).toBe(false);
      expect(hasMarket(withRows(pricedRow('a', null)))).toBe(true);
    });
  });

  describe('with the change of the day', () => {
    const said = shop({ show_day_change: true });
    const changes = (rows: PricedRow[], profile = said, shown = {}) =>
      boardCards(boardReducer(board(profile), { type: 'prices', value: ownRates(rows, shown) })).map(({ change }) => change);
    const risen = pricedRow('a', 12_902.5, { day: dayFrom(12_452.4) });

    it('say what the price has changed by since the day began, exactly', () => {
      expect(changes([risen, pricedRow('b', 100, { day: dayFrom(550), unit_grams: 1 })])).toEqual([
        ...[450.1, -450],
        ...[undefined, undefined],
      ]);
    });

    it('say it of the standard rows too', () => {
      const rows = [pricedRow('gold_24k', 157_821, { day: dayFrom(157_000) }), pricedRow('silver', 236_450, { day: null })];
      const standard = boardReducer(board(said), { type: 'prices', value: rates({ rows }) });
      expect(boardCards(standard).map(({ change }) => change)).toEqual([821, 0, 0, 0, undefined, undefined]);
    });

    it('say it of the price that the shop sells at, where it buys in the same card', () => {
      const buy = pricedRow('b', 12_386, { side: 'buy', day: dayFrom(12_000) });
      expect(changes([buy, risen])[0]).toBe(450.1);
      expect(changes([buy])[0]).toBe(386);
    });

    it('have nothing to say of a price without a day, without a rate, and of an old one', () => {
      expect(
        changes([
          pricedRow('a', 1),
          pricedRow('b', null, { unit_grams: 1 }),
          pricedRow('c', 90, { metal: 'platinum', state: 'stale', day: dayFrom(80) }),
          pricedRow('d', 80, { day: dayFrom(80), unit_grams: 2 }),
        ]),
      ).toEqual([0, 0, 0, 0, undefined, undefined]);
    });

    it('say that the duty has changed in place of an amount, where they would say one', () => {
      const marked = { ...risen, duty_changed: true as const };
      expect(changes([marked, pricedRow('b', 100, { unit_grams: 1, duty_changed: true })]).slice(0, 2)).toEqual([
        'duty',
        'duty',
      ]);
      expect(changes([{ ...marked, state: 'stale' }])[0]).toBe(0);
      expect(changes([{ ...marked, price: null }])[0]).toBe(0);
      expect(changes([marked], shop())[0]).toBeUndefined();
    });

    it('say it only where the shop wants it, and of rates that are neither old nor made up', () => {
      expect(changes([risen], shop())[0]).toBeUndefined();
      expect(changes([risen], said, { state: 'stale' })[0]).toBeUndefined();
      expect(changes([risen], said, { state: 'sample' })[0]).toBeUndefined();
      expect(changes([risen], said, { ...HELD, source: SAMPLE_SOURCE })[0]).toBeUndefined();
      expect(changes([risen], said, HELD)[0]).toBe(450.1);
      const shown = boardReducer(board(said), { type: 'prices', value: ownRates([risen]) });
      expect(boardCards(boardReducer(shown, { type: 'lost' }))[0]!.change).toBeUndefined();
    });
  });

  it('come in pages of twelve', () => {
    const pages = pagesOf(Array.from({ length: 25 }, (_, index) => index));
    expect(pages.map(({ length }) => length)).toEqual([12, 12, 1]);
    expect(pages[1]![0]).toBe(12);
  });
});
