/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OwnedCustomTable } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { adminsApi, closePortal, enter, openAdmin, openAdminPage } from '../../testing/portal.js';
import { CustomTablesPage } from './custom-tables-page.js';

const PAGE = '/admin/custom-tables';
const open = () => openAdminPage(<CustomTablesPage />);
const owner = { _id: SHOP_ID, username: 'mahalaxmi', shop_name: 'Mahalaxmi Jewellers' };
const coin: OwnedCustomTable = { ...row(1, 'Gold Coin 24K (8g)', 126_257), userId: owner };
const payal: OwnedCustomTable = row(2, 'Silver Payal (1kg)', 218_900.5);

describe('custom tables', () => {
  let api: FakeApi;

  beforeEach(() => {
    api = adminsApi({ shops: [shop()] }).reply('GET', PAGE, [coin, payal]);
  });
  afterEach(closePortal);

  it('says that it is loading, and lists title, user, price and day', async () => {
    const release = api.hold('GET', PAGE);
    await openAdmin(PAGE);
    screen.getByText('Loading custom tables...');
    release();
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Title',
      'User',
      'Price',
      'Created',
      'Actions',
    ]);
    const cells = table
      .getAllByRole('row')
      .slice(1)
      .map((one) =>
        within(one)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(cells).toEqual([
      ['Gold Coin 24K (8g)', 'mahalaxmi (Mahalaxmi Jewellers)', '₹1,26,257', '20 November 2026', ''],
      ['Silver Payal (1kg)', 'Unknown User', '₹2,18,900.50', '20 November 2026', ''],
    ]);
    await enter(screen.getByRole('searchbox'), 'payal');
    await waitFor(() => expect(screen.queryByText('Gold Coin 24K (8g)')).toBeNull());
  });

  it('makes one for a shop, and says what is missing before it asks', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '+ Create Custom Table' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Custom Table' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    dialog.getByText('Title is required');
    dialog.getByText('User is required');
    expect(document.activeElement).toBe(dialog.getByLabelText('Title'));
    await enter(dialog.getByLabelText('Title'), 'Pavan 22K (8g)');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(document.activeElement).toBe(dialog.getByPlaceholderText('Select a user'));
    await userEvent.click(dialog.getByPlaceholderText('Select a user'));
    await userEvent.click(await screen.findByRole('option', { name: 'mahalaxmi (Mahalaxmi Jewellers)' }));
    await enter(dialog.getByLabelText('Initial Price (₹)'), '115651.5');
    api.reply('POST', PAGE, { message: 'Custom table created successfully!', customTable: coin });
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Custom table created successfully!');
    expect((await api.next('POST', PAGE)).body).toEqual({ title: 'Pavan 22K (8g)', userId: SHOP_ID, price: 115_651.5 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps a price that is too large as it was typed, and says so', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '+ Create Custom Table' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Custom Table' }));
    const price = dialog.getByLabelText<HTMLInputElement>('Initial Price (₹)');
    await enter(price, '12345678900');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(price.value).toBe('12,34,56,78,900');
    dialog.getByText(/must be at most 99,99,99,999.99/);
    expect(api.sent('POST', PAGE)).toEqual([]);
  });

  it('changes one, whose user stays; what is no price is 0', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit, Gold Coin 24K (8g)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Custom Table' }));
    expect(dialog.getByLabelText('User')).toHaveProperty('disabled', true);
    await userEvent.clear(dialog.getByLabelText('Initial Price (₹)'));
    api.refuse('PUT', `${PAGE}/${coin.id}`, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    await screen.findByText('Error updating custom table. Please try again.');
    // What was typed is kept.
    api.reply('PUT', `${PAGE}/${coin.id}`, { message: 'Custom table updated successfully!', customTable: coin });
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    await screen.findByText('Custom table updated successfully!');
    expect(api.sent('PUT', `${PAGE}/${coin.id}`).at(-1)!.body).toEqual({ price: 0 });
  });

  it('sends a new title alone: its shop may have set another price meanwhile', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit, Gold Coin 24K (8g)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Custom Table' }));
    await userEvent.type(dialog.getByLabelText('Title'), ', hallmarked');
    api.reply('PUT', `${PAGE}/${coin.id}`, { message: 'Custom table updated successfully!', customTable: coin });
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    await screen.findByText('Custom table updated successfully!');
    expect((await api.next('PUT', `${PAGE}/${coin.id}`)).body).toEqual({ title: `${coin.title}, hallmarked` });
  });

  it('asks for nothing where nothing was changed', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit, Gold Coin 24K (8g)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Custom Table' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', `${PAGE}/${coin.id}`)).toEqual([]);
  });

  it('deletes one after a question', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Silver Payal (1kg)' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Are you sure you want to delete this custom table?');
    api.reply('DELETE', `${PAGE}/${payal.id}`, { message: 'Custom table deleted successfully!' }).reply('GET', PAGE, [coin]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete table' }));
    await screen.findByText('Custom table deleted successfully!');
    await waitFor(() => expect(screen.queryByText('Silver Payal (1kg)')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('is an empty list when it can’t be read, and the sign-in screen when it may not be', async () => {
    api.refuse('GET', PAGE, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await open();
    await screen.findByText('No custom tables yet.');
    closePortal();
    api.refuse('GET', PAGE, { status: 403, code: 'FORBIDDEN', message: 'Insufficient privileges' });
    await openAdmin(PAGE);
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
  });
});
