import { describe, expect, it } from '@jest/globals';
import { importDutyOf } from '@sarafa/contracts';
import { lawBeside, movesWithDuty } from './duty-law.js';

const BEGINS = Date.parse('2026-05-13T00:00:00+05:30');
const law = (gold: number, silver: number, now: number) =>
  lawBeside(importDutyOf({ gold, silver, platinum: 6.4 }, '1970-01-01T00:00:00.000Z'), now);
const SIX = { goldImportDuty: 6, silverImportDuty: 6, from: '2024-07-24' };
const FIFTEEN = { goldImportDuty: 15, silverImportDuty: 15, from: '2026-05-13' };

describe('the duty in law', () => {
  it('is said where that of gold, of silver, or of both is another one', () => {
    expect([law(5, 6, BEGINS), law(15, 6, BEGINS), law(6, 15, BEGINS)]).toEqual([FIFTEEN, FIFTEEN, FIFTEEN]);
    expect(law(15, 15, BEGINS)).toBeNull();
  });

  it('changes in the minute in which a law begins', () => {
    expect([law(6, 6, BEGINS - 1), law(6, 6, BEGINS)]).toEqual([null, FIFTEEN]);
    expect([law(15, 15, BEGINS - 1), law(15, 15, BEGINS)]).toEqual([SIX, null]);
  });

  it('is one object for as long as it is in force, by which readers notice a change', () => {
    expect(law(5, 6, BEGINS)).toBe(law(5, 6, BEGINS + 1));
  });
});

describe('a new duty', () => {
  const end = new Date(BEGINS + 1).toISOString();
  const shop = { rate_list_id: null, subscription_active: true, subscription_end_date: end };

  it.each([
    [{}, false, BEGINS, true],
    [{ rate_list_id: 'a'.repeat(24) }, false, BEGINS, false],
    [{}, true, BEGINS, false],
    [{}, false, BEGINS + 1, false],
    [{ subscription_active: false }, false, BEGINS, false],
  ])('moves boards of %j, held %s, at %d: %s', (changes, isHeld, at, moves) => {
    expect(movesWithDuty({ ...shop, ...changes }, isHeld, at)).toBe(moves);
  });
});
