import { expect, it } from '@jest/globals';
import { due, nightly } from './nightly.js';
import { momentOf } from './vault.js';

/** 2026-11-28 is a Saturday; half past two in India is 21:00 UTC of the day before. */
it.each([
  ['nothing, once there is one of this night', '2026-11-27T21-00-05.000Z', '2026-11-22T00:00:00Z', '2026-11-28T20:59:59Z', []],
  ['a backup, from half past two', '2026-11-26T21-00-05.000Z', '2026-11-22T00:00:00Z', '2026-11-27T21:00:00Z', ['backup']],
  [
    'both, on a Sunday',
    '2026-11-27T21-00-05.000Z',
    '2026-11-22T00:00:00Z',
    '2026-11-28T21:00:00Z',
    ['backup', 'verify-backup'],
  ],
  [
    'a verification that was missed',
    '2026-11-28T21-00-05.000Z',
    '2026-11-22T00:00:00Z',
    '2026-11-28T21:15:00Z',
    ['verify-backup'],
  ],
  ['what was slept through', '2026-11-24T21-00-05.000Z', '2026-11-22T00:00:00Z', '2026-11-27T10:00:00Z', ['backup']],
  [
    'both, where a clock was ahead',
    '2027-06-01T21-00-05.000Z',
    '2027-06-01T21:05:00Z',
    '2026-11-27T10:00:00Z',
    ['backup', 'verify-backup'],
  ],
  ['both, where there was none', undefined, undefined, '2026-11-27T10:00:00Z', ['backup', 'verify-backup']],
])('makes %s', (_what, id, verified, now, expected) => {
  const last = { backup: id ? momentOf(id) : undefined, verification: verified ? new Date(verified) : undefined };
  expect(due(last, new Date(now))).toEqual(expected);
});

it('verifies again each night after a verification that failed', () => {
  const last = { backup: momentOf('2026-11-27T21-00-05.000Z'), verification: new Date('2026-11-26T21:05:00Z') };
  const now = new Date('2026-11-27T21:10:00Z');
  expect([due(last, now), due({ ...last, damage: 'The place was away' }, now)]).toEqual([[], ['verify-backup']]);
});

it('says that the one before was killed, and begins the next one only after a pause, as it may be killed too', async () => {
  const PAUSE_MS = 200;
  const said: unknown[] = [];
  const at: number[] = [];
  const note = (what: unknown) => {
    said.push(what);
    at.push(performance.now());
  };
  const ended = nightly(
    async () => ({ verification: new Date() }),
    async (command) => note(command),
    async (failure) => {
      note(failure);
      if (said.length > 2) throw new Error('enough');
    },
    true,
    PAUSE_MS,
  );
  await expect(ended).rejects.toThrow('enough');
  expect(said.slice(0, 3)).toEqual([expect.stringContaining('killed'), 'backup', undefined]);
  // A timer may come a millisecond early.
  expect(at[1]! - at[0]!).toBeGreaterThan(PAUSE_MS - 5);
});
