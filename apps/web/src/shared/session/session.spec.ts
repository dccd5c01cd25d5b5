/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { keepSession, keptSession } from './session.js';

afterEach(() => {
  jest.restoreAllMocks();
  keepSession(null);
});

it('a session of which the browser takes only a part lasts as long as the page', () => {
  const set = Storage.prototype.setItem;
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (name !== 'token') throw new DOMException('It is full.', 'QuotaExceededError');
    set.call(this, name, value);
  });
  const session = { token: 'first', role: 'admin', userId: 'a'.repeat(24) } as const;
  keepSession(session);
  expect([keptSession(), localStorage.getItem('token')]).toEqual([session, null]);
});
