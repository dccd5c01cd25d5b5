/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { row, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { adminsApi, asPhone, closePortal, enter, openEditor } from '../../../testing/portal.js';

const UPDATE = `/user/update/${SHOP_ID}`;
const TABLES = `/admin/custom-tables/user/${SHOP_ID}`;
const user = userEvent.setup();
let api: FakeApi;
let putBack = () => undefined as void;

beforeEach(() => {
  api = adminsApi().reply('GET', TABLES, [row(1, 'Gold Coin 24K (8g)', 126_257)]);
});
afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
});

describe("a shop's rate rows in the editor", () => {
  it('that aren’t saved yet keep it open, on their tab', async () => {
    putBack = asPhone();
    const dialog = await openEditor();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ city: 'Pune' }) });
    await user.type(within(dialog).getByLabelText('City'), 'x');
    await user.click(screen.getByRole('tab', { name: 'Rate rows' }));
    await user.click(await within(dialog).findByRole('radio', { name: 'Own rows' }));
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await screen.findByText('User profile and settings updated successfully!');
    await screen.findByText('The rate rows are not saved yet. Save them, or undo their changes.');
    expect(screen.getByRole('tab', { name: 'Rate rows' }).getAttribute('aria-selected')).toBe('true');
    const list = `/user/rate-rows/${SHOP_ID}`;
    api.reply('PUT', list, { message: 'Rows saved successfully!', rateRows: { rev: 1, rows_mode: 'own', rows: [] } });
    await user.click(within(dialog).getByRole('button', { name: 'Save rows' }));
    await screen.findByText('Rows saved successfully!');
    expect((await api.next('PUT', list)).body).toEqual({ rev: 0, rows_mode: 'own', rows: [] });
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', UPDATE)).toHaveLength(1);
  });
});

describe('a phone that is turned', () => {
  it('keeps what is typed in the editor', async () => {
    const isPhone = { matches: false, tell: () => undefined as void };
    const before = globalThis.matchMedia;
    globalThis.matchMedia = ((query: string) => ({
      ...before(query),
      get matches() {
        return isPhone.matches;
      },
      addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => {
        const told = isPhone.tell;
        isPhone.tell = () => (told(), listener({ matches: isPhone.matches }));
      },
    })) as typeof matchMedia;
    putBack = () => void (globalThis.matchMedia = before);
    const dialog = await openEditor();
    await user.click(await within(dialog).findByRole('radio', { name: 'Own rows' }));
    await enter(within(dialog).getByLabelText('Title'), 'Rose Gold');
    for (const matches of [true, false]) {
      isPhone.matches = matches;
      act(() => isPhone.tell());
      expect(within(dialog).queryByRole('tab', { name: 'Rate rows' }) !== null).toBe(matches);
      expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Own rows', hidden: true }).checked).toBe(true);
      expect(within(dialog).getByLabelText<HTMLInputElement>('Title').value).toBe('Rose Gold');
    }
  });
});

describe("a shop's new margins", () => {
  it('are what its rate rows are priced by at once', async () => {
    const basis = `/user/rate-rows/${SHOP_ID}/basis`;
    const dialog = await openEditor();
    await user.click(await within(dialog).findByRole('radio', { name: 'Own rows' }));
    const before = api.sent('GET', basis).length;
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ sell_margin: 2 }) });
    const margin = within(dialog).getByRole('textbox', { name: /^Sell/ });
    await user.clear(margin);
    await user.type(margin, '2');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await screen.findByText('User profile and settings updated successfully!');
    await waitFor(() => expect(api.sent('GET', basis).length).toBeGreaterThan(before));
  });
});

describe("a shop's tables in the editor", () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Tables' }));

  it('are listed, made and deleted', async () => {
    await openEditor();
    const tables = await section();
    expect((await tables.findByText('Gold Coin 24K (8g)')).parentElement!.textContent).toContain('₹1,26,257');
    await user.click(tables.getByRole('button', { name: 'Create table' }));
    expect(tables.getByText('Please fill in both title and price')).toBeTruthy();

    api.reply('POST', '/admin/custom-tables', { message: 'made', customTable: row(2, 'Rose Gold', 99_000.5) });
    api.reply('GET', TABLES, [row(2, 'Rose Gold', 99_000.5)]);
    await enter(tables.getByLabelText('Title'), 'Rose Gold');
    await enter(tables.getByLabelText('Price'), '99000.5');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Custom table created successfully!')).toBeTruthy();
    const made = { title: 'Rose Gold', userId: SHOP_ID, price: 99_000.5 };
    expect(await api.next('POST', '/admin/custom-tables')).toMatchObject({
      body: made,
      repeatKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect((await tables.findByText('Rose Gold')).parentElement!.textContent).toContain('₹99,000.50');

    api.reply('DELETE', `/admin/custom-tables/${row(2, '', 0).id}`, { message: 'gone' });
    await user.click(tables.getByRole('button', { name: 'Delete Rose Gold' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Are you sure you want to delete this custom table?');
    await user.click(within(question).getByRole('button', { name: 'Delete table' }));
    expect(await screen.findByText('Custom table deleted successfully!')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('that are not there, or can not be read, are said to be so', async () => {
    api.reply('GET', TABLES, []);
    await openEditor();
    expect(await (await section()).findByText('No custom tables yet.')).toBeTruthy();
    closePortal();
    api.refuse('GET', TABLES, { status: 404, code: 'NOT_FOUND', message: 'Not found' });
    await openEditor();
    expect(await (await section()).findByText('The custom tables can’t be shown right now.')).toBeTruthy();
  });
});
