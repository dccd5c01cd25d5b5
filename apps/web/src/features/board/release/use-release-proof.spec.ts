/** @jest-environment ./src/testing/web-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { type BoardAction, boardReducer, type BoardState, emptyBoard } from '../board-state.js';
import { standOf, viewOf } from '../board-view.js';
import { shownBy } from './use-release-proof.js';

const after = (...actions: BoardAction[]): BoardState =>
  [{ type: 'profile', value: shop() } as const, { type: 'settled' } as const, ...actions].reduce(
    boardReducer,
    emptyBoard(SHOP_ID),
  );
const shows = (state: BoardState, isLoadingOver = true) => shownBy(state, viewOf(state, isLoadingOver), standOf(state));
const REACHED = { type: 'reached', at: 1 } as const;
const PRICES = { type: 'prices', value: rates() } as const;

describe('what a page has painted', () => {
  it('is rates once the server has told them to this page', () => {
    expect(shows(after(PRICES, REACHED))).toBe('rates');
    expect(shows(after(PRICES, REACHED, { type: 'prices-failed' }))).toBe('rates');
  });

  it('is nothing proven while it loads, has lost the server or shows what was kept', () => {
    expect(shows(after(PRICES, REACHED), false)).toBe('kept');
    expect(shows(after(PRICES, REACHED, { type: 'lost' }))).toBe('kept');
    const fresh = after(PRICES, REACHED);
    expect(shows({ ...fresh, prices: { ...fresh.prices!, received: false, isConfirmed: false } })).toBe('kept');
  });

  it('is a notice where the server says that there are no rates to show', () => {
    expect(shows(after(REACHED))).toBe('notice');
    expect(shows(after(PRICES, REACHED, { type: 'site', value: { isMaintenanceMode: true } }))).toBe('notice');
    expect(shows(after(REACHED, { type: 'profile', value: shop({ isSubscriptionValid: false }) }))).toBe('notice');
  });
});
