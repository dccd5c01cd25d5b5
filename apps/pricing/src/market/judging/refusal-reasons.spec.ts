import { describe, expect, it } from '@jest/globals';
import type { RefusalReason } from '@sarafa/domain';
import { reasonOf, storedReason, wordsOf } from './refusal-reasons.js';

/** The reasons that a replica of the first release knows; any other makes its whole list fail. */
const FIRST_RELEASE: RefusalReason[] = ['currency', 'unit', 'not-positive', 'too-large', 'old', 'future', 'unit-flip', 'jump'];

describe('the reason of a refused quote', () => {
  it.each<RefusalReason>([...FIRST_RELEASE, 'implausible', 'withdrawn'])(
    '%s is stored for every release, and read',
    (reason) => {
      const stored = storedReason(reason);
      expect(FIRST_RELEASE).toContain(stored.reason);
      expect(reasonOf(stored)).toBe(reason);
    },
  );

  it('of a later release is read as the one that is known here, or as none', () => {
    expect(reasonOf({ reason: 'jump', finer_reason: 'of-tomorrow' })).toBe('jump');
    expect(wordsOf(reasonOf({ reason: 'of-tomorrow' }))).toBe('refused');
  });
});
