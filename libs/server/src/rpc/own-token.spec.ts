import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AppError } from '@sarafa/contracts';
import { OwnToken } from './own-token.js';
import type { PublishedKeys } from '../sessions/tokens.js';

const HOUR_S = 3_600;
let keys: Map<string, unknown> | undefined;
let answers: (() => Promise<{ token: string; life_s: number }>) | undefined;
let asked: number;
let own: OwnToken;

beforeEach(() => {
  jest.useFakeTimers();
  [keys, answers, asked] = [new Map([['a', {}]]), undefined, 0];
  const current = () => (keys ? Promise.resolve(keys) : Promise.reject(new AppError('UNAVAILABLE', 'away')));
  own = new OwnToken({ current } as unknown as PublishedKeys, async () => {
    asked++;
    return answers ? answers() : { token: tokenOf(asked), life_s: HOUR_S };
  });
});
afterEach(() => void jest.useRealTimers());

/** A token that names the key `kid`. */
const tokenOf = (number: number, kid = 'a') =>
  [{ alg: 'ES256', kid }, { number }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.c';
const away = () => Promise.reject(new AppError('UNAVAILABLE', 'away'));

it('is asked for once, however many calls need it', async () => {
  expect(await Promise.all([own.current(), own.current()])).toEqual([tokenOf(1), tokenOf(1)]);
  expect(await own.current()).toBe(tokenOf(1));
  expect(asked).toBe(1);
});

it('is another one in the second half of its life, and after a refusal that may be due to it', async () => {
  await own.current();
  jest.advanceTimersByTime((HOUR_S / 2) * 1_000);
  // Nobody waits for it.
  expect([await own.current(), await own.current()]).toEqual([tokenOf(1), tokenOf(2)]);
  own.doubt();
  expect([await own.current(), await own.current()]).toEqual([tokenOf(2), tokenOf(3)]);
});

it('is none while its key is gone, also where a service that does not know that yet has signed it', async () => {
  await own.current();
  keys = new Map([['b', {}]]);
  expect(await own.current()).toBeUndefined();
  answers = () => Promise.resolve({ token: tokenOf(2, 'b'), life_s: HOUR_S });
  expect(await own.current()).toBe(tokenOf(2, 'b'));
});

it('lasts to its end while nobody signs another one, and then there is none', async () => {
  await own.current();
  answers = away;
  jest.advanceTimersByTime(HOUR_S * 1_000 - 1);
  expect(await own.current()).toBe(tokenOf(1));
  jest.advanceTimersByTime(1);
  expect(await own.current()).toBeUndefined();
  answers = undefined;
  expect(await own.current()).toBe(tokenOf(asked));
});

it('is not asked for while no keys are known', async () => {
  keys = undefined;
  expect([await own.current(), asked]).toEqual([undefined, 0]);
});
