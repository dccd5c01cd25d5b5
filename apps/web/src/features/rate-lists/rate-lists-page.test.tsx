/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { rateList, shop } from '../../testing/fixtures.js';
import {
  ADMIN_ID,
  adminsApi,
  asPhone,
  closePortal,
  enter,
  openAdmin,
  openAdminPage,
  OTHER_ADMIN_ID,
} from '../../testing/portal.js';
import { RateListsPage } from './rate-lists-page.js';

const PAGE = '/admin/rate-lists';
const open = () => openAdminPage(<RateListsPage />);
const HOUR_MS = 3_600_000;
const user = userEvent.setup();
const list = rateList();
const old = rateList({
  ...{ id: 'e'.repeat(24), _id: 'e'.repeat(24), name: 'House rate' },
  ...{ set_at: new Date(Date.now() - 30 * HOUR_MS).toISOString(), platinum: { fineness: 950, per_gram: 6_000 } },
});

describe('rate lists', () => {
  let api: FakeApi;
  let putBack = () => undefined as void;

  beforeEach(() => {
    api = adminsApi({ shops: [shop({ rate_list_id: list.id })] }).reply('GET', PAGE, [list, old]);
  });
  afterEach(() => {
    closePortal();
    putBack();
    putBack = () => undefined;
  });

  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const retype = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await enter(field, text);
  };
  const cells = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr')!;
    return within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent.replaceAll('\u00a0', ' '));
  };

  it('say that they are loading, and then their rates, how they stand and who uses them', async () => {
    const release = api.hold('GET', PAGE);
    await openAdmin(PAGE);
    screen.getByText('Loading rate lists...');
    release();
    const first = await cells('Mumbai association');
    // The market's 24K is 1,57,821 for 10 g, and its silver 2,36,211 for a kilogram.
    expect(first[1]).toBe('₹14,085.70 995 fine₹1,617.49 (10.3 %) below the market');
    expect(first.slice(2, 4)).toEqual(['₹168.25 999 fine₹67.96 (28.8 %) below the market', 'No price']);
    expect(first[4]).toMatch(/^Valid until \d/);
    const second = await cells('House rate');
    expect(second[3]).toBe('₹6,000 950 fine');
    expect(second[4]).toMatch(/^Old since \d/);
    await waitFor(async () =>
      expect([(await cells('Mumbai association'))[5], (await cells('House rate'))[5]]).toEqual(['1 shop', 'No shop']),
    );
  });

  it('are cards on a phone', async () => {
    putBack = asPhone();
    await open();
    const cards = within(await screen.findByRole('list', { name: 'Rate Lists' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('button', { name: /^Set rates/ }).textContent)).toEqual([
      'Set rates',
      'Set rates',
    ]);
    expect(cards[0]!.textContent).toContain('₹14,085.70');
    expect(cards[0]!.textContent).not.toContain('Platinum');
  });

  it('are none at first, and can be asked for again when they can’t be read', async () => {
    api.reply('GET', PAGE, []);
    await open();
    await screen.findByText('No rate lists yet.');
    closePortal();
    api.refuse('GET', PAGE, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await open();
    await screen.findByText('The rate lists can’t be shown right now.');
    api.reply('GET', PAGE, [list]);
    await press('Try again');
    await screen.findByText('Mumbai association');
  });

  it('are set with the rates until now beside them, and the change', async () => {
    await open();
    await press('Set rates, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    const gold = dialog.getByLabelText('Gold, ₹ per gram');
    expect(document.activeElement).toBe(gold);
    expect(dialog.getByText(/^Until now ₹14,085.70, set /)).toBeTruthy();
    expect(dialog.getAllByText('No change')).toHaveLength(2);
    await retype(gold, '14200.5');
    // 114.80 of 14,085.70.
    dialog.getByText('▲ ₹114.80 (0.8 %)');
    dialog.getByText('₹1,42,005 for 10 g');
    await retype(dialog.getByLabelText('Silver, ₹ per gram'), '168');
    dialog.getByText('▼ ₹0.25 (0.1 %)');
    api.reply('PUT', `${PAGE}/${list.id}`, { message: 'Rate list updated successfully!', rateList: list });
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    await screen.findByText('Rate list updated successfully!');
    expect((await api.next('PUT', `${PAGE}/${list.id}`)).body).toEqual({
      gold: { fineness: 995, per_gram: 14_200.5 },
      silver: { fineness: 999, per_gram: 168 },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are sent where they were changed, because the others may have been set meanwhile', async () => {
    await open();
    await press('Set rates, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    await retype(dialog.getByLabelText('Silver, ₹ per gram'), '168');
    api.reply('PUT', `${PAGE}/${list.id}`, { message: 'Rate list updated successfully!', rateList: list });
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    await screen.findByText('Rate list updated successfully!');
    expect((await api.next('PUT', `${PAGE}/${list.id}`)).body).toEqual({ silver: { fineness: 999, per_gram: 168 } });
  });

  it('are those of now where nothing was typed, and are asked about anew where somebody else has set them', async () => {
    await open();
    await press('Set rates, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    const silver = dialog.getByLabelText('Silver, ₹ per gram');
    await retype(silver, '120');
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    await dialog.findByRole('button', { name: 'Set them all the same' });
    const gold = { fineness: 995, per_gram: 14_300 };
    api.reply('GET', PAGE, [{ ...list, gold, set_at: new Date().toISOString() }, old]);
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(dialog.getByLabelText('Gold, ₹ per gram')).toHaveProperty('value', '14,300'));
    expect(silver).toHaveProperty('value', '120');
    await dialog.findByRole('button', { name: 'Set these rates' });
    await retype(silver, '168.25');
    api.reply('PUT', `${PAGE}/${list.id}`, { message: 'Rate list updated successfully!', rateList: list });
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    await dialog.findByText(/^Somebody else has changed this list/);
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    await screen.findByText('Rate list updated successfully!');
    // The same rates again set the list anew.
    expect((await api.next('PUT', `${PAGE}/${list.id}`)).body).toEqual({ gold, silver: list.silver });
  });

  it('take a typed comma for one between digits', async () => {
    await open();
    await press('Set rates, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    const gold = dialog.getByLabelText('Gold, ₹ per gram');
    await user.clear(gold);
    await user.type(gold, '14,100');
    dialog.getByText('₹1,41,000 for 10 g');
  });

  it('are asked about once more where they jump, and anew after each other rate', async () => {
    await open();
    await press('Set rates, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    const gold = dialog.getByLabelText('Gold, ₹ per gram');
    await retype(gold, '15353.41');
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    // 1,267.71 of 14,085.70.
    expect(dialog.getByRole('alert').textContent).toMatch(/^Gold: that is 9 % above the rate of /);
    expect(api.sent('PUT', `${PAGE}/${list.id}`)).toEqual([]);
    await retype(gold, '12000');
    expect(dialog.getByRole('alert').textContent).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Set these rates' }));
    expect(dialog.getByRole('alert').textContent).toMatch(/^Gold: that is 14.8 % below the rate of /);
    api.reply('PUT', `${PAGE}/${list.id}`, { message: 'Rate list updated successfully!', rateList: list });
    await user.click(dialog.getByRole('button', { name: 'Set them all the same' }));
    await screen.findByText('Rate list updated successfully!');
    expect(api.sent('PUT', `${PAGE}/${list.id}`)).toHaveLength(1);
  });

  it('are wanted by their reminder time, here and on the dashboard', async () => {
    const set_at = new Date(Date.now() - 24 * HOUR_MS).toISOString();
    const due = rateList({ reminder_time: '00:00', set_at, valid_hours: 48 });
    api.reply('GET', PAGE, [due, old]).reply('PUT', `${PAGE}/${due.id}`, { message: 'done', rateList: due });
    await openAdmin('/admin');
    await screen.findByText('Mumbai association hasn’t been set: wanted by 12:00 am.');
    expect(screen.getAllByText(/hasn’t been set/)).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Set it, Mumbai association' }));
    await screen.findByText('Not set by 12:00 am');
    await press('Edit, Mumbai association');
    const dialog = within(await screen.findByRole('dialog'));
    await retype(dialog.getByLabelText('Remind at'), '10:30');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.sent('PUT', `${PAGE}/${due.id}`)[0]!.body).toEqual({ reminder_time: '10:30' }));
  });

  it('are made with a name, hours and rates, and say what is missing before they ask', async () => {
    await open();
    await press('Create rate list');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create rate list' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    for (const what of ['Name', 'Gold rate', 'Silver rate']) dialog.getByText(`${what} is required`);
    expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
    await enter(dialog.getByLabelText('Name'), 'Rajkot rate');
    await enter(dialog.getByLabelText('Gold, ₹ per gram'), '14000');
    await enter(dialog.getByLabelText('Silver, ₹ per gram'), '160.5');
    await user.click(dialog.getByRole('button', { name: 'Add platinum base' }));
    await enter(dialog.getByLabelText('Platinum, ₹ per gram'), '6000');
    await retype(dialog.getByLabelText('Valid for (hours)'), '200');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    dialog.getByText('Hours must be at most 168');
    await retype(dialog.getByLabelText('Valid for (hours)'), '12');
    api.refuse('POST', PAGE, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Error saving rate list');
    api.reply('POST', PAGE, { message: 'Rate list created successfully!', rateList: list });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Rate list created successfully!');
    const [first, second] = api.sent('POST', PAGE);
    const rate = (per_gram: number) => ({ fineness: 999, per_gram });
    const rates = { gold: rate(14_000), silver: rate(160.5), platinum: rate(6_000) };
    expect(second!.body).toEqual({ name: 'Rajkot rate', valid_hours: 12, reminder_time: null, ...rates });
    // The second attempt is the same request.
    expect(second!.repeatKey).toBe(first!.repeatKey);
  });

  it('are renamed without being set, and lose platinum where it is removed', async () => {
    await open();
    await press('Edit, House rate');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Gold, ₹ per gram')).toBeNull();
    await user.type(dialog.getByLabelText('Name'), ' 2');
    api.reply('PUT', `${PAGE}/${old.id}`, { message: 'Rate list updated successfully!', rateList: old });
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Rate list updated successfully!');
    expect((await api.next('PUT', `${PAGE}/${old.id}`)).body).toEqual({ name: 'House rate 2' });
    await press('Set rates, House rate');
    await user.click(await screen.findByRole('button', { name: 'Remove platinum base' }));
    await press('Set these rates');
    await waitFor(() => expect(api.sent('PUT', `${PAGE}/${old.id}`)).toHaveLength(2));
    // Somebody else may have set gold meanwhile.
    expect(api.sent('PUT', `${PAGE}/${old.id}`)[1]!.body).toEqual({ platinum: null });
  });

  it('say who uses them, what they were, and who has set them', async () => {
    const { gold, silver, name, valid_hours, set_at, prices } = list;
    const now = { gold, silver, prices, name, valid_hours, set_at, set_by: { id: ADMIN_ID, username: 'asha' } };
    const listed = { metal: 'gold', fineness: 916, sell: 14_415 } as const;
    const before = { ...now, gold: undefined, prices: [listed], set_at: '2026-11-20T04:10:00.000Z' };
    const revisions = [
      now,
      { ...before, set_by: { id: OTHER_ADMIN_ID, username: '' } },
      { ...before, gold: { fineness: 995, per_gram: 13_900 }, set_at: '2026-11-19T04:10:00.000Z', set_by: null },
    ];
    const path = `${PAGE}/${list.id}/revisions`;
    api.refuse('GET', path, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await open();
    await press('History and shops, Mumbai association');
    const dialog = within(await screen.findByRole('dialog', { name: 'Mumbai association' }));
    await dialog.findByText('The history can’t be shown right now.');
    api.reply('GET', path, revisions);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('by asha');
    const rows = dialog.getAllByRole('row').map((row) => Array.from(row.children, ({ textContent }) => textContent.trim()));
    expect(rows[0]).toEqual(['Set', 'Gold', 'Silver']);
    expect(rows[1]!.slice(1)).toEqual(['₹14,085.70 995 fine', '₹168.25 999 fine']);
    expect(rows[2]).toEqual(['20 November 2026, 9:40 amby an account that is deleted', '22K ₹14,415', '₹168.25 999 fine']);
    expect(rows[3]![0]).toBe('19 November 2026, 9:40 amIt isn’t known by whom');
    expect(rows[3]![1]).toBe('₹13,900 995 fine22K ₹14,415');
    dialog.getByText('Mahalaxmi Jewellers');
  });

  it('don’t say that no shop uses them where the shops can’t be read', async () => {
    api
      .refuse('GET', '/user/list', { status: 503, code: 'UNAVAILABLE', message: 'down' })
      .reply('GET', `${PAGE}/${list.id}/revisions`, []);
    await open();
    await press('History and shops, Mumbai association');
    const dialog = within(await screen.findByRole('dialog', { name: 'Mumbai association' }));
    await dialog.findByText('Error fetching users: down');
    expect(dialog.queryByText('No shop')).toBeNull();
  });

  it('are deleted after a question, and the server’s reason is said where shops use them', async () => {
    await open();
    await press('Delete Mumbai association');
    const message = '1 shop uses this rate list';
    api.refuse('DELETE', `${PAGE}/${list.id}`, { status: 409, code: 'CONFLICT', message });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete list' }));
    await screen.findByText(new RegExp(message));
    await press('Delete House rate');
    api.reply('DELETE', `${PAGE}/${old.id}`, { message: 'Rate list deleted successfully!' }).reply('GET', PAGE, [list]);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete list' }));
    await screen.findByText('Rate list deleted successfully!');
    await waitFor(() => expect(screen.queryByText('House rate')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});
