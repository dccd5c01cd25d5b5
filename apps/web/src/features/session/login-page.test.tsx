/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { forbidStorage } from '../../testing/forbidden-storage.js';
import { FakePush } from '../../testing/fake-push.js';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { ADMIN_ID, adminsApi, closePortal, enter, keptAs, openPortal } from '../../testing/portal.js';

let api: FakeApi;
beforeEach(() => {
  api = adminsApi();
});
afterEach(closePortal);

const user = userEvent.setup();

async function signIn(username = 'asha', password = 'gold-and-silver'): Promise<void> {
  await enter(await screen.findByLabelText('Username'), username);
  await enter(screen.getByLabelText('Password'), password);
  await user.keyboard('{Enter}');
}

describe('the sign-in screen', () => {
  it('has the fixed texts of rule 12.1', async () => {
    openPortal('/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'WELCOME BACK' })).toBeTruthy();
    for (const text of ['Admin and user login portal', 'Secure Login']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Remember me for 30 days' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Need help?' })).toBeTruthy();
  });

  it('leads an admin to the dashboard, under the overlay, and keeps token and role', async () => {
    const answer = { token: 'a.b.c', role: 'admin', userId: ADMIN_ID, message: 'Signed in', device_token: 'known' } as const;
    api.reply('POST', '/auth/login', answer);
    const release = api.hold('POST', '/auth/login');
    openPortal('/login');
    await signIn();
    expect(await screen.findByText('Authenticating your credentials...')).toBeTruthy();
    release();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(location.pathname).toBe('/admin');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    expect({ ...localStorage }).toMatchObject({ token: 'a.b.c', role: 'admin', userId: ADMIN_ID, device_token: 'known' });
    // The checkbox's value is neither sent nor used (rule 10.3).
    expect((await api.next('POST', '/auth/login')).body).toEqual({ username: 'asha', password: 'gold-and-silver' });
    expect((await api.next('GET', '/user/list')).token).toBe('a.b.c');
  });

  it('is sent once, however long Enter is held down', async () => {
    api.refuse('POST', '/auth/login', { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid username or password' });
    const release = api.hold('POST', '/auth/login');
    openPortal('/login');
    await signIn();
    await user.keyboard('{Enter>5/}');
    release();
    await screen.findByRole('alert');
    expect(api.sent('POST', '/auth/login')).toHaveLength(1);
  });

  it('leads a shop to its own dashboard', async () => {
    api.reply('POST', '/auth/login', { token: 'a.b.c', role: 'user', userId: SHOP_ID, message: 'Signed in' });
    api.reply('GET', '/user/profile/me', shop());
    openPortal('/login');
    await signIn('mahalaxmi');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' })).toBeTruthy();
    expect(location.pathname).toBe(`/user-dashboard/${SHOP_ID}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('leads back to the page that was asked for without a session, where it is of who signs in, and takes its place', async () => {
    const card = `/user-dashboard/${SHOP_ID}/card`;
    for (const [role, userId, path] of [
      ['user', SHOP_ID, card],
      ['admin', ADMIN_ID, '/admin'],
    ] as const) {
      api.reply('POST', '/auth/login', { token: 'a.b.c', role, userId, message: 'Signed in' });
      api.reply('GET', '/user/profile/me', shop());
      openPortal(card);
      const { length } = history;
      await signIn();
      await waitFor(() => expect(location.pathname).toBe(path));
      expect(history.length).toBe(length);
      closePortal();
    }
  });

  it('says what the server says', async () => {
    api.refuse('POST', '/auth/login', { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid username or password' });
    openPortal('/login');
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid username or password');
    expect(localStorage.getItem('token')).toBeNull();
    expect(screen.queryByText('Authenticating your credentials...')).toBeNull();
  });

  it('says that the login failed where the server said nothing, and why', async () => {
    openPortal('/login');
    await signIn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Login failedThe server can’t be reached. Please check your connection.');
  });

  it('says what the server says also by a code that it does not know', async () => {
    const message = 'Please confirm it is you';
    api.refuse('POST', '/auth/login', { status: 409, code: 'CONFLICT', message });
    api.asReleased('POST', '/auth/login', { code: 'SECOND_FACTOR' });
    openPortal('/login');
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('asks for the second step of an account that has one, until it is right', async () => {
    const needed = (challenge: string, message: string) =>
      api.refuse('POST', '/auth/login', { status: 401, code: 'SECOND_FACTOR_NEEDED', message, challenge });
    needed('first', texts.factors.needed);
    openPortal('/login');
    await signIn();
    const code = await screen.findByLabelText('Code');
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
    expect(document.activeElement).toBe(code);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Code is required');
    expect([code.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', code]);

    needed('second', texts.factors.wrong);
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(texts.factors.wrong));
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    expect([field.value, document.activeElement]).toEqual(['', field]);
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const recovery = screen.getByLabelText('Recovery code');
    expect([document.activeElement, recovery.getAttribute('inputmode')]).toEqual([recovery, 'text']);

    api.reply('POST', '/auth/login', { token: 'a.b.c', role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
    await user.type(recovery, 'ABCDEF-GHJKMN{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    const credentials = { username: 'asha', password: 'gold-and-silver' };
    expect(api.sent('POST', '/auth/login').map(({ body }) => body)).toEqual([
      credentials,
      { ...credentials, challenge: 'first', code: '000000' },
      { ...credentials, challenge: 'second', code: 'ABCDEF-GHJKMN' },
    ]);
  });

  it('begins anew where too many codes were wrong, and when one goes back', async () => {
    const needed = { status: 401, code: 'SECOND_FACTOR_NEEDED', message: texts.factors.needed, challenge: 'one' } as const;
    api.refuse('POST', '/auth/login', needed);
    openPortal('/login');
    await signIn();
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    const username = screen.getByLabelText<HTMLInputElement>('Username');
    expect([username.value, document.activeElement]).toEqual(['asha', username]);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const code = await screen.findByLabelText('Code');
    api.refuse('POST', '/auth/login', { status: 429, code: 'TOO_MANY_REQUESTS', message: texts.factors.slowedDown });
    await user.type(code, '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(texts.factors.slowedDown);
    await screen.findByLabelText('Password');
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  it('asks for both fields before it asks the server', async () => {
    openPortal('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(screen.getByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    await user.keyboard('asha{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(api.sent('POST', '/auth/login')).toEqual([]);
  });
});

describe('signing in over a shop that gets alarms on this phone', () => {
  const PHONE = `/screens/push-subscriptions/${'b'.repeat(24)}`;
  const OTHER_ID = 'f'.repeat(24);
  let push: FakePush;
  beforeEach(async () => {
    keptAs('user');
    push = new FakePush().install();
    await push.keptFor(SHOP_ID, 'b'.repeat(24));
    api.reply('GET', '/auth/me', { id: SHOP_ID, username: 'mahalaxmi', role: 'user', logo_url: '', shop_name: '' });
    api.reply('DELETE', PHONE, { message: texts.screens.unsubscribed });
  });
  afterEach(() => push.uninstall());
  const entersAs = async (userId: string) => {
    api.reply('POST', '/auth/login', { token: 'a.b.c', role: 'user', userId, message: 'Signed in' });
    api.reply('GET', '/user/profile/me', shop({ id: userId, _id: userId }));
    openPortal('/login');
    await signIn('somebody');
  };
  const isAt = (userId: string) => waitFor(() => expect(location.pathname).toBe(`/user-dashboard/${userId}`));
  const signInAs = async (userId: string) => {
    await entersAs(userId);
    await isAt(userId);
    expect(localStorage.getItem('token')).toBe('a.b.c');
  };

  it('ends them as another account, with the token of the shop', async () => {
    await signInAs(OTHER_ID);
    expect(api.sent('DELETE', PHONE).map(({ token }) => token)).toEqual(["user's token"]);
    expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]);
  });

  it('ends them in the browser, under the overlay, and waits for nobody, where the server hangs', async () => {
    api.hold('DELETE', PHONE);
    await entersAs(OTHER_ID);
    await api.next('DELETE', PHONE);
    expect(screen.getByText('Authenticating your credentials...')).toBeTruthy();
    await user.keyboard('{Enter}');
    await isAt(OTHER_ID);
    expect([push.subscription, api.sent('POST', '/auth/login').length]).toEqual([null, 1]);
  });

  it.each([OTHER_ID, SHOP_ID])('ends the session of before on the server: of the shop, as %s', async (userId) => {
    const token = `a.${btoa(JSON.stringify({ sid: '1' }))}.b`;
    localStorage.setItem('token', token);
    await signInAs(userId);
    expect((await api.next('POST', '/auth/logout')).token).toBe(token);
  });

  it('ends them as another account after the shop’s session had ended, when there is no token any more', async () => {
    localStorage.removeItem('token');
    await signInAs(OTHER_ID);
    await waitFor(() => expect([push.subscription, localStorage.getItem('sarafa.alarms')]).toEqual([null, null]));
  });

  it('leaves them on as the same shop', async () => {
    await signInAs(SHOP_ID);
    expect(push.subscription).not.toBeNull();
    expect(api.sent('DELETE', PHONE)).toEqual([]);
  });

  it('leaves them on when the server has refused the sign-in', async () => {
    api.refuse('POST', '/auth/login', { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid username or password' });
    openPortal('/login');
    await signIn('somebody');
    await screen.findByRole('alert');
    expect(push.subscription).not.toBeNull();
  });
});

describe('a logout', () => {
  const leave = async () => {
    keptAs('admin');
    openPortal('/admin');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    expect(localStorage.getItem('token')).toBeNull();
    expect((await api.next('POST', '/auth/logout')).token).toBe("admin's token");
  };
  const untold = /^You are signed out here\. The server can’t be reached/;

  it('ends its session on the server', async () => {
    await leave();
    expect(screen.queryByText(untold)).toBeNull();
  });

  it('also ends the session by which another tab has replaced this one', async () => {
    keptAs('admin');
    openPortal('/admin');
    const button = await screen.findByRole('button', { name: 'Logout' });
    localStorage.setItem('token', 'a newer token');
    await user.click(button);
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    await waitFor(() => {
      expect(api.sent('POST', '/auth/logout').map(({ token }) => token)).toEqual(["admin's token", 'a newer token']);
    });
  });

  it('is one here without a network too, and says that the server doesn’t know of it', async () => {
    api.lose('POST', '/auth/logout');
    await leave();
    await screen.findByText(untold);
  });
});

describe('where storage is forbidden or full, one signs in for the visit', () => {
  it.each(['denied', 'full'] as const)('%s', async (how) => {
    const allow = forbidStorage(how);
    api.reply('POST', '/auth/login', { token: 'a.b.c', role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
    openPortal('/login');
    await signIn();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect((await api.next('GET', '/user/list')).token).toBe('a.b.c');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'WELCOME BACK' })).toBeTruthy();
    allow();
    expect(localStorage.length).toBe(0);
  });
});

describe('the way in', () => {
  it("reads 'Initializing application...' until the kept token is known to be good", async () => {
    keptAs('admin');
    const release = api.hold('GET', '/auth/me');
    openPortal('/admin');
    expect(screen.getByText('Initializing application...')).toBeTruthy();
    await api.next('GET', '/settings/maintenance');
    expect(screen.queryByRole('heading')).toBeNull();
    release();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('of a token that is no good ends at the sign-in screen, which says so', async () => {
    keptAs('admin');
    api.refuse('GET', '/auth/me', { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in' });
    openPortal('/admin');
    expect((await screen.findByRole('alert')).textContent).toBe('Your session has ended. Please sign in again.');
    expect(location.pathname).toBe('/login');
    expect(localStorage.length).toBe(0);
  });

  it.each([
    ['/admin', undefined],
    ['/admin/create-user', undefined],
    [`/user-dashboard/${SHOP_ID}`, undefined],
    [`/user-dashboard/${SHOP_ID}`, 'admin'],
    ['/admin', 'user'],
    ['/admin/no-such-page', 'admin'],
    ['/', 'admin'],
    ['/no/such/page', undefined],
  ] as const)('leads from %s, signed in as %s, to /login', async (path, role) => {
    if (role) keptAs(role);
    openPortal(path);
    expect(await screen.findByRole('heading', { name: 'WELCOME BACK' })).toBeTruthy();
    expect(location.pathname).toBe('/login');
  });

  it("leads from another shop's dashboard to one's own", async () => {
    keptAs('user');
    api.reply('GET', '/user/profile/me', shop());
    openPortal(`/user-dashboard/${'f'.repeat(24)}`);
    await screen.findByRole('heading', { name: 'Mahalaxmi Jewellers' });
    expect(location.pathname).toBe(`/user-dashboard/${SHOP_ID}`);
  });

  it('out is one click, and forgets token and role', async () => {
    keptAs('admin');
    openPortal('/admin');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'WELCOME BACK' })).toBeTruthy();
    await waitFor(() => expect(localStorage.length).toBe(0));
    expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull();
  });
});
