import { describe, expect, it } from '@jest/globals';
import { stateKey } from '@sarafa/contracts';
import { z } from 'zod';
import { StateEntries, type StateEntry } from './state-entries.js';

const key = stateKey('spec/*.thing', z.unknown());
const entryOf = (id: string): StateEntry => ({ stateKey: key, id, rev: 1, value: id, pins: 0, used: true, connection: 0 });

describe('the entries of a state cache', () => {
  const filled = (entries: StateEntries, ids: string[]) => {
    for (const id of ids) {
      entries.add(entryOf(id));
      entries.dropOne();
    }
  };
  const there = (entries: StateEntries, ids: string[]) => ids.filter((id) => entries.of(key, id) !== undefined);

  it('are as many as allowed, and those that were read stay', () => {
    const entries = new StateEntries(3);
    filled(entries, ['a', 'b', 'c']);
    expect(there(entries, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    // Gives each its second chance.
    filled(entries, ['d']);
    entries.of(key, 'b')!.used = true;
    filled(entries, ['e', 'f']);
    expect(there(entries, ['a', 'b', 'c', 'd', 'e', 'f'])).toContain('b');
    expect(entries.all().length).toBeLessThanOrEqual(4);
  });

  it('don’t count while they are in use, so that a new one isn’t dropped before it is used', () => {
    const entries = new StateEntries(3);
    const ids = Array.from({ length: 10 }, (_, index) => `in-use-${index}`);
    const unpins = ids.map((id) => {
      filled(entries, [id]);
      return entries.pin(entries.of(key, id)!);
    });
    filled(entries, ['new', 'newer', 'newest']);
    expect(there(entries, [...ids, 'new', 'newer', 'newest'])).toHaveLength(13);
    for (const unpin of unpins) unpin();
    for (const id of ids) entries.of(key, id)!.used = false;
    filled(entries, ['after', 'later', 'last']);
    expect(there(entries, ids).length).toBeLessThan(10);
  });

  it('stay while one of several users is left', () => {
    const entries = new StateEntries(0);
    entries.add(entryOf('shared'));
    const [one, two] = [entries.pin(entries.of(key, 'shared')!), entries.pin(entries.of(key, 'shared')!)];
    one();
    entries.of(key, 'shared')!.used = false;
    entries.dropOne();
    expect(there(entries, ['shared'])).toEqual(['shared']);
    two();
    entries.dropOne();
    expect(there(entries, ['shared'])).toEqual([]);
  });
});
