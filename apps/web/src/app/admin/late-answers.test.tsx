/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OwnedCustomTable } from '@sarafa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { ad, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import {
  ADMIN_ID,
  adminsApi,
  closePortal,
  enter,
  isOff,
  openAdmin,
  openShop,
  OTHER_ADMIN_ID,
  shopApi,
} from '../../testing/portal.js';

const user = userEvent.setup();
const OTHER_ID = 'c'.repeat(24);
const other = shop({ id: OTHER_ID, _id: OTHER_ID, username: 'navkar', shop_name: 'Navkar' });
const coin = { ...row(1, 'Coin', 100), userId: { _id: SHOP_ID, username: 'mahalaxmi', shop_name: '' } } as OwnedCustomTable;
const bar = { ...row(2, 'Bar', 200), userId: { _id: SHOP_ID, username: 'mahalaxmi', shop_name: '' } } as OwnedCustomTable;
let api: FakeApi;

beforeEach(() => {
  api = adminsApi({ shops: [shop(), other] })
    .reply('GET', '/admin/custom-tables', [coin, bar])
    .reply('GET', `/admin/custom-tables/user/${SHOP_ID}`, [])
    .reply('GET', `/admin/custom-tables/user/${OTHER_ID}`, [])
    .reply('GET', '/prices/settings/public-view-enabled', { enabled: true })
    .reply('GET', '/settings/maintenance', { isMaintenanceMode: false });
});
afterEach(closePortal);

const press = async (name: string, role: 'button' | 'link' = 'button') => user.click(await screen.findByRole(role, { name }));
const open = (role: 'dialog' | 'alertdialog' = 'dialog') => screen.findByRole(role);

/** Releases a call that was held back, and waits until its result has been shown. */
async function answerLate(release: () => void, told: string): Promise<void> {
  release();
  await screen.findByText(told);
  // Lets the effects after the message run.
  await act(async () => undefined);
}

