import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { entriesFor, entriesOf, fieldsOf, firstOf, laterOf, namesOf } from './tables.js';

const table = {
  gold: { isFromFirstRelease: true },
  platinum: { isFromFirstRelease: false },
  silver: { isFromFirstRelease: true },
} as const;

describe('an entry that came after the first release', () => {
  it('is one of the table', () => {
    expect(namesOf(table)).toEqual(['gold', 'platinum', 'silver']);
    expect([firstOf(table), laterOf(table)]).toEqual([['gold', 'silver'], ['platinum']]);
  });

  it('may be missing in what another release has written, where the others may not', () => {
    const schema = z.object(fieldsOf(table, '_margin', z.number()));
    expect(schema.parse({ silver_margin: 2, gold_margin: 1 })).toEqual({ gold_margin: 1, silver_margin: 2 });
    expect(Object.keys(schema.parse({ platinum_margin: 3, silver_margin: 2, gold_margin: 1 }))).toEqual([
      'gold_margin',
      'platinum_margin',
      'silver_margin',
    ]);
    expect(schema.safeParse({ platinum_margin: 3, silver_margin: 2 }).success).toBe(false);
    expect(schema.safeParse({ platinum_margin: '3', silver_margin: 2, gold_margin: 1 }).success).toBe(false);
  });

  it('has a value of its own', () => {
    const enabled = { gold_enabled: true, platinum_enabled: false, silver_enabled: true };
    expect(entriesFor(table, '_enabled', true, false)).toEqual(enabled);
  });

  it('is passed over where a record lacks it', () => {
    const names = namesOf(table);
    expect(
      entriesOf<(typeof names)[number], { gold: number; silver: number; platinum?: number }>({ gold: 1, silver: 2 }, names),
    ).toEqual([
      ['gold', 1],
      ['silver', 2],
    ]);
    expect(entriesOf({ gold: 1, silver: 2, platinum: 0, other: 4 }, names)).toEqual([
      ['gold', 1],
      ['platinum', 0],
      ['silver', 2],
    ]);
  });
});
