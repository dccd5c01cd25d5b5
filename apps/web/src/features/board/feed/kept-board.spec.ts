/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NOW, rates, row, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { keptScreen } from '../../../testing/screens.js';
import { type BoardAction, boardReducer, emptyBoard } from '../board-state.js';
import { forgetOldBoards } from '../release/old-boards.js';
import { saveScreen } from '../screen/kept-screen.js';
import { forgetBoard, loadBoard, saveBoard } from './kept-board.js';

const KEY = `sarafa.board.v1.${SHOP_ID}`;
const learned: BoardAction[] = [
  { type: 'profile', value: shop({ layout_orientation: 'vertical' }) },
  { type: 'prices', value: rates() },
  { type: 'custom-tables', value: [row(1, 'Coin', 99.5)] },
  { type: 'site', value: { isMaintenanceMode: false, enabled: true } },
  { type: 'reached', at: NOW },
];
const known = learned.reduce(boardReducer, emptyBoard(SHOP_ID));

describe('what a board keeps', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('comes back whole after a power cut, and not as confirmed', () => {
    saveBoard(known, { ahead: 5, knownAt: NOW });
    const { board, clock } = loadBoard(SHOP_ID);
    expect(board).toEqual({
      ...known,
      link: 'starting',
      settled: true,
      prices: { snapshot: rates(), own: true, isConfirmed: false, received: false },
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

  describe('of other boards', () => {
    const DAY_MS = 86_400_000;
    const idOf = (index: number) => String(index).padStart(24, '0');
    const keep = (id: string, daysAgo: number) => saveBoard({ ...known, id, heardAt: NOW - daysAgo * DAY_MS }, undefined);
    const keptIds = () =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith('sarafa.board.v1.'))
        .map((name) => name.slice(16))
        .sort();

    it('goes when this device has not shown them for a month, but never that of its own board or its paired screen', () => {
      const [shown, paired] = [idOf(0), idOf(1)];
      saveScreen(keptScreen({ userId: paired }));
      [shown, paired].forEach((id) => keep(id, 300));
      keep(idOf(2), 29);
      keep(idOf(3), 31);
      localStorage.setItem(`sarafa.board.v1.${idOf(4)}`, '{');
      forgetOldBoards(shown, NOW, 30 * DAY_MS);
      expect(keptIds()).toEqual([shown, paired, idOf(2)]);
    });

    it('is that of the last twenty, however many were opened', () => {
      for (let index = 0; index < 300; index++) keep(idOf(index), index / 100);
      forgetOldBoards(idOf(299), NOW, Infinity);
      expect(keptIds()).toEqual([...Array.from({ length: 20 }, (_, index) => idOf(index)), idOf(299)]);
    });
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