describe('an answer that comes late leaves alone what was opened after it:', () => {
  it('the editor of another shop', async () => {
    const path = `/user/update/${SHOP_ID}`;
    const release = api.reply('PUT', path, { message: 'saved', user: shop({ shop_name: 'Renamed' }) }).hold('PUT', path);
    await openAdmin('/admin');
    await press('Edit & Settings, Mahalaxmi Jewellers');
    await user.type(within(await open()).getByLabelText('Shop name'), '!');
    await press('Save changes');
    await api.next('PUT', path);
    await user.keyboard('{Escape}');
    await press('Edit & Settings, Navkar');
    await user.type(within(await open()).getByLabelText('Shop name'), ' & Sons');
    await answerLate(release, 'User profile and settings updated successfully!');
    expect(within(await open()).getByLabelText<HTMLInputElement>('Shop name').value).toBe('Navkar & Sons');
  });

  it('the form of another custom table', async () => {
    const path = `/admin/custom-tables/${coin.id}`;
    const release = api.reply('PUT', path, { message: 'saved', customTable: coin }).hold('PUT', path);
    await openAdmin('/admin/custom-tables');
    await press('Edit, Coin');
    await user.type(within(await open()).getByLabelText('Title'), 's{Enter}');
    await api.next('PUT', path);
    await user.keyboard('{Escape}');
    await press('Edit, Bar');
    await user.type(within(await open()).getByLabelText('Title'), ' of ten');
    await answerLate(release, 'Custom table updated successfully!');
    expect(within(await open()).getByLabelText<HTMLInputElement>('Title').value).toBe('Bar of ten');
  });

  it("the next table in the editor's own form", async () => {
    const release = api
      .reply('POST', '/admin/custom-tables', { message: 'made', customTable: row(3, 'First', 1) })
      .hold('POST', '/admin/custom-tables');
    await openAdmin('/admin');
    await press('Edit & Settings, Mahalaxmi Jewellers');
    const tables = within(await screen.findByRole('region', { name: 'Tables' }));
    await enter(await tables.findByLabelText('Title'), 'First');
    await user.type(tables.getByLabelText('Price'), '1{Enter}');
    await api.next('POST', '/admin/custom-tables');
    await user.clear(tables.getByLabelText('Title'));
    await enter(tables.getByLabelText('Title'), 'Second');
    await answerLate(release, 'Custom table created successfully!');
    expect(tables.getByLabelText<HTMLInputElement>('Title').value).toBe('Second');
  });

  it.each([
    [
      'shop',
      '/admin',
      `/user/delete/${SHOP_ID}`,
      'Delete Mahalaxmi Jewellers',
      'Delete user',
      'Delete Navkar',
      'User deleted successfully',
    ],
    [
      'admin',
      '/admin',
      `/admin/delete/${OTHER_ADMIN_ID}`,
      'Delete support',
      'Delete admin',
      'Delete third',
      'Admin deleted successfully',
    ],
    [
      'custom table',
      '/admin/custom-tables',
      `/admin/custom-tables/${coin.id}`,
      'Delete Coin',
      'Delete table',
      'Delete Bar',
      'Custom table deleted successfully!',
    ],
  ])('the question whether to delete another %s', async (_, page, path, first, yes, second, told) => {
    const release = api.reply('DELETE', path, { message: 'gone' }).hold('DELETE', path);
    api.reply('GET', '/admin/list', [
      { id: ADMIN_ID, _id: ADMIN_ID, username: 'asha', logo_url: '' },
      { id: OTHER_ADMIN_ID, _id: OTHER_ADMIN_ID, username: 'support', logo_url: '' },
      { id: 'e'.repeat(24), _id: 'e'.repeat(24), username: 'third', logo_url: '' },
    ]);
    await openAdmin(page);
    await press(first);
    await press(yes);
    await api.next('DELETE', path);
    await user.keyboard('{Escape}');
    await press(second);
    await answerLate(release, told);
    expect((await open('alertdialog')).textContent).toContain(second);
  });

  it('the list without a shop that was deleted while the list was read', async () => {
    api.reply('DELETE', `/user/delete/${SHOP_ID}`, { message: 'gone' });
    await openAdmin('/admin');
    await screen.findByRole('button', { name: 'Delete Navkar' });
    const release = api.hold('GET', '/user/list');
    const reads = api.sent('GET', '/user/list').length;
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(api.sent('GET', '/user/list').length).toBe(reads + 1));
    await press('Delete Mahalaxmi Jewellers');
    await press('Delete user');
    await screen.findByText('User deleted successfully');
    const releaseNext = api.hold('GET', '/user/list');
    release();
    await waitFor(() => expect(api.sent('GET', '/user/list').length).toBe(reads + 2));
    api.reply('GET', '/user/list', [other]);
    releaseNext();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Mahalaxmi Jewellers' })).toBeNull());
  });

  it('the question about another subscription', async () => {
    const path = `/user/${SHOP_ID}/subscription`;
    const release = api
      .reply('PUT', path, { message: 'It ended', user: shop({ isSubscriptionValid: false, subscription_active: false }) })
      .hold('PUT', path);
    await openAdmin('/admin');
    await press('Deactivate subscription, Mahalaxmi Jewellers');
    await user.click(within(await open('alertdialog')).getByRole('button', { name: 'Deactivate' }));
    await api.next('PUT', path);
    await user.keyboard('{Escape}');
    await press('Deactivate subscription, Navkar');
    await answerLate(release, 'It ended');
    expect((await open('alertdialog')).textContent).toContain('navkar');
  });

  it('the page that was gone to from the form of a new account', async () => {
    const release = api.reply('POST', '/user/create', { message: 'made', user: other }).hold('POST', '/user/create');
    await openAdmin('/admin/create-user');
    await enter(screen.getByLabelText('Username'), 'navkar');
    await enter(screen.getByLabelText('Password'), 'gold-and-silver');
    await user.keyboard('{Enter}');
    await api.next('POST', '/user/create');
    await press('Create Admin', 'link');
    await enter(await screen.findByLabelText('Username'), 'half');
    await answerLate(release, 'User created successfully');
    expect(location.pathname).toBe('/admin/create-admin');
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('half');
  });

  it('maintenance, when its password was cancelled', async () => {
    api.reply('GET', '/settings/maintenance', { isMaintenanceMode: true });
    const release = api
      .reply('POST', '/auth/login', { token: 'fresh', role: 'admin', userId: ADMIN_ID, message: 'Signed in' })
      .reply('PUT', '/settings/maintenance', { message: 'The site is active now', settings: { isMaintenanceMode: false } })
      .hold('POST', '/auth/login');
    await openAdmin('/admin/maintenance');
    await user.click(await screen.findByRole('switch', { name: /Site Status:/ }));
    await enter(within(await open()).getByLabelText('Password'), 'right password');
    await user.keyboard('{Enter}');
    await api.next('POST', '/auth/login');
    await press('Cancel');
    release();
    // This call was made later, so its answer comes later.
    await user.click(await screen.findByRole('switch', { name: /Site Status:/ }));
    await user.type(within(await open()).getByLabelText('Password'), 'x');
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Confirm' }))).toBe(false));
    expect(api.sent('PUT', '/settings/maintenance')).toEqual([]);
    expect(localStorage.getItem('token')).not.toBe('fresh');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe("on a shop's dashboard a late answer leaves alone", () => {
  const file = () => new File(['x'], 'next.jpg', { type: 'image/jpeg' });

  beforeEach(() => {
    api = shopApi().reply('GET', '/advertisements/user/me', [ad(1), ad(2)]);
  });

  it('a setting that was changed after its call had begun', async () => {
    const path = `/user/profile-settings/${SHOP_ID}`;
    const release = api
      .reply('PUT', path, { message: 'saved', user: shop({ gold_margin: 2 }) })
      .reply('PUT', '/advertisements/toggle-ads', { message: 'saved', user: shop({ ads_enabled: false, gold_margin: 2 }) })
      .hold('PUT', path);
    await openShop();
    await user.clear(await screen.findByRole('textbox', { name: /^Gold/ }));
    await user.type(screen.getByRole('textbox', { name: /^Gold/ }), '2');
    await press('Save margins');
    await api.next('PUT', path);
    await user.click(screen.getByRole('switch', { name: 'Ads are currently ON' }));
    await screen.findByRole('switch', { name: 'Ads are currently OFF' });
    await answerLate(release, 'Margin settings updated successfully!');
    expect(screen.getByRole('switch', { name: 'Ads are currently OFF' })).toBeTruthy();
  });

  it('a setting that was changed after a read had begun', async () => {
    await openShop();
    const release = api.hold('GET', '/user/profile/me');
    const reads = api.sent('GET', '/user/profile/me').length;
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(api.sent('GET', '/user/profile/me').length).toBe(reads + 1));
    const saved = { message: 'saved', user: shop({ ads_enabled: false }) };
    api.reply('PUT', '/advertisements/toggle-ads', saved).reply('GET', '/user/profile/me', shop({ shop_name: 'Renamed' }));
    await user.click(screen.getByRole('switch', { name: 'Ads are currently ON' }));
    await screen.findByRole('switch', { name: 'Ads are currently OFF' });
    release();
    await screen.findByRole('heading', { level: 1, name: 'Renamed' });
    expect(screen.getByRole('switch', { name: 'Ads are currently OFF' })).toBeTruthy();
  });

  it('the question whether to delete another ad', async () => {
    const path = `/advertisements/${ad(1).id}`;
    const release = api.reply('DELETE', path, { message: 'gone' }).hold('DELETE', path);
    await openShop();
    await press('Delete offer-1.jpg');
    await press('Delete advertisement');
    await api.next('DELETE', path);
    await user.keyboard('{Escape}');
    await press('Delete offer-2.jpg');
    await answerLate(release, 'Advertisement deleted successfully!');
    expect((await open('alertdialog')).textContent).toContain('offer-2.jpg');
  });

  it('the uploads that were opened anew', async () => {
    const release = api
      .reply('POST', '/advertisements/upload', { message: 'kept', advertisement: ad(3) })
      .hold('POST', '/advertisements/upload');
    await openShop();
    await press('+ Upload New');
    await user.upload(document.querySelector<HTMLInputElement>('.dropzone input')!, file());
    await press('Upload 1 File(s)');
    await api.next('POST', '/advertisements/upload');
    await user.keyboard('{Escape}');
    await press('+ Upload New');
    await answerLate(release, 'Successfully uploaded 1 advertisement(s)!');
    expect((await open()).textContent).toContain('Manage Advertisements');
  });
});
