import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { importDuty, importDutyOf, type StateKey } from '@sarafa/contracts';
import type { StateCache } from '@sarafa/server';
import { BoardAnswers } from './board-answers.js';
import type { PriceAnswers } from './price-answers.js';
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
