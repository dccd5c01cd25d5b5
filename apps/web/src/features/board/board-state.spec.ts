import { describe, expect, it } from '@jest/globals';
import { SAMPLE_SOURCE } from '@sarafa/contracts';
import { HELD, LISTED, ownRates, pricedRow, rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { type BoardAction, boardReducer, type BoardState, emptyBoard } from './board-state.js';

function after(actions: BoardAction[], from: BoardState = emptyBoard(SHOP_ID)): BoardState {
  return actions.reduce(boardReducer, from);
}
const prices = (gold24: number, state: 'live' | 'sample' = 'live'): BoardAction => ({
  type: 'prices',
  value: rates({ gold24, state }),
});

describe('a price that changes', () => {
  it('moves its card alone, by so many rupees, up or down', () => {
    const state = after([prices(157_821), prices(158_133)]);
    expect(state.flashes).toEqual({ gold_24k: { by: 312, seq: 1 } });
    expect(after([prices(158_000)], state).flashes).toEqual({ gold_24k: { by: -133, seq: 2 } });
  });

  it('moves nothing when it is the first, or the same', () => {
    expect(after([prices(157_821), prices(157_821)]).flashes).toEqual({});
  });

  it('moves nothing against rates kept from before a restart', () => {
    const kept: BoardState = {
      ...emptyBoard(SHOP_ID),
      prices: { snapshot: rates({ gold24: 150_000 }), own: true, isConfirmed: false, received: false },
    };
    const state = after([prices(157_821)], kept);
    expect(state.flashes).toEqual({});
    expect(state.prices).toMatchObject({ isConfirmed: true, received: true });
  });

  it('moves nothing between a sample and a market rate, nor between rates without margins and own ones', () => {
    expect(after([prices(100, 'sample'), prices(157_821)]).flashes).toEqual({});
    const heldSample = rates({ ...HELD, gold24: 100, source: SAMPLE_SOURCE });
    expect(after([{ type: 'prices', value: heldSample }, prices(157_821)]).flashes).toEqual({});
    expect(after([{ type: 'detailed-prices', value: rates({ gold24: 100 }) }, prices(157_821)]).flashes).toEqual({});
  });

  it("moves a shop's own row too, but not one that is new", () => {
    const rows = (price: number): BoardAction => ({ type: 'custom-tables', value: [row(1, 'Coin', price), row(2, 'Bar', 9)] });
    const state = after([{ type: 'custom-tables', value: [row(1, 'Coin', 100)] }, rows(99.5)]);
    expect(state.flashes).toEqual({ [row(1, '', 0).id]: { by: -0.5, seq: 1 } });
  });

  it("moves a row of the shop's own list, but not one that has become another, nor one without a rate", () => {
    const list = (...rows: ReturnType<typeof pricedRow>[]): BoardAction => ({ type: 'prices', value: ownRates(rows) });
    const before = list(pricedRow('a', 100), pricedRow('b', 200), pricedRow('c', null), pricedRow('gold_24k', 5));
    const next = list(pricedRow('b', 210), pricedRow('a', 90, { unit_grams: 1 }), pricedRow('c', 7));
    expect(after([before, next]).flashes).toEqual({ 'b gold 916 8 sell': { by: 10, seq: 1 } });
    expect(after([before, prices(157_821)]).flashes).toEqual({});
  });

  it('moves no standard row that has got a rate or lost it', () => {
    const listed = (sell: number | null): BoardAction => ({
      type: 'prices',
      value: { ...rates({ gold24: 157_821 }), silver: { sell, buy: sell } },
    });
    expect(after([listed(null), listed(236_450)]).flashes).toEqual({});
    expect(after([listed(236_450), listed(null)]).flashes).toEqual({});
    expect(after([listed(236_450), listed(236_460)]).flashes).toMatchObject({ silver: { by: 10 } });
  });

  it('moves nothing when its duty has changed, and moves with the next quote', () => {
    const list = (price: number, goldImportDuty: number | null): BoardAction => {
      const lastUpdated = `2026-11-${goldImportDuty}T00:00:00.000Z`;
      const duty = goldImportDuty === null ? undefined : { goldImportDuty, silverImportDuty: 6, lastUpdated };
      return { type: 'prices', value: { ...ownRates([pricedRow('a', price)]), duty } };
    };
    const changed = after([list(100, 10), list(114, 15), list(124, 25)]);
    expect(changed.flashes).toEqual({});
    expect(after([list(125, 25)], changed).flashes).toMatchObject({ 'a gold 916 8 sell': { by: 1 } });
    // A gateway of the release before says no duty, so that nobody knows whether it is another one.
    expect(after([list(130, null), list(140, null), list(150, 25)], changed).flashes).toEqual({});
  });

  it('moves with the rates of its list, which have no duty, but not when it goes over to the market or back', () => {
    const listed = (gold24: number): BoardAction => ({
      type: 'prices',
      value: { ...rates({ ...LISTED, gold24 }), duty: undefined },
    });
    const unsaid: BoardAction = { type: 'prices', value: { ...rates({ gold24: 300 }), duty: undefined } };
    expect(after([listed(100), listed(110)]).flashes).toMatchObject({ gold_24k: { by: 10 } });
    for (const market of [prices(200), unsaid]) expect(after([listed(100), market, listed(100)]).flashes).toEqual({});
  });

  it('stops moving after its flash, unless it moved again meanwhile', () => {
    const twice = after([prices(1), prices(2), prices(3)]);
    expect(after([{ type: 'flash-over', seq: 1 }], twice)).toBe(twice);
    expect(after([{ type: 'flash-over', seq: 2 }], twice).flashes).toEqual({});
  });
});

describe('rates that fail', () => {
  it('stay, and are not confirmed until they come again', () => {
    const state = after([prices(157_821), { type: 'prices-failed' }]);
    expect(state.prices).toMatchObject({ isConfirmed: false, snapshot: { gold_24k: { sell: 157_821 } } });
    expect(after([prices(157_821)], state).prices!.isConfirmed).toBe(true);
  });

  it('are no longer confirmed once the server is lost', () => {
    expect(after([prices(157_821), { type: 'lost' }])).toMatchObject({ link: 'offline', prices: { isConfirmed: false } });
  });

  it('give way to rates without margins only where the board has none of its own', () => {
    const detailed: BoardAction = { type: 'detailed-prices', value: rates({ gold24: 100 }) };
    expect(after([prices(157_821), { type: 'prices-failed' }, detailed]).prices).toMatchObject({ own: true });
    expect(after([detailed]).prices).toMatchObject({ own: false, snapshot: { gold_24k: { sell: 100 } } });
  });
});

describe('the rest', () => {
  it('forgets a shop that is gone once it is told so again, and knows it again when it comes back', () => {
    const profile: BoardAction = { type: 'profile', value: shop() };
    const missing = after([profile, prices(1), { type: 'gone' }]);
    expect(missing).toMatchObject({
      found: false,
      isForgotten: false,
      profile: {},
      prices: { isConfirmed: false },
      settled: true,
    });
    const gone = after([{ type: 'gone' }], missing);
    expect(gone).toMatchObject({ found: false, isForgotten: true, profile: null, prices: null, settled: true });
    for (const state of [missing, gone]) expect(after([profile], state)).toMatchObject({ found: true, isForgotten: false });
  });

  it('puts the two site switches together as they come', () => {
    const state = after([{ type: 'site', value: { enabled: false } }]);
    expect(state.site).toEqual({ isMaintenanceMode: false, enabled: false });
    expect(after([{ type: 'site', value: { isMaintenanceMode: true } }], state).site).toEqual({
      isMaintenanceMode: true,
      enabled: false,
    });
  });
});
