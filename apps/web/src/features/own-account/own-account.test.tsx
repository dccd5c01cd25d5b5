/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { SHOP_ID } from '../../testing/fixtures.js';
import { ADMIN_ID, adminsApi, asPhone, closePortal, enter, openAdmin, openShop, shopApi } from '../../testing/portal.js';

const user = userEvent.setup();
let api: FakeApi;
let putBack = () => undefined as void;

afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
});

async function openAccount() {
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  return within(await screen.findByRole('dialog', { name: 'Your account' }));
}

const told = 'Password changed. Everywhere else you are signed out.';

describe.each([
  ['an admin', ADMIN_ID, 'admin', 'asha', () => openAdmin('/admin/import-duty')],
  ['a shop', SHOP_ID, 'user', 'mahalaxmi', openShop],
] as const)('%s', (_, userId, role, username, open) => {
  beforeEach(() => {
    api = role === 'admin' ? adminsApi() : shopApi();
    api.reply('GET', '/prices/import-duty', {
      goldImportDuty: 5,
      silverImportDuty: 6,
      lastUpdated: '2026-11-20T00:00:00.000Z',
    });
  });

  it('changes its own password, and goes on with the session that the answer begins', async () => {
    await open();
    const dialog = await openAccount();
    dialog.getByText(`Signed in as ${username}`);
    await enter(dialog.getByLabelText('Current password'), 'the wrong one');
    await enter(dialog.getByLabelText('New password'), 'short');
    await user.keyboard('{Enter}');
    await dialog.findByText('New password must have at least 8 characters');
    expect(api.sent('PUT', '/auth/password')).toEqual([]);

    const wrong = { path: 'current_password', message: 'Incorrect password' };
    api.refuse('PUT', '/auth/password', { status: 400, code: 'INVALID_INPUT', message: wrong.message, details: [wrong] });
    await user.type(dialog.getByLabelText('New password'), ' no more{Enter}');
    await dialog.findByText('Incorrect password');
    const current = dialog.getByLabelText('Current password');
    expect(document.activeElement).toBe(current);
    expect([current, dialog.getByLabelText('New password')].map((field) => field.getAttribute('aria-invalid'))).toEqual([
      ...['true', null],
    ]);
    // The eye says by its name what it does. Beside that, a state would be a contradiction.
    expect(dialog.getAllByRole('button', { name: 'Show password' })[0]!.hasAttribute('aria-pressed')).toBe(false);

    api.reply('PUT', '/auth/password', { token: 'fresh', role, userId, message: told });
    await user.clear(dialog.getByLabelText('Current password'));
    await enter(dialog.getByLabelText('Current password'), 'the right one');
    await user.keyboard('{Enter}');
    await screen.findByText(told);
    expect(api.sent('PUT', '/auth/password').at(-1)!.body).toEqual({
      current_password: 'the right one',
      password: 'short no more',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it('takes the new session, and signs out everywhere, also where the session before had ended', async () => {
    const ended = { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in' } as const;
    const signInAgain = async () => {
      const again = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
      api.reply('POST', '/auth/login', { token: 'renewed', role, userId, message: 'Signed in' });
      await enter(again.getByLabelText('Password'), 'the right one');
      await user.keyboard('{Enter}');
    };
    await open();
    let dialog = await openAccount();
    api.refuse('PUT', '/auth/password', ended);
    await enter(dialog.getByLabelText('Current password'), 'the right one');
    await enter(dialog.getByLabelText('New password'), 'another one');
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Sign in again' });
    api.reply('PUT', '/auth/password', { token: 'fresh', role, userId, message: told });
    await signInAgain();
    await screen.findByText(told);
    expect(localStorage.getItem('token')).toBe('fresh');
    dialog = await openAccount();
    api.refuse('POST', '/auth/logout-all', ended);
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByRole('dialog', { name: 'Sign in again' });
    api.reply('POST', '/auth/logout-all', { message: 'Signed out everywhere' });
    await signInAgain();
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  /** Asks for a new password and closes the dialog. The server answers when what comes back is called. */
  const closedMeanwhile = async () => {
    await open();
    const release = api
      .reply('PUT', '/auth/password', { token: 'fresh', role, userId, message: told })
      .hold('PUT', '/auth/password');
    const dialog = await openAccount();
    await enter(dialog.getByLabelText('Current password'), 'the right one');
    await enter(dialog.getByLabelText('New password'), 'another one');
    await user.keyboard('{Enter}');
    await api.next('PUT', '/auth/password');
    await user.keyboard('{Escape}');
    return release;
  };

  it('takes the new session also when its dialog was closed meanwhile', async () => {
    const release = await closedMeanwhile();
    await openAccount();
    release();
    await screen.findByText(told);
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(screen.getByRole('dialog', { name: 'Your account' })).toBeTruthy();
  });

  it('takes no session that comes after signing out', async () => {
    const release = await closedMeanwhile();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    await act(async () => release());
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('shows where it is signed in, and signs one device or all others out', async () => {
    const [here, phone, tv] = ['1', '2', '3'].map((digit) => ({
      ...{ id: digit.repeat(24), device: digit === '3' ? 'Unknown device' : 'Chrome on Android', address: '198.51.100.0/24' },
      ...{ since: '2026-11-19T04:00:00.000Z', seen_at: '2026-11-20T10:40:00.000Z', current: digit === '1' },
    })) as [object, { id: string }, { id: string }];
    api.refuse('GET', '/auth/sessions', { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await open();
    const dialog = await openAccount();
    await dialog.findByText('The list can’t be shown right now.');
    api.reply('GET', '/auth/sessions', [phone, here, tv]);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    const rows = () => within(dialog.getByRole('region', { name: 'Where you are signed in' })).getAllByRole('listitem');
    await waitFor(() =>
      expect(rows().map((row) => within(row).queryByText('This device') !== null)).toEqual([true, false, false]),
    );
    expect(rows()[1]!.textContent).toMatch(
      /^Chrome on Android Last seen .*4:10 pm.* · Signed in .* · 198\.51\.100\.0\/24Sign out$/,
    );
    expect(within(rows()[0]!).queryByRole('button')).toBeNull();

    api.refuse('DELETE', `/auth/sessions/${phone.id}`, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await user.click(dialog.getByRole('button', { name: 'Sign out, Chrome on Android' }));
    await screen.findByText('Error signing out there');
    expect(rows()).toHaveLength(3);
    const gone = { status: 404, code: 'NOT_FOUND', message: 'This session has ended already' } as const;
    api.refuse('DELETE', `/auth/sessions/${phone.id}`, gone);
    api.reply('DELETE', `/auth/sessions/${tv.id}`, { message: 'Signed out there' }).reply('GET', '/auth/sessions', [here, tv]);
    await user.click(dialog.getByRole('button', { name: 'Sign out all others' }));
    await screen.findByText('All others are signed out');
    expect(api.sent('DELETE', `/auth/sessions/${tv.id}`)).toHaveLength(1);
    // The pressed button is removed, here and below.
    const heading = dialog.getByRole('heading', { name: 'Where you are signed in' });
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(document.activeElement).toBe(heading);

    api.reply('GET', '/auth/sessions', [here]);
    await user.click(dialog.getByRole('button', { name: 'Sign out, Unknown device' }));
    await screen.findByText('Signed out there');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(document.activeElement).toBe(heading);
  });

  it('signs out everywhere, here too', async () => {
    await open();
    const dialog = await openAccount();
    api.refuse('POST', '/auth/logout-all', { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByText('Error signing out everywhere');
    expect(localStorage.getItem('token')).not.toBeNull();
    api.reply('POST', '/auth/logout-all', { message: 'Signed out everywhere' });
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    expect([location.pathname, localStorage.getItem('token')]).toEqual(['/login', null]);
  });
});

it('is found in the drawer of a phone', async () => {
  putBack = asPhone();
  api = adminsApi().reply('GET', '/prices/import-duty', {
    goldImportDuty: 5,
    silverImportDuty: 6,
    lastUpdated: '2026-11-20T00:00:00.000Z',
  });
  await openAdmin('/admin/import-duty');
  const menu = screen.getByRole('button', { name: 'Open menu' });
  // Whichever way the drawer is closed, one goes on from where it was opened.
  for (const close of [() => user.keyboard('{Escape}'), () => user.click(screen.getByRole('button', { name: 'Close' }))]) {
    await user.click(menu);
    await screen.findByRole('navigation');
    await close();
    await waitFor(() => expect(document.activeElement).toBe(menu));
  }
  await user.click(menu);
  (await openAccount()).getByLabelText('Current password');
  expect(screen.queryByRole('navigation')).toBeNull();
});
