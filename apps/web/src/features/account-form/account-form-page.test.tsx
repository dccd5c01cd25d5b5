/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { admin, ADMIN_ID, adminsApi, closePortal, enter, openAdmin, OTHER_ADMIN_ID } from '../../testing/portal.js';

const user = userEvent.setup();
let api: FakeApi;
beforeEach(() => {
  api = adminsApi();
});
afterEach(closePortal);

const made = shop({ id: 'c'.repeat(24), _id: 'c'.repeat(24), shop_name: 'Navkar', username: 'navkar' });

describe('the form of a new account', () => {
  it('makes a shop by the keyboard alone, and leads to the dashboard', async () => {
    await openAdmin('/admin/create-user');
    api.reply('POST', '/user/create', { message: 'made', user: made }).reply('GET', '/user/list', [shop(), made]);
    screen.getByLabelText('Shop name').focus();
    const saved = api.hold('POST', '/user/create');
    await user.keyboard('Navkar{Tab}navkar{Tab}gold-and-silver{Enter}');
    await screen.findByText('Saving');
    // What is typed now would be lost.
    await user.type(screen.getByLabelText('Shop name'), ' Gold');
    expect(screen.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Navkar');
    saved();
    expect(await screen.findByText('User created successfully')).toBeTruthy();
    expect(location.pathname).toBe('/admin');
    const { body } = await api.next('POST', '/user/create');
    expect(body).toEqual({ shop_name: 'Navkar', username: 'navkar', password: 'gold-and-silver' });
    expect(await screen.findByText('navkar')).toBeTruthy();
  });

  it('sends the logo with it, and only what is filled in', async () => {
    await openAdmin('/admin/create-user');
    api.reply('POST', '/user/create', { message: 'made', user: made });
    await user.upload(
      document.querySelector<HTMLInputElement>('input[name=logo]')!,
      new File(['x'], 'lotus.webp', { type: 'image/webp' }),
    );
    await enter(screen.getByLabelText('Username'), 'navkar');
    await enter(screen.getByLabelText('Password'), 'gold-and-silver');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const { body } = await api.next('POST', '/user/create');
    expect(body).toEqual({ username: 'navkar', password: 'gold-and-silver', logo: 'lotus.webp' });
  });

  it('shows beside it what the board will show', async () => {
    await openAdmin('/admin/create-user');
    const board = within(screen.getByRole('complementary', { name: 'Its board' }));
    board.getByText('Gold Trading Shop');
    expect(board.getByRole('list').textContent).toContain('24K GOLD (10g)');
    await enter(screen.getByLabelText('Shop name'), 'Navkar');
    board.getByText('Navkar');
  });

  it('takes a picture of which the browser says nothing', async () => {
    await openAdmin('/admin/create-user');
    const field = document.querySelector<HTMLInputElement>('input[name=logo]')!;
    expect(field.accept).toBe('');
    const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    await user.upload(field, new File([picture], 'logo', { type: 'application/octet-stream' }));
    expect(await screen.findByText('logo')).toBeTruthy();
  });

  it('refuses what is no picture, and what is too large', async () => {
    await openAdmin('/admin/create-user');
    const field = document.querySelector<HTMLInputElement>('input[name=logo]')!;
    const anything = userEvent.setup({ applyAccept: false });
    await anything.upload(field, new File(['x'], 'a.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('The logo is not a valid image file.')).toBeTruthy();
    const large = new File(['x'], 'a.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 5 * 1_048_576 + 1 });
    await anything.upload(field, large);
    expect(await screen.findByText('The logo is too large. Maximum size is 5MB.')).toBeTruthy();
  });

  it('sends one key with each try, and another one once it was refused', async () => {
    const keys = () => api.sent('POST', '/admin/create').map(({ repeatKey }) => repeatKey);
    const tryAgain = async (tries: number) => {
      await user.click(screen.getByRole('button', { name: 'Create' }));
      await waitFor(() => expect(keys()).toHaveLength(tries));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy());
    };
    await openAdmin('/admin/create-admin');
    await enter(screen.getByLabelText('Username'), 'newone');
    await enter(screen.getByLabelText('Password'), 'gold-and-silver');
    api.refuse('POST', '/admin/create', { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await tryAgain(1);
    api.refuse('POST', '/admin/create', { status: 409, code: 'CONFLICT', message: 'This is the last owner' });
    await tryAgain(2);
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).not.toBe('true');
    await tryAgain(3);
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third === first]).toEqual([first, false]);
  });

  it('has no shop name for an admin, and asks for the rest', async () => {
    await openAdmin('/admin/create-admin');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create admin');
    expect(screen.queryByLabelText('Shop name')).toBeNull();
    await user.type(screen.getByLabelText('Username'), 'a b');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Username may have letters, digits and . _ - @ only')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(api.sent('POST', '/admin/create')).toEqual([]);
  });

  it("puts the server's lines under their fields", async () => {
    await openAdmin('/admin/create-admin');
    api.refuse('POST', '/admin/create', {
      status: 400,
      code: 'INVALID_INPUT',
      message: 'password: is one of the most common ones',
      details: [{ path: 'password', message: 'is one of the most common ones' }],
    });
    await enter(screen.getByLabelText('Username'), 'newone');
    await enter(screen.getByLabelText('Password'), 'password1');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Password is one of the most common ones')).toBeTruthy();
    expect(screen.getByText('Error creating or updating admin')).toBeTruthy();
  });
});

describe('the form of an account that exists', () => {
  it('shows what it has, and sends what differs', async () => {
    await openAdmin(`/admin/update-admin/${OTHER_ADMIN_ID}`);
    const name = await screen.findByLabelText<HTMLInputElement>('Username');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Update admin');
    expect(name.value).toBe('support');
    api.reply('PUT', `/admin/update/${OTHER_ADMIN_ID}`, { message: 'saved', admin: admin() });
    await enter(screen.getByLabelText('New password'), 'a new password');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Admin updated successfully')).toBeTruthy();
    expect((await api.next('PUT', `/admin/update/${OTHER_ADMIN_ID}`)).body).toEqual({ password: 'a new password' });
  });

  it('of a shop has its name too', async () => {
    await openAdmin(`/admin/update-user/${SHOP_ID}`);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Mahalaxmi Jewellers'));
  });

  it.each([
    [`/admin/update-user/${ADMIN_ID}`, 'User not found. Please try again.'],
    [`/admin/update-admin/${SHOP_ID}`, 'Admin not found'],
  ])('at %s says that there is none', async (path, text) => {
    await openAdmin(path);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("is the form of a new one when the id is the text 'undefined'", async () => {
    await openAdmin('/admin/update-user/undefined');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create user');
  });
});
