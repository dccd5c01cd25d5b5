/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { registerServiceWorker } from './register-service-worker.js';

const MINUTE_MS = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('is registered again until there is a worker, and then looks for another one once an hour', async () => {
  const update = jest.fn(async () => undefined);
  const register = jest.fn<() => Promise<{ update: typeof update }>>().mockRejectedValue(new TypeError('502'));
  const serviceWorker: { register: typeof register; controller?: object } = { register };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  registerServiceWorker();
  await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(register).toHaveBeenCalledTimes(3);
  register.mockResolvedValue({ update });
  serviceWorker.controller = {};
  await jest.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect([register.mock.calls.length, update.mock.calls.length]).toEqual([4, 1]);
  await jest.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect([register.mock.calls.length, update.mock.calls.length]).toEqual([5, 2]);
});
