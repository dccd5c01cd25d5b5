/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { admin, ADMIN_ID, adminsApi, closePortal, enter, openAdmin } from '../../testing/portal.js';

const user = userEvent.setup();
const NEEDED = { status: 403, code: 'FRESH_SIGN_IN_NEEDED', message: 'Please confirm your password to go on' } as const;
const MADE = { message: 'Admin created successfully', admin: admin({ username: 'newone' }) };
const asked = () => screen.findByRole('dialog', { name: 'Confirm Password' });
/** Whose claims name a session. */
const NEW_TOKEN = `head.${btoa(JSON.stringify({ sid: 'f'.repeat(24) }))}.signature`;

describe('a change that needs a fresh sign-in', () => {
  let api: FakeApi;
  beforeEach(async () => {
    api = adminsApi().refuse('POST', '/admin/create', NEEDED);
    api.reply('POST', '/auth/login', { token: NEW_TOKEN, role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
    await openAdmin('/admin/create-admin');
    await enter(screen.getByLabelText('Username'), 'newone');
    await enter(screen.getByLabelText('Password'), 'gold-and-silver');
    await user.keyboard('{Enter}');
  });
  afterEach(closePortal);

  const confirm = async (password: string) => {
    await enter(within(await asked()).getByLabelText('Password'), password);
    await user.keyboard('{Enter}');
  };
  const made = () => api.sent('POST', '/admin/create');

  it('is made once more with the new session after the password, with all that was typed', async () => {
    api.refuse('POST', '/auth/login', { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid username or password' });
    await confirm('wrong');
    expect((await within(await asked()).findByRole('alert')).textContent).toBe('Incorrect password');
    expect(made()).toHaveLength(1);
    api
      .reply('POST', '/auth/login', { token: NEW_TOKEN, role: 'admin', userId: ADMIN_ID, message: 'Signed in' })
      .reply('POST', '/admin/create', MADE);
    await user.clear(within(await asked()).getByLabelText('Password'));
    await confirm('right password');
    await screen.findByText('Admin created successfully');
    expect(api.sent('POST', '/auth/login').at(-1)!.body).toEqual({ username: 'asha', password: 'right password' });
    const [first, second] = made();
    expect([second!.token, second!.body, second!.repeatKey]).toEqual([NEW_TOKEN, first!.body, first!.repeatKey]);
    expect(localStorage.getItem('token')).toBe(NEW_TOKEN);
    // The token before is one of the release before, whose logout would end all sessions.
    expect(api.sent('POST', '/auth/logout')).toEqual([]);
  });

  it('says so where the server asks for it again, as with clocks that differ', async () => {
    await confirm('right password');
    await screen.findByText(/^Your password was right, but the server still asks for it\./);
    expect(screen.queryByRole('dialog', { name: 'Confirm Password' })).toBeNull();
    expect([made().length, screen.getByLabelText<HTMLInputElement>('Username').value]).toEqual([2, 'newone']);
  });

  it('asks for the second step of an account that has one', async () => {
    const refuse = (message: string, challenge: string) =>
      api.refuse('POST', '/auth/login', { status: 401, code: 'SECOND_FACTOR_NEEDED', message, challenge });
    refuse('Please confirm your sign-in with your second step', 'first');
    await confirm('right password');
    const code = await within(await asked()).findByLabelText('Code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    refuse('This code is wrong, or was used before', 'second');
    await user.type(code, '000000{Enter}');
    expect((await within(await asked()).findByRole('alert')).textContent).toBe('This code is wrong, or was used before');
    api
      .reply('POST', '/auth/login', { token: NEW_TOKEN, role: 'admin', userId: ADMIN_ID, message: 'Signed in' })
      .reply('POST', '/admin/create', MADE);
    await user.type(within(await asked()).getByLabelText('Code'), '123456{Enter}');
    await screen.findByText('Admin created successfully');
    const sent = { username: 'asha', password: 'right password', challenge: 'second', code: '123456' };
    expect(api.sent('POST', '/auth/login').at(-1)!.body).toEqual(sent);
    expect(made().at(-1)!.token).toBe(NEW_TOKEN);
  });

  it('ends the session that the new one replaces', async () => {
    api.reply('POST', '/admin/create', MADE);
    await confirm('right password');
    await screen.findByText('Admin created successfully');
    api.refuse('DELETE', '/admin/delete/' + 'b'.repeat(24), NEEDED);
    await user.click(await screen.findByRole('button', { name: 'Delete support' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: /Delete/ }));
    await asked();
    api.reply('POST', '/auth/login', { token: 'later', role: 'admin', userId: ADMIN_ID, message: 'Signed in' });
    api.reply('DELETE', '/admin/delete/' + 'b'.repeat(24), { message: 'Admin deleted successfully' });
    await confirm('right password');
    await screen.findByText('Admin deleted successfully');
    expect(api.sent('POST', '/auth/logout').map(({ token }) => token)).toEqual([NEW_TOKEN]);
  });

  it('is not made, and nothing typed is lost, when one cancels', async () => {
    await asked();
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('newone');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('gold-and-silver');
    expect(screen.queryByText('Please confirm your password to go on')).toBeNull();
    expect([made().length, localStorage.getItem('token')]).toEqual([1, "admin's token"]);
  });
});
