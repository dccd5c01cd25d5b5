/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { ADMIN_ID, adminsApi, closePortal, enter, openAdmin } from '../../testing/portal.js';

const PAGE = '/admin/maintenance';

describe('maintenance mode', () => {
  let api: FakeApi;

  beforeEach(() => {
    api = adminsApi().reply('GET', '/prices/settings/public-view-enabled', { enabled: true });
  });
  afterEach(closePortal);

  const site = () => screen.findByRole('switch', { name: /Site Status:/ });
  const setSite = (isMaintenanceMode: boolean, message: string) =>
    api
      .reply('PUT', '/settings/maintenance', { message, settings: { isMaintenanceMode } })
      .reply('GET', '/settings/maintenance', { isMaintenanceMode });

  it('is switched on directly', async () => {
    await openAdmin(PAGE);
    const toggle = await site();
    expect(toggle).toHaveProperty('checked', false);
    screen.getByText('Active');
    setSite(true, 'The site is under maintenance now');
    await userEvent.click(toggle);
    await screen.findByText('The site is under maintenance now');
    expect((await api.next('PUT', '/settings/maintenance')).body).toEqual({ isMaintenanceMode: true });
    await waitFor(async () => expect(await site()).toHaveProperty('checked', true));
    // The text that boards show during maintenance.
    await screen.findByText(/We are currently performing maintenance on our site/);
  });

  it('is switched off with the password alone, by the session that it starts', async () => {
    api.reply('GET', '/settings/maintenance', { isMaintenanceMode: true });
    await openAdmin(PAGE);
    await userEvent.click(await site());
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Password' }));
    dialog.getByText('Please enter your password to turn off maintenance mode.');
    const field = dialog.getByLabelText('Password');
    api.refuse('POST', '/auth/login', { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid username or password' });
    await enter(field, 'wrong');
    await userEvent.keyboard('{Enter}');
    await dialog.findByText('Incorrect password');
    expect(api.sent('PUT', '/settings/maintenance')).toEqual([]);

    api.reply('POST', '/auth/login', { token: 'fresh', role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
    setSite(false, 'The site is active now');
    await userEvent.clear(field);
    await enter(field, 'right password');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('The site is active now');
    expect(api.sent('POST', '/auth/login').at(-1)!.body).toEqual({ username: 'asha', password: 'right password' });
    expect(await api.next('PUT', '/settings/maintenance')).toMatchObject({
      token: 'fresh',
      body: { isMaintenanceMode: false },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it('stays on while it isn’t known whose password is asked for, and says so', async () => {
    api
      .reply('GET', '/settings/maintenance', { isMaintenanceMode: true })
      .refuse('GET', '/auth/me', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openAdmin(PAGE);
    await userEvent.click(await site());
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Password' }));
    const asked = api.sent('GET', '/auth/me').length;
    await enter(dialog.getByLabelText('Password'), 'gold-and-silver');
    await userEvent.keyboard('{Enter}');
    await dialog.findByText('The server can’t be reached. Please check your connection.');
    await waitFor(() => expect(api.sent('GET', '/auth/me').length).toBeGreaterThan(asked));
    expect(api.sent('POST', '/auth/login')).toEqual([]);
  });

  it('stays on, and forgets the password, when one cancels', async () => {
    api.reply('GET', '/settings/maintenance', { isMaintenanceMode: true });
    await openAdmin(PAGE);
    await userEvent.click(await site());
    await enter(within(await screen.findByRole('dialog')).getByLabelText('Password'), 'half a passw');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(await site());
    expect(within(await screen.findByRole('dialog')).getByLabelText('Password')).toHaveProperty('value', '');
    expect(api.sent('PUT', '/settings/maintenance')).toEqual([]);
  });

  it('hides and shows all boards', async () => {
    await openAdmin(PAGE);
    api
      .reply('PUT', '/prices/settings/public-view-enabled', { message: 'Boards are hidden now', settings: { enabled: false } })
      .reply('GET', '/prices/settings/public-view-enabled', { enabled: false });
    await userEvent.click(await screen.findByRole('switch', { name: /Public view:/ }));
    await screen.findByText('Boards are hidden now');
    await screen.findByText(/We are currently performing scheduled maintenance/);
    api.refuse('PUT', '/prices/settings/public-view-enabled', {
      status: 503,
      code: 'UNAVAILABLE',
      message: 'This part is down',
    });
    await userEvent.click(screen.getByRole('switch', { name: /Public view:/ }));
    await screen.findByText('This part is down');
  });
});
