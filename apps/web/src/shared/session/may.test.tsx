/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AdminRole, OwnedCustomTable } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { row, SHOP_ID } from '../../testing/fixtures.js';
import {
  admin,
  ADMIN_ID,
  adminsApi,
  asPhone,
  closePortal,
  isOff,
  openAdmin,
  openEditor,
  OTHER_ADMIN_ID,
} from '../../testing/portal.js';

const user = userEvent.setup();
const LOOK = 'You can look at everything here, but only an operator or owner can change it.';
const OWNERS = 'Only an owner can change this.';
const coin = { ...row(1, 'Coin', 100), userId: { _id: SHOP_ID, username: 'mahalaxmi', shop_name: '' } } as OwnedCustomTable;
let api: FakeApi;
let restore: (() => void) | undefined;

beforeEach(() => {
  api = adminsApi()
    .reply('GET', '/admin/custom-tables', [coin])
    .reply('GET', `/admin/custom-tables/user/${SHOP_ID}`, [coin])
    .reply('GET', '/prices/settings/public-view-enabled', { enabled: true });
});
afterEach(() => {
  restore?.();
  restore = undefined;
  closePortal();
});

const as = (admin_role: AdminRole) =>
  api.reply('GET', '/auth/me', { id: ADMIN_ID, username: 'asha', role: 'admin', admin_role, logo_url: '' });
/** What is offered on the dashboard for a shop, an admin, and new ones. */
const offered = async () => {
  await screen.findByRole('button', { name: 'Edit & Settings, Mahalaxmi Jewellers' });
  await screen.findByText('support');
  const names = ['Create user', 'Deactivate subscription, Mahalaxmi Jewellers', 'Delete Mahalaxmi Jewellers'];
  const ofAdmins = ['Create admin', 'Edit, support', 'Delete support'];
  const main = within(screen.getByRole('main'));
  const isThere = (name: string) =>
    [...main.queryAllByRole('button', { name }), ...main.queryAllByRole('link', { name })].length > 0;
  return { shops: names.map(isThere), admins: ofAdmins.map(isThere) };
};

describe('the portal', () => {
  it.each([
    ['viewer', { shops: [false, false, false], admins: [false, false, false] }, [LOOK]],
    ['operator', { shops: [true, true, false], admins: [false, false, false] }, [OWNERS]],
    ['owner', { shops: [true, true, true], admins: [true, true, true] }, []],
  ] as const)('offers a %s what the role may, and says who may the rest', async (role, expected, notes) => {
    as(role);
    await openAdmin('/admin');
    expect(await offered()).toEqual(expected);
    expect([LOOK, OWNERS].filter((note) => screen.queryByText(note))).toEqual(notes);
  });

  it('offers all to whom a server of the release before names no role', async () => {
    await openAdmin('/admin');
    expect(await offered()).toMatchObject({ shops: [true, true, true], admins: [true, true, true] });
  });

  it('shows a viewer a shop’s settings, of which none can be changed', async () => {
    as('viewer');
    const dialog = within(await openEditor());
    expect(dialog.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Mahalaxmi Jewellers');
    dialog.getByText(LOOK);
    const fields = [...dialog.getAllByRole('textbox'), ...dialog.getAllByRole('switch'), ...dialog.getAllByRole('radio')];
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => !field.matches(':disabled'))).toEqual([]);
    expect((await dialog.findByRole('button', { name: 'Delete Coin' })).matches(':disabled')).toBe(true);
    expect(dialog.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['viewer', '/admin/create-user', LOOK],
    ['viewer', `/admin/update-user/${SHOP_ID}`, LOOK],
    ['operator', '/admin/create-admin', OWNERS],
    ['operator', `/admin/update-admin/${OTHER_ADMIN_ID}`, OWNERS],
  ] as const)('tells a %s at %s who may, before anything is typed', async (role, path, note) => {
    as(role);
    await openAdmin(path);
    const main = within(screen.getByRole('main'));
    await main.findByText(note);
    expect(main.queryAllByRole('textbox')).toEqual([]);
    await user.click(main.getByRole('link', { name: 'Back to the dashboard' }));
    expect(location.pathname).toBe('/admin');
  });

  it('has an operator look at the switches of the site', async () => {
    as('operator');
    await openAdmin('/admin/maintenance');
    const toggle = await screen.findByRole('switch', { name: /Site Status:/ });
    expect([toggle.matches(':disabled'), isOff(toggle)]).toEqual([true, false]);
    screen.getByText(OWNERS);
  });

  it.each([
    ['viewer', 'computer', 0],
    ['viewer', 'phone', 0],
    ['operator', 'computer', 2],
    ['operator', 'phone', 2],
  ] as const)('lists custom tables for a %s on a %s with %i ways to change one', async (role, device, count) => {
    if (device === 'phone') restore = asPhone();
    as(role);
    await openAdmin('/admin/custom-tables');
    await screen.findByText('Coin');
    expect(screen.queryAllByRole('table')).toHaveLength(device === 'phone' ? 0 : 1);
    expect(screen.queryAllByRole('button', { name: /^(Edit|Delete), ?Coin|^Delete Coin/ })).toHaveLength(count);
  });
});

describe('the form of an admin', () => {
  it('has the role, an owner’s at first, and sends the chosen one', async () => {
    api.reply('POST', '/admin/create', { message: 'made', admin: admin() });
    await openAdmin('/admin/create-admin');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Owner' }).checked).toBe(true);
    await user.type(screen.getByLabelText('Username'), 'new');
    await user.type(screen.getByLabelText('Password'), 'gold-and-silver');
    await user.click(screen.getByRole('radio', { name: 'Viewer' }));
    screen.getByText('May look at everything, and changes nothing.');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const { body } = await api.next('POST', '/admin/create');
    expect(body).toEqual({ username: 'new', password: 'gold-and-silver', admin_role: 'viewer' });
  });

  it('sends a role only when it is another one', async () => {
    const path = `/admin/update/${OTHER_ADMIN_ID}`;
    api.reply('PUT', path, { message: 'saved', admin: admin() });
    await openAdmin(`/admin/update-admin/${OTHER_ADMIN_ID}`);
    await user.click(await screen.findByRole('radio', { name: 'Operator' }));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect((await api.next('PUT', path)).body).toEqual({ admin_role: 'operator' });
  });
});
