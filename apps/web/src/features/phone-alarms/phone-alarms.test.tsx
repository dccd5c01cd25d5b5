/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { FakePush } from '../../testing/fake-push.js';
import { SHOP_ID } from '../../testing/fixtures.js';
import { keepPhone } from '../../shared/kept-phone/kept-phone.js';
import {
  ADMIN_ID,
  closePortal,
  enter,
  isOff,
  keptAs,
  openAdmin,
  openPart,
  openPortal,
  openShop,
  shopApi,
} from '../../testing/portal.js';
import { PhoneAlarms } from './phone-alarms.js';

const PHONES = '/screens/push-subscriptions';
const ID = 'b'.repeat(24);
const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' } as const;
const user = userEvent.setup();
let api: FakeApi;
let push: FakePush;

const withPhones = () =>
  shopApi()
    .reply('GET', '/screens/push-key', { key: 'AQID' })
    .reply('POST', PHONES, { message: texts.screens.subscribed, id: ID })
    .reply('DELETE', `${PHONES}/${ID}`, { message: texts.screens.unsubscribed });

beforeEach(() => {
  push = new FakePush().install();
  api = withPhones();
});
afterEach(() => {
  closePortal();
  push.uninstall();
});

const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Tell this phone when a screen goes dark/ });
const paths = { path: '/screens', lists: '/lists' };
const label = 'Tell this phone when a screen goes dark';
const open = () => openPart((own) => <PhoneAlarms userId={own.id} paths={paths} label={label} hint="" />);
const opened = async (opening = open) => {
  await opening();
  await waitFor(() => expect(isOff(toggle())).toBe(false));
};
const turnedOn = async (opening = open) => {
  await opened(opening);
  await user.click(toggle());
  await screen.findByText('Alarms come to this device.');
};
const changePassword = async () => {
  const answer = { token: 'fresh', role: 'user', userId: SHOP_ID, message: 'Password changed' };
  api.reply('PUT', '/auth/password', answer);
  await user.click(screen.getByRole('button', { name: 'Your account' }));
  await enter(await screen.findByLabelText('Current password'), 'the right one');
  await enter(screen.getByLabelText('New password'), 'another password');
  await user.keyboard('{Enter}');
};

