import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@sarafa/contracts';
import { Logger } from '@nestjs/common';
import { Metrics } from './metrics.js';

describe('a gauge', () => {
  afterEach(() => {
    Logger.overrideLogger(['error']);
    jest.useRealTimers();
  });

  it('is left out while there is nothing to tell, and never a nought instead', async () => {
    const metrics = new Metrics();
    let age: number | undefined;
    metrics.gauge('age', 'Age.', () => age);
    expect(await metrics.registry.metrics()).not.toMatch(/^age/m);
    age = 3;
    expect(await metrics.registry.metrics()).toMatch(/^age 3$/m);
    age = undefined;
    expect(await metrics.registry.metrics()).not.toMatch(/^age/m);
  });

  it('is left out while it can’t be read or is not told in time, and the others are there', async () => {
    const logged: unknown[] = [];
    const ignore = () => undefined;
    Logger.overrideLogger({ log: ignore, warn: ignore, error: (message: unknown) => void logged.push(message) });
    const metrics = new Metrics();
    const never = new Promise<number>(() => undefined);
    let isAway = true;
    metrics.gauge('broken', 'Broken.', () => {
      if (isAway) throw new AppError('UNAVAILABLE', 'The database is down');
      return (undefined as unknown as Date).getTime();
    });
    metrics.gauge('refused', 'Refused.', () => Promise.reject(new AppError('UNAVAILABLE', 'The database is down')));
    for (const [of, read] of [
      ['a', () => never],
      ['b', () => 2],
    ] as const)
      metrics.level('some', 'Some.', { of }, read);
    metrics.gauge('well', 'Well.', () => 3);
    jest.useFakeTimers();
    const scraped = async () => {
      const answer = metrics.registry.metrics();
      await jest.advanceTimersByTimeAsync(1_500);
      return answer;
    };
    const told = (await scraped()).split('\n').filter((line) => /^[a-z]/.test(line));
    expect(told).toEqual(['some{of="b"} 2', 'well 3']);
    expect(logged).toEqual([]);
    isAway = false;
    for (let scrape = 0; scrape < 2; scrape++) await scraped();
    expect(logged).toEqual([{ metric: 'broken', err: expect.any(TypeError) }]);
  });
});
