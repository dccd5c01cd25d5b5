import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AppError } from '@sarafa/contracts';
import { OwnToken } from './own-token.js';
import type { PublishedKeys } from './tokens.js';

const HOUR_S = 3_600;
let keys: object | undefined;
let answers: (() => Promise<{ token: string; life_s: number }>) | undefined;
let asked: number;
let own: OwnToken;

beforeEach(() => {
  jest.useFakeTimers();
  [keys, answers, asked] = [{}, undefined, 0];
  const current = () => (keys ? Promise.resolve(keys) : Promise.reject(new AppError('UNAVAILABLE', 'away')));
  own = new OwnToken({ current } as unknown as PublishedKeys, async () => {
    asked++;
    return answers ? answers() : { token: `token ${asked}`, life_s: HOUR_S };
  });
});
afterEach(() => void jest.useRealTimers());

const away = () => Promise.reject(new AppError('UNAVAILABLE', 'away'));

it('is asked for once, however many calls need it', async () => {
  expect(await Promise.all([own.current(), own.current()])).toEqual(['token 1', 'token 1']);
  expect(await own.current()).toBe('token 1');
  expect(asked).toBe(1);
});

it('is another one in the second half of its life, and when keys have changed', async () => {
  await own.current();
  jest.advanceTimersByTime((HOUR_S / 2) * 1_000);
  // Nobody waits for it.
  expect([await own.current(), await own.current()]).toEqual(['token 1', 'token 2']);
  keys = {};
  expect(await own.current()).toBe('token 3');
});

it('lasts to its end while nobody signs another one, and then there is none', async () => {
  await own.current();
  answers = away;
  jest.advanceTimersByTime(HOUR_S * 1_000 - 1);
  expect(await own.current()).toBe('token 1');
  jest.advanceTimersByTime(1);
  expect(await own.current()).toBeUndefined();
  answers = undefined;
  expect(await own.current()).toBe(`token ${asked}`);
});

it('is not asked for while no keys are known', async () => {
  keys = undefined;
  expect([await own.current(), asked]).toEqual([undefined, 0]);
});
