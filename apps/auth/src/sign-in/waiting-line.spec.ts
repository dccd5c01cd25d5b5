import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { texts } from '@sarafa/contracts';
import { WaitingLine } from './waiting-line.js';

/** For attempts whose questions aren't answered too late. */
const noEnd = () => Promise.reject(new Error('Nothing has begun too late'));

describe('a line of tries', () => {
  afterEach(() => void jest.useRealTimers());

  /** Room for `most` attempts at once; each attempt asks for its own place. */
  const room = (most: number) => {
    const seen = { asked: 0, atOnce: 0, most: 0 };
    const begin = async () => {
      seen.asked++;
      await setImmediate();
      if (seen.atOnce >= most) return false;
      seen.most = Math.max(seen.most, ++seen.atOnce);
      return true;
    };
    return { seen, begin };
  };
  const tried = async (line: WaitingLine, network: string, { seen, begin }: ReturnType<typeof room>) => {
    await line.enter(network, begin, noEnd);
    // Long enough for other attempts to begin meanwhile.
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    seen.atOnce--;
    line.left(network);
  };

  it('lets as many run side by side as there is room for, in turn, for one question each time one ends', async () => {
    const [line, of] = [new WaitingLine(), room(3)];
    await Promise.all(Array.from({ length: 50 }, () => tried(line, 'a', of)));
    expect(of.seen.most).toBe(3);
    expect(of.seen.asked).toBeLessThanOrEqual(150);
  });

  it('refuses at once whoever would stand too far behind, and nobody of another network', async () => {
    const line = new WaitingLine();
    let isFull = true;
    const begin = async () => Promise.resolve(!isFull);
    const results = Array.from({ length: 1_000 }, () =>
      line.enter('a', begin, noEnd).then(
        () => 'in',
        (error: unknown) => error,
      ),
    );
    await line.enter('b', () => Promise.resolve(true), noEnd);
    const refused = (await Promise.all(results.slice(60))) as object[];
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'UNAVAILABLE', message: texts.accounts.busy, retryAfterSeconds: 5 });
    }
    isFull = false;
    line.left('a');
    expect(new Set(await Promise.all(results.slice(0, 60)))).toEqual(new Set(['in']));
  });

  it('goes on behind one whose question hangs', async () => {
    jest.useFakeTimers();
    const line = new WaitingLine();
    const hung = line.enter('a', () => new Promise(() => {}), noEnd);
    const next = line.enter('a', () => Promise.resolve(true), noEnd);
    const refused = expect(hung).rejects.toMatchObject({ code: 'UNAVAILABLE', message: texts.errors.partDown });
    await jest.advanceTimersByTimeAsync(2_000);
    await refused;
    await next;
  });

  it('gives a place back that it has got too late', async () => {
    jest.useFakeTimers();
    const line = new WaitingLine();
    const ended: string[] = [];
    const late = async (network: string, outcome: () => boolean | Promise<boolean>) => {
      let answer = () => {};
      const begin = () => new Promise<boolean>((resolve) => (answer = () => resolve(outcome())));
      const refused = line.enter(network, begin, async () => void ended.push(network));
      await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      answer();
      await setImmediate();
    };
    const all = Promise.all([
      late('none', () => false),
      late('got', () => true),
      late('away', () => Promise.reject(new Error('away'))),
    ]);
    await jest.advanceTimersByTimeAsync(2_000);
    await all;
    expect(ended).toEqual(['got']);
  });

  it('looks again by itself: others may end elsewhere', async () => {
    const line = new WaitingLine();
    let asked = 0;
    await line.enter('a', () => Promise.resolve(++asked === 3), noEnd);
    expect(asked).toBe(3);
  });

  it('tells each what its own question met, and goes on', async () => {
    const line = new WaitingLine();
    const slowed = line.enter('a', () => Promise.reject(new Error('slowed down')), noEnd);
    const next = line.enter('a', () => Promise.resolve(true), noEnd);
    await expect(slowed).rejects.toThrow('slowed down');
    await next;
  });

  it('is forgotten when nobody stands in it', async () => {
    const [line, of] = [new WaitingLine(), room(2)];
    await Promise.all(Array.from({ length: 5 }, () => tried(line, 'a', of)));
    expect((line as unknown as { lines: Map<string, unknown> }).lines.size).toBe(0);
  });
});
