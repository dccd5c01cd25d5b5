/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NOW, rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { boardReducer } from './board-reducer.js';
import { type BoardAction, emptyBoard } from './board-state.js';
import { forgetBoard, loadBoard, saveBoard } from './kept-board.js';

const KEY = `sarafa.board.v1.${SHOP_ID}`;
const learned: BoardAction[] = [
  { type: 'profile', value: shop({ layout_orientation: 'vertical' }) },
  { type: 'prices', value: rates() },
  { type: 'custom-tables', value: [row(1, 'Coin', 99.5)] },
  { type: 'site', value: { isMaintenanceMode: false, enabled: true } },
  { type: 'import-duty', value: { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '1970-01-01T00:00:00.000Z' } },
  { type: 'reached', at: NOW },
];
const known = learned.reduce(boardReducer, emptyBoard(SHOP_ID));

describe('what a board keeps', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('comes back whole after a power cut, and not as fresh', () => {
    saveBoard(known, { ahead: 5, knownAt: NOW });
    const { board, clock } = loadBoard(SHOP_ID);
    expect(board).toEqual({
      ...known,
      link: 'starting',
      settled: true,
      prices: { snapshot: rates(), own: true, fresh: false, received: false },
      customTables: { rows: known.customTables.rows, received: false },
    });
    expect(clock).toEqual({ ahead: 5, knownAt: NOW });
  });

  it("is another shop's business", () => {
    saveBoard(known, undefined);
    expect(loadBoard('f'.repeat(24)).board).toEqual(emptyBoard('f'.repeat(24)));
  });

  it('loses only the part that can not be read', () => {
    saveBoard(known, undefined);
    const kept = JSON.parse(localStorage.getItem(KEY)!) as Record<string, unknown>;
    localStorage.setItem(KEY, JSON.stringify({ ...kept, prices: { own: true, snapshot: { gold_24k: 'a lot' } } }));
    const { board } = loadBoard(SHOP_ID);
    expect(board.prices).toBeNull();
    expect(board.profile).toEqual(known.profile);
  });

  it('is nothing when it is rubbish', () => {
    for (const rubbish of ['{', 'null', '[]', '"x"']) {
      localStorage.setItem(KEY, rubbish);
      expect(loadBoard(SHOP_ID).board).toEqual(emptyBoard(SHOP_ID));
    }
  });

  it('goes when the shop goes', () => {
    saveBoard(known, undefined);
    forgetBoard(SHOP_ID);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('costs nothing but itself when storage is full or forbidden', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
    saveBoard(known, undefined);
    forgetBoard(SHOP_ID);
    expect(loadBoard(SHOP_ID).board).toEqual(emptyBoard(SHOP_ID));
  });
});
