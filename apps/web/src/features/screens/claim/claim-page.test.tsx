/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ErrorCode, texts } from '@sarafa/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { FakePush } from '../../../testing/fake-push.js';
import { shop, SHOP_ID, tv } from '../../../testing/fixtures.js';
import { adminsApi, closePortal, enter, fill, keptAs, openPortal, shopApi } from '../../../testing/portal.js';

const PAGE = '/screens/claim?code=abc234';
const CLAIM = '/screens/claim';
const user = userEvent.setup();
let api: FakeApi;

const code = () => screen.getByLabelText<HTMLInputElement>('Code on the TV');
const opened = async (path = PAGE) => {
  openPortal(path);
  await screen.findByRole('heading', { level: 1, name: 'Add a screen' });
};
const add = () => user.click(screen.getByRole('button', { name: 'Add screen' }));
const front = tv(1, { name: 'Front window', state: 'never', seen_at: null, shown: null });

afterEach(closePortal);

describe('a shop that has scanned the code of its TV', () => {
  beforeEach(() => {
    api = shopApi()
      .reply('POST', CLAIM, { message: texts.screens.claimed, screen: front })
      .reply('GET', '/screens/me', [front]);
  });

  it('gives it a name, is told that the rates come, and goes to its screens', async () => {
    await opened();
    expect(code().value).toBe('ABC 234');
    await fill('Name of the screen', ' Front window ');
    await add();
    const done = await screen.findByRole('heading', { level: 1, name: 'Front window is added' });
    expect(document.activeElement).toBe(done);
    screen.getByText(/^In a moment the TV shows what the shop’s boards show\./);
    expect((await api.next('POST', CLAIM)).body).toEqual({ code: 'ABC234', name: 'Front window' });
    const way = screen.getByRole('link', { name: 'To the screens' });
    expect(way.getAttribute('href')).toBe(`/user-dashboard/${SHOP_ID}#screens`);
  });

  it('can add another one, whose code is another', async () => {
    await opened();
    await fill('Name of the screen', 'Front window');
    await add();
    await user.click(await screen.findByRole('button', { name: 'Add another screen' }));
    expect(code().value).toBe('');
    expect(location.search).toBe('');
  });

  it('types the code as the TV shows it, in small letters and own digits too, and mends it in the middle', async () => {
    await opened(CLAIM);
    await user.type(code(), 'xyz-987q');
    expect(code().value).toBe('XYZ 987');
    code().setSelectionRange(1, 2);
    await user.keyboard('k');
    expect(code().value).toBe('XKZ 987');
    expect(code().selectionStart).toBe(2);
    await user.clear(code());
    await user.type(code(), 'abc२३४');
    expect(code().value).toBe('ABC 234');
  });

  it.each([
    ['', 'Code on the TV is required'],
    ['ABC23', 'The code has 6 characters'],
    ['AB0OI1', 'No code has 0, O, I, 1 in it. Please look at the TV again.'],
  ])('is told what is wrong with %j before anybody is asked', async (typed, text) => {
    await opened(CLAIM);
    if (typed) await user.type(code(), typed);
    await fill('Name of the screen', 'Front window');
    await add();
    await screen.findByText(text);
    expect(document.activeElement).toBe(code());
    expect(api.sent('POST', CLAIM)).toEqual([]);
  });

  it('is told that a name is missing', async () => {
    await opened();
    await add();
    await screen.findByText('Name of the screen is required');
    expect(document.activeElement).toBe(screen.getByLabelText('Name of the screen'));
  });

  it('is told at the code that there is no such one', async () => {
    await opened();
    api.refuse('POST', CLAIM, { status: 404, code: 'NOT_FOUND', message: texts.screens.codeNotFound });
    await fill('Name of the screen', 'Front window');
    await add();
    await screen.findByText(texts.screens.codeNotFound);
    expect(document.activeElement).toBe(code());
    await user.type(code(), '{Backspace}5');
    expect(screen.queryByText(texts.screens.codeNotFound)).toBeNull();
  });

  it.each<[number, ErrorCode, string, string]>([
    [409, 'CONFLICT', texts.screens.full(20), 'A shop may have at most 20 screens. Remove one to add another.'],
    [429, 'TOO_MANY_REQUESTS', texts.screens.tooManyCodes, texts.screens.tooManyCodes],
    [
      503,
      'UNAVAILABLE',
      'down',
      'Screens can’t be added right now. Please try again in a minute; the TV renews its code by itself.',
    ],
    [500, 'INTERNAL', 'Broken', 'The screen couldn’t be added: Broken'],
  ])('is told why it wasn’t added, after %d', async (status, code, message, text) => {
    await opened();
    api.refuse('POST', CLAIM, { status, code, message });
    await fill('Name of the screen', 'Front window');
    await add();
    await waitFor(() => expect(screen.getAllByRole('alert').map((one) => one.textContent)).toContain(text));
    // Nothing is lost.
    expect(screen.getByLabelText<HTMLInputElement>('Name of the screen').value).toBe('Front window');
  });

  it('is told that it has no network, and tries again', async () => {
    await opened();
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await fill('Name of the screen', 'Front window');
    await add();
    await screen.findByText(/^The server can’t be reached. Please check the connection of this device/);
    globalThis.fetch = fetch;
    await add();
    await screen.findByRole('heading', { name: 'Front window is added' });
  });

  it('asks once, however often the button is pressed meanwhile', async () => {
    await opened();
    const release = api.hold('POST', CLAIM);
    await fill('Name of the screen', 'Front window');
    await user.keyboard('{Enter}{Enter}');
    screen.getByText('Adding the screen');
    release();
    await screen.findByRole('heading', { name: 'Front window is added' });
    expect(api.sent('POST', CLAIM)).toHaveLength(1);
  });

  it('signs in as somebody else where the phone is another shop’s', async () => {
    await opened();
    await screen.findByText('Signed in as mahalaxmi.');
    await user.click(screen.getByRole('button', { name: 'Sign in as somebody else' }));
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
  });

  describe('and gets alarms on this phone', () => {
    const PHONE = `/screens/push-subscriptions/${'b'.repeat(24)}`;
    let push: FakePush;
    beforeEach(async () => {
      push = new FakePush().install();
      await push.keptFor(SHOP_ID, 'b'.repeat(24));
      api.reply('DELETE', PHONE, { message: texts.screens.unsubscribed });
    });
    afterEach(() => push.uninstall());
    const somebodyElse = async () => {
      await opened();
      await user.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }));
      await screen.findByRole('heading', { name: 'WELCOME BACK' });
    };

    it('ends them before somebody else signs in, with the token that is still good', async () => {
      await somebodyElse();
      expect(api.sent('DELETE', PHONE).map(({ token }) => token)).toEqual(["user's token"]);
      expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
      expect((await api.next('POST', '/auth/logout')).token).toBe("user's token");
    });

    it('ends them in the browser, and waits for nobody, where the server hangs', async () => {
      api.hold('DELETE', PHONE);
      await somebodyElse();
      expect([push.subscription, localStorage.getItem('token')]).toEqual([null, null]);
    });
  });
});