describe('alarms on this device', () => {
  it('are switched on: permission, worker, key, server', async () => {
    await opened();
    expect([toggle().checked, push.registered]).toEqual([false, []]);
    await user.click(toggle());
    await screen.findByText('Alarms come to this device.');
    expect(toggle().checked).toBe(true);
    expect(push.registered).toEqual(['/sw.js']);
    expect([...new Uint8Array(push.subscription!.options.applicationServerKey!)]).toEqual([1, 2, 3]);
    expect((await api.next('POST', PHONES)).body).toEqual({
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'cDI1', auth: 'YXV0' },
    });
    expect(push.kept()).toEqual({ language: 'en', ...paths });
  });

  it('can be switched on where the browser couldn’t say whether they are', async () => {
    await turnedOn();
    closePortal();
    keptAs('user');
    keepPhone({ id: ID, userId: SHOP_ID });
    const { getRegistration } = navigator.serviceWorker;
    navigator.serviceWorker.getRegistration = () => Promise.reject(new DOMException('The worker is gone', 'InvalidStateError'));
    await opened();
    expect(toggle().checked).toBe(false);
    await screen.findByText(/^Alarms couldn’t be switched on/);
    navigator.serviceWorker.getRegistration = getRegistration;
    await user.click(toggle());
    await screen.findByText('Alarms come to this device.');
  });

  it('wait for a worker that is still being installed, and fail with it', async () => {
    push.isInstalling = true;
    await opened();
    await user.click(toggle());
    await waitFor(() => expect(push.registered).toHaveLength(1));
    expect(push.subscription).toBeNull();
    push.settle('redundant');
    await screen.findByText('Alarms couldn’t be switched on here.');
    await user.click(toggle());
    push.settle('activated');
    await screen.findByText('Alarms come to this device.');
  });

  it('are on still when the page is opened again, and are told to the server anew', async () => {
    await turnedOn();
    const { subscription } = push;
    const kept = localStorage.getItem('sarafa.alarms')!;
    closePortal();
    api = withPhones();
    localStorage.setItem('sarafa.alarms', kept);
    await opened();
    expect(toggle().checked).toBe(true);
    await api.next('POST', PHONES);
    expect(push.subscription).toBe(subscription);
  });

  it('are subscribed to anew where the server’s key was replaced, without which no alarm would come', async () => {
    await push.keptFor(SHOP_ID, ID);
    const other = 'c'.repeat(24);
    api
      .reply('GET', '/screens/push-key', { key: 'BAUG' })
      .reply('POST', PHONES, { message: texts.screens.subscribed, id: other });
    await opened();
    await screen.findByText('Alarms come to this device.');
    expect([...new Uint8Array(push.subscription!.options.applicationServerKey!)]).toEqual([4, 5, 6]);
    expect((await api.next('POST', PHONES)).body).toMatchObject({ endpoint: 'https://push.example/2' });
    await waitFor(() => expect(api.sent('DELETE', `${PHONES}/${ID}`)).toHaveLength(1));
  });

  it('follow what is allowed in the device’s settings meanwhile, as soon as somebody looks at the page again', async () => {
    await push.keptFor(SHOP_ID, ID);
    await opened();
    await screen.findByText('Alarms come to this device.');
    const look = () => fireEvent(document, new Event('visibilitychange'));
    push.permission = 'denied';
    push.subscription = null;
    look();
    await screen.findByText(/^Notifications of this site are blocked/);
    push.permission = 'granted';
    look();
    await screen.findByText('Alarms come to this device.');
    expect(push.subscription).not.toBeNull();
  });

  it.each(['estimate', 'card'])('are told to the server also on the shop’s page of its %s', async (page) => {
    await push.keptFor(SHOP_ID, ID);
    openPortal(`/user-dashboard/${SHOP_ID}/${page}`);
    await api.next('POST', PHONES);
  });

  it('are on again where the browser has given its subscription up, unless it asks the person anew', async () => {
    await turnedOn();
    for (const permission of ['granted', 'default'] as const) {
      const kept = localStorage.getItem('sarafa.alarms')!;
      closePortal();
      api = withPhones();
      localStorage.setItem('sarafa.alarms', kept);
      push.subscription = null;
      push.permission = permission;
      await opened();
      expect([toggle().checked, push.subscription !== null]).toEqual(Array(2).fill(permission === 'granted'));
    }
  });

  it('are another shop’s, so this one begins anew', async () => {
    await turnedOn();
    closePortal();
    api = withPhones();
    localStorage.setItem('sarafa.alarms', JSON.stringify({ id: ID, userId: 'f'.repeat(24) }));
    await opened();
    expect(toggle().checked).toBe(false);
    await user.click(toggle());
    await screen.findByText('Alarms come to this device.');
    expect((await api.next('POST', PHONES)).body).toMatchObject({ endpoint: 'https://push.example/2' });
  });

  it('are switched off, at the server and here', async () => {
    await turnedOn();
    await user.click(toggle());
    await waitFor(() => expect(toggle().checked).toBe(false));
    expect(api.sent('DELETE', `${PHONES}/${ID}`)).toHaveLength(1);
    expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
  });

  it('are off too when the server knows them no more, and stay on when it doesn’t answer', async () => {
    await turnedOn();
    api.refuse('DELETE', `${PHONES}/${ID}`, DOWN);
    await user.click(toggle());
    await screen.findByText('Alarms couldn’t be switched off here. This part of the service is down');
    expect(toggle().checked).toBe(true);
    api.refuse('DELETE', `${PHONES}/${ID}`, { status: 404, code: 'NOT_FOUND', message: 'Gone' });
    await user.click(toggle());
    await waitFor(() => expect(toggle().checked).toBe(false));
  });

  it('stay off when the server takes no more devices, and the browser forgets them', async () => {
    api.refuse('POST', PHONES, { status: 409, code: 'CONFLICT', message: texts.screens.tooManyPhones });
    await opened();
    await user.click(toggle());
    await screen.findByText(`Alarms couldn’t be switched on here. ${texts.screens.tooManyPhones}`);
    expect([toggle().checked, push.subscription]).toEqual([false, null]);
  });

  it('stay off when the browser’s push service fails', async () => {
    push.fails = true;
    await opened();
    await user.click(toggle());
    await screen.findByText('Alarms couldn’t be switched on here.');
    expect(api.sent('POST', PHONES)).toEqual([]);
  });

  it('stay off when the question is closed or refused', async () => {
    push.answer = 'default';
    await opened();
    await user.click(toggle());
    await screen.findByText('The question was closed without an answer. Switch it on again and choose Allow.');
    push.answer = 'denied';
    await user.click(toggle());
    await screen.findByText(/^Notifications of this site are blocked/);
    expect([isOff(toggle()), push.registered]).toEqual([true, []]);
  });

  it('are told to the server anew by the token of a new password, without which they would end', async () => {
    await turnedOn(openShop);
    await changePassword();
    await waitFor(() => expect(api.sent('POST', PHONES).map(({ token }) => token)).toContain('fresh'));
    expect(push.subscription).not.toBeNull();
    const dashboard = `/user-dashboard/${SHOP_ID}`;
    expect(push.kept()).toEqual({ language: 'en', path: `${dashboard}#screens`, lists: `${dashboard}#own-list` });
  });

  it('of an admin are told to the server on each page, and end when the admin signs out', async () => {
    await push.keptFor(ADMIN_ID, ID);
    await openAdmin('/admin');
    await waitFor(() => expect(api.sent('POST', PHONES)).toHaveLength(1));
    await waitFor(() => expect(push.kept()).toMatchObject({ lists: '/admin/rate-lists' }));
    await user.click(screen.getByRole('link', { name: 'Rate Lists' }));
    await waitFor(() => expect(isOff(screen.getByRole('switch', { name: /^Tell this device of lists/ }))).toBe(false));
    expect(api.sent('POST', PHONES)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(api.sent('DELETE', `${PHONES}/${ID}`)).toHaveLength(1));
    expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
  });

  it('are told to the server until it hears, also of a new password, and are off meanwhile', async () => {
    await turnedOn(openShop);
    api.refuse('POST', PHONES, DOWN);
    await changePassword();
    await screen.findByText('Alarms couldn’t be switched on here. This part of the service is down');
    expect(screen.queryByText('Alarms come to this device.')).toBeNull();
    api.reply('POST', PHONES, { message: texts.screens.subscribed, id: ID });
    await screen.findByText('Alarms come to this device.');
    expect(screen.queryByText(/^Alarms couldn’t be switched on here/)).toBeNull();
    expect(api.sent('POST', PHONES).at(-1)!.token).toBe('fresh');
  });

  it.each<[string, () => unknown]>([
    ['the network is back', () => fireEvent(window, new Event('online'))],
    ['somebody looks at the page again', () => fireEvent(document, new Event('visibilitychange'))],
  ])('are told to the server at once when %s', async (_, given) => {
    await push.keptFor(SHOP_ID, ID);
    api.refuse('POST', PHONES, DOWN);
    await opened();
    await screen.findByText('Alarms couldn’t be switched on here. This part of the service is down');
    expect(toggle().checked).toBe(false);
    api.reply('POST', PHONES, { message: texts.screens.subscribed, id: ID });
    given();
    await waitFor(() => expect(toggle().checked).toBe(true));
    expect(push.subscription).not.toBeNull();
  });

  it('are off when the server refuses what it knew, and it isn’t asked again', async () => {
    await push.keptFor(SHOP_ID, ID);
    api.refuse('POST', PHONES, { status: 409, code: 'CONFLICT', message: texts.screens.tooManyPhones });
    await opened(openShop);
    await screen.findByText(`Alarms couldn’t be switched on here. ${texts.screens.tooManyPhones}`);
    fireEvent(window, new Event('online'));
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    expect(api.sent('POST', PHONES)).toHaveLength(1);
  });

  it('stay off when they are switched off while the server is being told', async () => {
    await turnedOn(openShop);
    const release = api.hold('POST', PHONES);
    await changePassword();
    await waitFor(() => expect(api.sent('POST', PHONES)).toHaveLength(2));
    await user.keyboard('{Escape}');
    await user.click(toggle());
    await waitFor(() => expect(toggle().checked).toBe(false));
    release();
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
  });

  it('end when the person signs out here, at the server with the token that is still good', async () => {
    await turnedOn(openShop);
    const token = localStorage.getItem('token')!;
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(api.sent('DELETE', `${PHONES}/${ID}`).map((asked) => asked.token)).toEqual([token]);
    expect([push.subscription, localStorage.getItem('sarafa.alarms'), localStorage.getItem('token')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each<[string, () => unknown]>([
    ['hangs', () => api.hold('DELETE', `${PHONES}/${ID}`)],
    ['can’t be reached', () => (api.isAway = true)],
  ])('end in the browser, and nobody waits to be signed out, while the server %s', async (_, given) => {
    await turnedOn(openShop);
    given();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
  });

  it('end before the person signs out everywhere, and are off when that fails', async () => {
    await turnedOn(openShop);
    api.refuse('POST', '/auth/logout-all', DOWN);
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    await api.next('POST', '/auth/logout-all');
    const paths = api.asked.map(({ method, path }) => `${method} ${path}`);
    expect(paths.indexOf(`DELETE ${PHONES}/${ID}`)).toBeGreaterThan(-1);
    expect(paths.indexOf(`DELETE ${PHONES}/${ID}`)).toBeLessThan(paths.indexOf('POST /auth/logout-all'));
    expect(push.subscription).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(toggle().checked).toBe(false));
  });

  it.each<[string, () => void, RegExp]>([
    ['blocked before', () => (push.permission = 'denied'), /^Notifications of this site are blocked/],
    ['without TLS', () => push.without('isSecureContext'), /^Notifications need an address that begins with https/],
    ['in an old browser', () => push.without('PushManager'), /^This browser can’t show notifications/],
    ['on an iPhone’s page', () => push.asApplePhone(), /^On an iPhone or iPad, first add this page to the home screen/],
  ])('can’t be switched on, %s', async (_, given, text) => {
    given();
    await open();
    screen.getByText(text);
    expect(isOff(toggle())).toBe(true);
    await user.click(toggle());
    expect(push.registered).toEqual([]);
  });
});
