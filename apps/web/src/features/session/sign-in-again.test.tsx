/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { ad, shop, SHOP_ID } from '../../testing/fixtures.js';
import { ADMIN_ID, closePortal, enter, openEditor, openShop, shopApi } from '../../testing/portal.js';

const user = userEvent.setup();
const ENDED = { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in' } as const;
const PROFILE = `/user/profile-settings/${SHOP_ID}`;
const asked = () => screen.findByRole('dialog', { name: 'Sign in again' });

describe('a session that the server ends', () => {
  let api: FakeApi;
  beforeEach(async () => {
    api = shopApi();
    await openShop();
    const gold = await screen.findByRole('textbox', { name: /^Gold/ });
    await user.clear(gold);
    await user.type(gold, '2.5');
  });
  afterEach(closePortal);

  const gold = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Gold/, hidden: true }).value;
  const endByPoll = async () => {
    api.refuse('GET', '/screens/me', ENDED);
    dispatchEvent(new Event('focus'));
    return asked();
  };
  const signIn = async (session = { token: 'fresh', role: 'user', userId: SHOP_ID }) => {
    api.reply('POST', '/auth/login', { ...session, message: 'Signed in' });
    await enter(within(await asked()).getByLabelText('Password'), 'gold-and-silver');
    await user.keyboard('{Enter}');
  };

  it('leaves the page with all that is typed and open, and goes on after the password', async () => {
    await user.click(screen.getAllByRole('button', { name: 'Add a screen' })[0]!);
    await enter(await screen.findByLabelText('Name of the screen'), 'Window');
    await endByPoll();
    expect(within(await asked()).getByLabelText<HTMLInputElement>('Username').value).toBe('mahalaxmi');
    expect(document.activeElement).toBe(within(await asked()).getByLabelText('Password'));
    api.reply('GET', '/screens/me', []);
    await signIn();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
    await waitFor(() => expect(api.sent('GET', '/screens/me').at(-1)!.token).toBe('fresh'));
    expect(screen.getByRole('dialog', { name: 'Add a screen' })).toBeTruthy();
    expect([screen.getByLabelText<HTMLInputElement>('Name of the screen').value, gold()]).toEqual(['Window', '2.5']);
    expect([location.pathname, localStorage.getItem('token')]).toEqual([`/user-dashboard/${SHOP_ID}`, 'fresh']);
  });

  it('repeats a save that met its end', async () => {
    api.refuse('PUT', PROFILE, ENDED);
    await user.click(screen.getByRole('button', { name: 'Save margins' }));
    await asked();
    api.reply('PUT', PROFILE, { message: 'saved', user: shop({ gold_margin: 2.5 }) });
    await signIn();
    await screen.findByText('Margin settings updated successfully!');
    expect(api.sent('PUT', PROFILE).map(({ token, body }) => [token, body])).toEqual([
      ["user's token", { gold_margin: 2.5 }],
      ['fresh', { gold_margin: 2.5 }],
    ]);
  });

  it('asks once for all files of an upload, and sends none of them when that is closed', async () => {
    await user.click(await screen.findByRole('button', { name: 'Upload Your First Ad' }));
    const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    fireEvent.change(screen.getByLabelText('Choose images or videos', { selector: 'input' }), { target: { files } });
    api.refuse('POST', '/advertisements/upload', ENDED);
    await user.click(await screen.findByRole('button', { name: 'Upload 2 File(s)' }));
    await asked();
    await user.keyboard('{Escape}');
    api.reply('POST', '/advertisements/upload', { message: 'ok', advertisement: ad(3) });
    await user.click(await screen.findByRole('button', { name: 'Upload 1 File(s)' }));
    await signIn();
    await screen.findByText('Successfully uploaded 1 advertisement(s)!');
    const sent = api.sent('POST', '/advertisements/upload').map(({ body, token }) => [body, token]);
    expect(sent).toEqual([
      [{ advertisement: 'a.png' }, "user's token"],
      [{ advertisement: 'b.png' }, 'fresh'],
    ]);
  });

  it('is begun by nobody who closes the dialog before the answer', async () => {
    await endByPoll();
    const token = `head.${btoa(JSON.stringify({ sid: 'f'.repeat(24) }))}.signature`;
    api.reply('POST', '/auth/login', { token, role: 'user', userId: SHOP_ID, message: 'Signed in' });
    const release = api.hold('POST', '/auth/login');
    await enter(within(await asked()).getByLabelText('Password'), 'gold-and-silver');
    await user.keyboard('{Enter}{Escape}');
    release();
    expect((await api.next('POST', '/auth/logout')).token).toBe(token);
    expect(localStorage.getItem('token')).toBe("user's token");
  });

  it('says that a password is wrong, and asks on', async () => {
    await endByPoll();
    api.refuse('POST', '/auth/login', { ...ENDED, message: 'Invalid username or password' });
    await enter(within(await asked()).getByLabelText('Password'), 'wrong');
    await user.keyboard('{Enter}');
    await within(await asked()).findByText('Invalid username or password');
    expect(gold()).toBe('2.5');
  });

  it('leads to the page of whoever signs in instead, who repeats nothing', async () => {
    api.refuse('PUT', PROFILE, ENDED);
    await user.click(screen.getByRole('button', { name: 'Save margins' }));
    await signIn({ token: 'other', role: 'admin', userId: ADMIN_ID });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect([location.pathname, localStorage.getItem('token')]).toEqual(['/admin', 'other']);
    expect(api.sent('PUT', PROFILE)).toHaveLength(1);
  });

  it('asks again each time a list is to be set, though it is looked at first', async () => {
    const LIST = `/user/rate-list/${SHOP_ID}/revisions`;
    closePortal();
    api = shopApi();
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true })).reply('GET', LIST, []);
    await openShop();
    const group = await screen.findByRole('group', { name: '22K gold' });
    await enter(within(group).getAllByRole('textbox')[0]!, '14450');
    await endByPoll();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Set these rates' }));
    await asked();
  });

  it('asks again for the rows of another shop, which somebody wants to copy', async () => {
    const OTHER = 'f'.repeat(24);
    closePortal();
    api = shopApi();
    api.reply('GET', '/user/list', [shop(), shop({ id: OTHER, _id: OTHER, username: 'navkar', shop_name: 'Navkar Gold' })]);
    await openEditor();
    const copy = () => screen.findByRole('combobox', { name: 'Copy from another shop' });
    await copy();
    api.refuse('GET', '/user/list', ENDED);
    dispatchEvent(new Event('focus'));
    await asked();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
    await user.click(await copy());
    await user.click(await screen.findByRole('option', { name: 'navkar (Navkar Gold)' }));
    await asked();
  });

  it('asks no more when that is closed, until something is to be saved; one can sign out then', async () => {
    await endByPoll();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findByRole('alert')).textContent).toBe('Authentication failed. Please login again.');
    dispatchEvent(new Event('focus'));
    await waitFor(() => expect(gold()).toBe('2.5'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save margins' }));
    await asked();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'WELCOME BACK' })).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });
});
