import { describe, expect, it } from '@jest/globals';
import { rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { boardReducer } from './board-reducer.js';
import { type BoardState, emptyBoard } from './board-state.js';
import { boardCards, pagesOf } from './cards.js';

function board(profile = shop()): BoardState {
  const rows = [row(1, 'Gold Coin 24K (8g)', 126_257), row(2, 'Old Gold', 1_150.5)];
  return [
    { type: 'profile', value: profile } as const,
    { type: 'prices', value: rates() } as const,
    { type: 'custom-tables', value: rows } as const,
  ].reduce(boardReducer, emptyBoard(SHOP_ID));
}

describe("a board's cards", () => {
  it("are 24K, 22K, 18K, silver, then the shop's own rows", () => {
    expect(boardCards(board()).map(({ look, name, unit, price }) => [look, name, unit, price])).toEqual([
      ['24', '24K GOLD', '(10g)', 157_821],
      ['22', '22K GOLD', '(10g)', 144_564],
      ['18', '18K GOLD', '(10g)', 118_366],
      ['ag', 'SILVER', '(1kg)', 236_450],
      ['row', 'Gold Coin 24K', '(8g)', 126_257],
      ['row', 'Old Gold', '', 1_150.5],
    ]);
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

  it('come in pages of twelve', () => {
    const pages = pagesOf(Array.from({ length: 25 }, (_, index) => index));
    expect(pages.map(({ length }) => length)).toEqual([12, 12, 1]);
    expect(pages[1]![0]).toBe(12);
  });
});
