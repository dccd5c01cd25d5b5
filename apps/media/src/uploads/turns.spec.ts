import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('run so many at once, in the order they came, and go on after one that failed', async () => {
    const turns = new Turns(2);
    const done: number[] = [];
    let [running, most] = [0, 0];
    const work = (turn: number) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(turn);
      if (turn % 3 === 0) throw new Error('failed');
      return turn;
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((turn) => turns.run(work(turn))));
    expect([most, done]).toEqual([2, [0, 1, 2, 3, 4, 5, 6]]);
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, false, true, true, false]);
  });
});
