import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { PendingTries } from './pending-tries.js';

describe('pending tries', () => {
  /** Tries that all fail, each counted when it ends; the count takes a moment to be read. */
  const failing = (limit: number) => {
    const tries = new PendingTries();
    const seen = { failed: 0, atOnce: 0, most: 0 };
    const left = async () => {
      const free = limit - seen.failed;
      await setImmediate();
      if (free <= 0) throw new Error('slowed down');
      return free;
    };
    const work = async () => {
      seen.most = Math.max(seen.most, ++seen.atOnce);
      await setImmediate();
      seen.failed++;
      seen.atOnce--;
    };
    return { seen, run: (key = 'a') => tries.run(key, left, work) };
  };

  it('are never more than are left, however many come at once', async () => {
    const { seen, run } = failing(3);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => run()));
    expect(seen.failed).toBe(3);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(47);
  });

  it('run side by side while enough are left', async () => {
    const { seen, run } = failing(5);
    await Promise.all([run(), run(), run()]);
    expect(seen.most).toBe(3);
  });

  it('of one key are not asked for again because those of another end', async () => {
    const tries = new PendingTries();
    let isBusy = true;
    const other = async () => {
      while (isBusy)
        await tries.run(
          'b',
          () => Promise.resolve(1),
          () => setImmediate(),
        );
    };
    const others = [other(), other()];
    let asked = 0;
    const left = async () => {
      asked++;
      // Long enough for many of the other key to end, as a database is under load.
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      isBusy = asked < 5;
      return 1;
    };
    expect(await tries.run('a', left, () => Promise.resolve('done'))).toBe('done');
    expect(asked).toBe(1);
    isBusy = false;
    await Promise.all(others);
  });

  it('of a key that has ended are forgotten', async () => {
    const tries = new PendingTries();
    const ok = () =>
      tries.run(
        'a',
        () => Promise.resolve(1),
        () => Promise.resolve('done'),
      );
    expect(await Promise.all([ok(), ok(), ok()])).toEqual(['done', 'done', 'done']);
    expect((tries as unknown as { keys: Map<string, unknown> }).keys.size).toBe(0);
  });
});
