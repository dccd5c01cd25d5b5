/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { baseQuery } from '../shared/requests/base-query.js';
import { askingClosed, pageShown, sessionEnd, sessionEnded } from '../shared/session/session.js';
import { draftChanged, keepDraftsOverReloads, pageCrashed } from '../shared/kept/kept-draft.js';
import { isSomethingTyped } from '../shared/typed.js';
import { SHOP_ID } from '../testing/fixtures.js';
import { followOtherTabs, makeStore, type PortalStore } from './store.js';

const keepToken = (token: string) => localStorage.setItem('token', token);
const tokens = (store: PortalStore) => [store.getState().session.current?.token, localStorage.getItem('token')];

beforeEach(() => {
  keepToken('first');
  localStorage.setItem('role', 'user');
  localStorage.setItem('userId', SHOP_ID);
});
afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
});

it('a session that ends in one tab leaves the newer one of another tab, and goes on with it', () => {
  const store = makeStore();
  keepToken('newer');
  store.dispatch(sessionEnded());
  expect(tokens(store)).toEqual(['newer', 'newer']);
  store.dispatch(sessionEnded());
  expect(tokens(store)).toEqual([undefined, null]);
});

it('a session whose end nobody wants to hear of any more goes on with the newer one of another tab, too', () => {
  const store = makeStore();
  store.dispatch(pageShown());
  store.dispatch(sessionEnded());
  store.dispatch(askingClosed());
  keepToken('newer');
  store.dispatch({ type: 'anything' });
  expect([tokens(store), sessionEnd(store.getState())]).toEqual([['newer', 'newer'], null]);
});

it('whoever signs in next doesn’t see what was typed before', () => {
  const store = makeStore();
  store.dispatch(draftChanged({ form: 'own list', draft: { changes: {} } }));
  // Nor does a reload take it away, though its field may be on no page now.
  expect(isSomethingTyped()).toBe(true);
  store.dispatch(sessionEnded());
  expect([store.getState().drafts, isSomethingTyped()]).toEqual([{}, false]);
});

it('what was typed is there again after a reload within the hour, in the same release, for the same person, and where it hasn’t crashed the page', () => {
  const leave = () => dispatchEvent(new Event('pagehide'));
  const loaded = (owner: string) => {
    const store = makeStore();
    keepDraftsOverReloads(store, () => owner);
    return store;
  };
  loaded('lotus 1').dispatch(draftChanged({ form: 'estimate', draft: { paid: 500 } }));
  const showsItself = pageCrashed();
  leave();
  expect(sessionStorage).toHaveLength(0);
  showsItself();
  leave();
  expect(sessionStorage).toHaveLength(1);
  // A tab that is looked at keeps nothing: a sign-out leaves nothing behind.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sessionStorage).toHaveLength(0);
  leave();
  const [kept] = Object.values(sessionStorage) as string[];
  const restored = (owner: string) => {
    sessionStorage.setItem('sarafa.drafts', kept!);
    return loaded(owner).getState().drafts;
  };
  expect(restored('lotus 1')).toEqual({ estimate: { paid: 500 } });
  expect(sessionStorage).toHaveLength(0);
  expect(restored('lotus 2')).toEqual({});
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  expect(restored('lotus 1')).toEqual({});
});

it('a page that comes back by the Back button has the session of the other tabs', () => {
  const store = makeStore();
  followOtherTabs(store);
  keepToken('newer');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(tokens(store)).toEqual(['newer', 'newer']);
});

it.each([
  ['our server', JSON.stringify({ statusCode: 401, code: 'UNAUTHENTICATED', message: 'Sign in', requestId: 'r' }), undefined],
  ['a proxy', '<h1>Proxy Authentication</h1>', 'first'],
])('a 401 of %s ends a session only if it is ours', async (_, body, token) => {
  const store = makeStore();
  globalThis.fetch = () =>
    Promise.resolve({ status: 401, headers: new Headers(), json: async () => JSON.parse(body) } as Response);
  const { signal } = new AbortController();
  await baseQuery({ route: 'GET /user/profile/me' }, { ...store, signal, type: 'query' });
  expect(tokens(store)[0]).toBe(token);
});
