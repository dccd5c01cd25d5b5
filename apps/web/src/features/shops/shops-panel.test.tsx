/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { adminsApi, asPhone, closePortal, openAdmin } from '../../testing/portal.js';

const id = (index: number) => index.toString(16).padStart(24, '0');
const NAVKAR = shop({ id: id(2), _id: id(2), username: 'navkar', shop_name: 'Navkar Gold Palace', gold_18k_enabled: false });
const ENDED = shop({
  id: id(3),
  _id: id(3),
  username: 'meenakshi',
  shop_name: 'Meenakshi',
  subscription_end_date: '2020-01-01T00:00:00.000Z',
  isSubscriptionValid: false,
  isSubscriptionExpired: true,
});

/** user-event provides a stub of the clipboard. */
const user = userEvent.setup();
let putBack = () => undefined as void;
afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
});

const names = () => {
  const table = screen.getByRole('table', { name: 'Users management' });
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent);
};
async function usersTable() {
  return screen.findByRole('table', { name: 'Users management' });
}

describe('users management', () => {
  it('lists the shops with their subscription, their board and the rates they show', async () => {
    adminsApi({ shops: [shop(), NAVKAR, ENDED] });
    await openAdmin('/admin');
    const rows = within(await usersTable())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^MMahalaxmi JewellersmahalaxmiActive\d+ days remainingOpen nowHorizontal24K22K18KAg/),
      expect.stringMatching(/^MMeenakshimeenakshiExpired\d+ days overdueNot open/),
      expect.stringMatching(/^NNavkar Gold PalacenavkarActive.*24K22K18K offAg/),
    ]);
  });

  it('is searched while one types, ordered by a click, and comes in pages', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      shop({ id: id(index), _id: id(index), username: `u${index}`, shop_name: `Shop ${index}` }),
    );
    adminsApi({ shops: many });
    await openAdmin('/admin');
    await usersTable();
    expect(screen.getByText('1 to 25 of 60')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('26 to 50 of 60')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    expect(screen.getByText('1 to 25 of 60')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a shop' }), 'u5');
    await waitFor(() => expect(names()).toHaveLength(11));
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    expect(names()[0]).toContain('Shop 59');
    await user.type(screen.getByRole('searchbox'), ' nowhere');
    expect(await screen.findByText('No shop matches.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all shops' }));
    expect(await screen.findByText('1 to 25 of 60')).toBeTruthy();
  });

  it('lists only the shops whose number one clicked', async () => {
    adminsApi({ shops: [shop(), ENDED] });
    await openAdmin('/admin');
    await usersTable();
    await user.click(screen.getByRole('button', { name: /^Expired/ }));
    await waitFor(() => expect(names()).toHaveLength(1));
    expect(location.search).toBe('?show=expired');
  });

  it('is cards on a phone', async () => {
    putBack = asPhone();
    adminsApi({ shops: [shop(), NAVKAR] });
    await openAdmin('/admin');
    const cards = await screen.findByRole('list', { name: 'Users management' });
    expect(within(cards).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says so when it has none, and when it could not be read', async () => {
    const api = adminsApi({ shops: [] });
    await openAdmin('/admin');
    expect(await screen.findByText('No shops yet.')).toBeTruthy();
    closePortal();
    api.refuse('GET', '/user/list', { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await openAdmin('/admin');
    expect(await screen.findByText('Error fetching users: This part of the service is down')).toBeTruthy();
    api.reply('GET', '/user/list', [shop()]);
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    expect(await screen.findByText('Mahalaxmi Jewellers')).toBeTruthy();
  });

  it('says that access is denied', async () => {
    adminsApi().refuse('GET', '/user/list', { status: 403, code: 'FORBIDDEN', message: 'Admins only' });
    await openAdmin('/admin');
    expect(await screen.findByText('Access denied: Admins only')).toBeTruthy();
  });

  it('copies both links, and says so', async () => {
    adminsApi();
    await openAdmin('/admin');
    await usersTable();
    await user.click(screen.getByRole('button', { name: 'Copy Public Link, Mahalaxmi Jewellers' }));
    expect(await screen.findByText('Public view link copied to clipboard!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/public-view/${SHOP_ID}`);
    await user.click(screen.getByRole('button', { name: 'Copy User Login Page Link' }));
    expect(await screen.findByText('Login Page Link copied to clipboard!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/login`);
  });

  it('says which way is left when copying is not allowed', async () => {
    adminsApi();
    await openAdmin('/admin');
    await usersTable();
    const { writeText } = navigator.clipboard;
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
    putBack = () => void (navigator.clipboard.writeText = writeText);
    await user.click(screen.getByRole('button', { name: 'Copy Public Link, Mahalaxmi Jewellers' }));
    const failure = 'Failed to copy link. Please copy manually from the browser address bar.';
    expect(await screen.findByText(failure)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy User Login Page Link' }));
    expect(await screen.findByText('Failed to copy link.')).toBeTruthy();
    expect(screen.getByText(`The link: ${location.origin}/login`)).toBeTruthy();
  });

  it('asks before it ends a subscription, and shows that it ended', async () => {
    const api = adminsApi();
    await openAdmin('/admin');
    await usersTable();
    await user.click(screen.getByRole('button', { name: 'Deactivate subscription, Mahalaxmi Jewellers' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Are you sure you want to deactivate the subscription for mahalaxmi?');
    api.reply('PUT', `/user/${SHOP_ID}/subscription`, {
      message: 'Subscription deactivated successfully',
      user: shop({ subscription_active: false, isSubscriptionValid: false }),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Subscription deactivated successfully')).toBeTruthy();
    expect((await api.next('PUT', `/user/${SHOP_ID}/subscription`)).body).toEqual({ active: false });
    expect(await screen.findByRole('button', { name: 'Activate subscription, Mahalaxmi Jewellers' })).toBeTruthy();
    // The answer of the write is shown, and the list of thousands of shops isn't read again.
    expect(api.sent('GET', '/user/list')).toHaveLength(1);
  });

  it('keeps a subscription when nobody could be reached, and says why', async () => {
    adminsApi();
    await openAdmin('/admin');
    await usersTable();
    await user.click(screen.getByRole('button', { name: 'Deactivate subscription, Mahalaxmi Jewellers' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }));
    const failure = 'Error updating subscription: The server can’t be reached. Please check your connection.';
    expect(await screen.findByText(failure)).toBeTruthy();
  });

  it('deletes a shop after a question, and not without', async () => {
    const api = adminsApi({ shops: [shop(), NAVKAR] });
    await openAdmin('/admin');
    await usersTable();
    const opener = screen.getByRole('button', { name: 'Delete Navkar Gold Palace' });
    await user.click(opener);
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Are you sure you want to delete this user?');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(api.sent('DELETE', `/user/delete/${NAVKAR.id}`)).toEqual([]);

    api.reply('DELETE', `/user/delete/${NAVKAR.id}`, { message: 'User deleted successfully' });
    await user.click(opener);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('User deleted successfully')).toBeTruthy();
    expect(screen.queryByText('Navkar Gold Palace')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Users management' }));
  });
});