it('leads to the sign-in and back, with the code', async () => {
  api = adminsApi()
    .reply('GET', '/user/profile/me', shop())
    .reply('POST', '/auth/login', { token: 'a.b.c', role: 'user', userId: SHOP_ID, message: 'Signed in' });
  openPortal(PAGE);
  await enter(await screen.findByLabelText('Username'), 'mahalaxmi');
  await enter(screen.getByLabelText('Password'), 'gold-and-silver');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Add a screen' });
  expect(location.pathname + location.search).toBe(PAGE);
  expect(code().value).toBe('ABC 234');
});

it('has an admin choose the shop', async () => {
  keptAs('admin');
  api = adminsApi().reply('POST', CLAIM, { message: texts.screens.claimed, screen: front });
  await opened();
  await fill('Name of the screen', 'Front window');
  await add();
  await screen.findByText('Shop is required');
  await user.click(screen.getByRole('combobox', { name: 'Shop' }));
  await user.click(await screen.findByRole('option', { name: 'mahalaxmi (Mahalaxmi Jewellers)' }));
  await add();
  await screen.findByRole('heading', { name: 'Front window is added' });
  expect((await api.next('POST', CLAIM)).body).toEqual({ code: 'ABC234', name: 'Front window', userId: SHOP_ID });
  expect(screen.getByRole('link', { name: 'To the screens' }).getAttribute('href')).toBe('/admin/screens');
});
