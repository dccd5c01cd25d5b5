import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  AppError,
  EVERY_QUOTE,
  importDuty,
  importDutyOf,
  marketStatus,
  newShop,
  priceSettings,
  shopProfile,
  type StateKey,
  tickQuote,
} from '@sarafa/contracts';
import type { StateCache } from '@sarafa/server';
import { BoardAnswers } from './board-answers.js';
import { MarketClock } from './market-clock.js';
import { PriceAnswers } from './price-answers.js';
import type { UnknownShops } from '../gone-ids.js';

describe('the import duty', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('comes with the one in law where boards use another, from the minute in which that law begins', () => {
    jest.useFakeTimers({ now: Date.parse('2026-05-12T18:29:59.999Z') });
    const duty = importDutyOf({ gold: 6, silver: 6 }, '2024-07-23T18:30:00.000Z');
    const stored = { ...duty, changed: ['gold'] };
    const state = {
      peek: (stateKey: StateKey) => (stateKey === importDuty ? stored : undefined),
      nullOnlyIf: () => undefined,
    } as unknown as StateCache;
    const boards = new BoardAnswers(state, {} as PriceAnswers, {} as UnknownShops);
    const answered = () => JSON.parse(boards.importDuty()!.text) as unknown;
    expect(answered()).toEqual({ ...duty, law: null });
    expect(boards.importDuty()).toBe(boards.importDuty());
    jest.setSystemTime(Date.parse('2026-05-12T18:30:00Z'));
    expect(answered()).toEqual({ ...duty, law: { goldImportDuty: 15, silverImportDuty: 15, from: '2026-05-13' } });
  });
});

describe('the state that all boards share', () => {
  it('is kept for good once it is there, also what wasn’t at first', async () => {
    const kept: StateKey[] = [];
    let isAway = true;
    const pin = async (stateKey: StateKey) => {
      if (stateKey === priceSettings && isAway) throw new AppError('UNAVAILABLE', 'away');
      kept.push(stateKey);
    };
    const state = { pin, load: async () => null, nullOnlyIf: () => undefined } as unknown as StateCache;
    const boards = new BoardAnswers(state, {} as PriceAnswers, {} as UnknownShops);
    const times = () => [importDuty, priceSettings].map((stateKey) => kept.filter((one) => one === stateKey).length);
    await boards.load();
    expect(times()).toEqual([1, 0]);
    isAway = false;
    for (let turn = 0; turn < 2; turn++) await boards.load();
    expect(times()).toEqual([1, 1]);
  });
});

describe('a subscription', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is valid until its end, also after a clock that was ahead for a while', () => {
    const id = 'a'.repeat(24);
    const profile = { id, username: 'shop', ...newShop, subscription_end_date: '2027-01-01T00:00:00.000Z' };
    const values = new Map<StateKey, unknown>([[shopProfile, profile]]).set(priceSettings, { dynamicPriceInterval: 5 });
    const state = { peek: (stateKey: StateKey) => values.get(stateKey), nullOnlyIf: () => undefined };
    const boards = new BoardAnswers(state as unknown as StateCache, {} as PriceAnswers, {} as UnknownShops);
    const validAt = (now: string) => {
      jest.useFakeTimers({ now: Date.parse(now) });
      const said = JSON.parse(boards.profile(id)!.text) as { isSubscriptionValid: boolean };
      return [said.isSubscriptionValid, boards.isSubscribed(id)];
    };
    expect(validAt('2026-12-31T23:59:59.999Z')).toEqual([true, true]);
    expect(validAt('2027-01-01T00:00:00.000Z')).toEqual([false, false]);
    expect(() => boards.prices(id)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(validAt('2026-12-31T23:59:59.999Z')).toEqual([true, true]);
  });
});

describe('the rates of the market', () => {
  const said = { price: '400000', at: new Date().toISOString(), source: 'spec', dutyIncluded: false };
  const known: [StateKey, unknown][] = [
    [tickQuote, { seq: 1, sample: false, gold: said, silver: said }],
    [importDuty, importDutyOf({ gold: 6, silver: 6 }, '2024-07-23T18:30:00.000Z')],
    [marketStatus, { updateIntervalMs: 300_000, staleAfterMs: 900_000, hours: 'always' }],
  ];
  const detailed = (values: Map<StateKey, unknown>) => {
    const state = {
      peek: (stateKey: StateKey, id: string) => (stateKey !== tickQuote || id === EVERY_QUOTE ? values.get(stateKey) : null),
      onChange: () => undefined,
      nullOnlyIf: () => undefined,
      revOf: () => -1,
    } as unknown as StateCache;
    const clock = new MarketClock(state);
    const answer = new BoardAnswers(state, new PriceAnswers(state, clock), {} as UnknownShops).detailed();
    clock.onApplicationShutdown();
    return answer && (JSON.parse(answer.text) as { state: string }).state;
  };

  it('are there once the quote, the duty and the time after which quotes are old are all known', () => {
    expect(detailed(new Map(known))).toBe('live');
    for (const [lost] of known) expect(detailed(new Map(known.filter(([key]) => key !== lost)))).toBeUndefined();
  });
});
