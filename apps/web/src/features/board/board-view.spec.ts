import { describe, expect, it } from '@jest/globals';
import { type RateState, SAMPLE_SOURCE } from '@sarafa/contracts';
import { HELD, LISTED, NOW, rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { type BoardAction, boardReducer, type BoardState, emptyBoard } from './board-state.js';
import { railWords, viewOf, standOf } from './board-view.js';

const reached: BoardAction = { type: 'reached', at: NOW };
const settled: BoardAction = { type: 'settled' };
const profile = (changes = {}): BoardAction => ({ type: 'profile', value: shop(changes) });
const prices = (state: RateState, lastUpdated?: string): BoardAction => ({
  type: 'prices',
  value: rates({ state, ...(lastUpdated && { lastUpdated }) }),
});
function board(...actions: BoardAction[]): BoardState {
  return [reached, settled, ...actions].reduce(boardReducer, emptyBoard(SHOP_ID));
}
const NO_MARKET = { gold_prices_enabled: false, silver_prices_enabled: false };

describe('the screen', () => {
  it('loads for its time, and until something is known', () => {
    expect(viewOf(board(profile(), prices('live')), false)).toBe('loading');
    expect(viewOf(emptyBoard(SHOP_ID), true)).toBe('loading');
    expect(viewOf(board(profile(), prices('live')), true)).toBe('rates');
  });

  it('says the most important thing first', () => {
    const ended = profile({ isSubscriptionValid: false });
    const off: BoardAction = { type: 'site', value: { enabled: false } };
    const maintenance: BoardAction = { type: 'site', value: { isMaintenanceMode: true } };
    expect(viewOf(board(ended, prices('live')), true)).toBe('ended');
    expect(viewOf(board(ended, off), true)).toBe('maintenance');
    expect(viewOf(board(ended, off, maintenance), true)).toBe('maintenance-page');
    expect(viewOf(board(ended, off, maintenance, { type: 'gone' }), true)).toBe('not-found');
  });

  it('waits for rates, or for the connection, only while it has none', () => {
    expect(viewOf(board(profile()), true)).toBe('waiting');
    expect(viewOf(board(profile(), { type: 'lost' }), true)).toBe('no-connection');
    expect(viewOf(board(profile(), prices('live'), { type: 'lost' }), true)).toBe('rates');
  });

  it('is idle when nothing is switched on, but not when the shop has rows of its own', () => {
    expect(viewOf(board(profile(NO_MARKET), prices('live')), true)).toBe('idle');
    const tables: BoardAction = { type: 'custom-tables', value: [row(1, 'Coin', 1)] };
    const own = board(profile(NO_MARKET), tables);
    expect(viewOf(own, true)).toBe('rates');
    expect(standOf(own)).toBe('shop');
  });

  it('shows a board of defaults when the shop can not be asked for', () => {
    expect(viewOf(board(prices('live')), true)).toBe('rates');
  });
});

describe('how the rates stand', () => {
  it("is the market's state while the server says so", () => {
    for (const state of ['live', 'delayed', 'closed', 'stale', 'sample'] as const)
      expect(standOf(board(profile(), prices(state)))).toBe(state);
    for (const fixed of [LISTED, HELD])
      expect(standOf(board(profile(), { type: 'prices', value: rates(fixed) }))).toBe(fixed.state);
  });

  it('is never live when nobody confirms it', () => {
    const live = board(profile(), prices('live'));
    expect(standOf(boardReducer(live, { type: 'prices-failed' }))).toBe('stale');
    expect(standOf(boardReducer(live, { type: 'lost' }))).toBe('offline');
    // The server can be reached again, but the rates are still those from before.
    expect(standOf([{ type: 'lost' } as const, reached].reduce(boardReducer, live))).toBe('stale');
    expect(standOf({ ...live, link: 'starting' })).toBe('offline');
  });

  it('stays a sample, whatever else is wrong', () => {
    const sample = board(profile(), prices('sample'));
    expect(standOf(boardReducer(sample, { type: 'prices-failed' }))).toBe('sample');
    expect(railWords(boardReducer(sample, { type: 'lost' }), NOW)).toMatchObject({ word: 'Sample data', tag: 'Sample' });
  });
});

describe("the rail's words", () => {
  const words = (...actions: BoardAction[]) => railWords(board(profile(), ...actions), NOW);

  it('tell the state and its time', () => {
    expect(words(prices('live'))).toMatchObject({ word: 'Live', sub: 'Updated 4:10 pm', tag: '' });
    expect(words(prices('delayed', '2026-11-20T10:32:00.000Z'))).toMatchObject({ word: 'Delayed', sub: 'Last rate 4:02 pm' });
    expect(words(prices('closed', '2026-11-19T18:00:00.000Z'))).toMatchObject({
      word: 'Market closed',
      sub: 'Rate of 11:30 pm, Thursday',
    });
    expect(words(prices('stale', '2026-11-20T06:12:00.000Z'))).toMatchObject({
      word: 'Rate as of 11:42 am',
      sub: 'New rates are late. We keep asking.',
      tag: '11:42 am',
    });
    expect(words(prices('live', '2026-11-19T06:12:00.000Z'), { type: 'lost' })).toMatchObject({
      word: 'Rate as of 11:42 am, 19 November',
      sub: 'No connection. Reconnecting.',
    });
    expect(words(prices('sample'))).toMatchObject({ word: 'Sample data', sub: 'Not market rates. For demonstration only.' });
  });

  it('name a list and the time that it was set, with its day unless it is today', () => {
    const listed: BoardAction = { type: 'prices', value: rates(LISTED) };
    expect(words(listed)).toMatchObject({ word: 'Zaveri Association rate, set 9:40 am', sub: '', tag: '' });
    const tomorrow = NOW + 86_400_000;
    expect(railWords(board(profile(), listed), tomorrow).word).toBe('Zaveri Association rate, set 9:40 am, 20 November');
  });

  it('say of an old list what they say of old rates of the market', () => {
    const { rate_list, lastUpdated } = LISTED;
    const old: BoardAction = { type: 'prices', value: rates({ state: 'stale', rate_list, lastUpdated }) };
    expect(words(old)).toMatchObject({ word: 'Rate as of 9:40 am', sub: 'New rates are late.', tag: '9:40 am' });
  });

  it('say since when and until when rates are held, and that a sample is one all the same', () => {
    const held: BoardAction = { type: 'prices', value: rates(HELD) };
    expect(words(held)).toMatchObject({ word: 'Rate held since 4:10 pm', sub: 'Until 5:10 pm', tag: '' });
    const sample: BoardAction = { type: 'prices', value: rates({ ...HELD, source: SAMPLE_SOURCE }) };
    expect(standOf(board(profile(), sample))).toBe('sample');
    expect(words(sample)).toMatchObject({ word: 'Sample data', sub: 'Rate held since 4:10 pm. Until 5:10 pm', tag: 'Sample' });
  });

  it.each([
    ['a list', LISTED, '9:40 am'],
    ['a hold', HELD, '4:10 pm'],
  ] as const)('call the rates of %s old once nobody confirms them', (_, fixed, time) => {
    const shown: BoardAction = { type: 'prices', value: rates(fixed) };
    expect(standOf(board(profile(), shown, { type: 'prices-failed' }))).toBe('stale');
    expect(words(shown, { type: 'prices-failed' }).word).toBe(`Rate as of ${time}`);
    // Also after its end, which a board without a connection isn't told of.
    const offline = board(profile(), shown, { type: 'lost' });
    expect(railWords(offline, NOW + 7_200_000)).toMatchObject({
      word: `Rate as of ${time}`,
      sub: 'No connection. Reconnecting.',
      tag: time,
    });
  });

  it('say what the numbers are', () => {
    expect(words(prices('live'))).toMatchObject({
      note: 'Mumbai rates, before GST and making',
      shortNote: 'Mumbai, before GST',
    });
    const detailed: BoardAction = { type: 'detailed-prices', value: rates({ source: 'API + Import Duty Only' }) };
    expect(words(detailed).note).toBe('API + Import Duty Only, before GST and making');
  });

  it("say nothing of what is in the shop's own rows, which nobody here knows", () => {
    const own = board(prices('live'), profile(NO_MARKET), { type: 'custom-tables', value: [row(1, 'Coin', 1)] });
    expect(railWords(own, NOW)).toMatchObject({ word: 'Shop rates', note: '', shortNote: '' });
  });

  it("give the shop's own rows the time they were heard last, when they are all there is", () => {
    const own = board(profile(NO_MARKET), { type: 'custom-tables', value: [row(1, 'Coin', 1)] }, { type: 'lost' });
    expect(railWords(own, NOW)).toMatchObject({ word: 'Rate as of 4:10 pm', tag: '4:10 pm' });
  });
});
