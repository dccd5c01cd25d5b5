/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../../testing/fixtures.js';
import { adminsApi, asPhone, closePortal, enter, openEditor, renderAlone } from '../../../testing/portal.js';
import { useShopsQuery } from '../../../shared/api/shops.api.js';
import { EditShop } from './edit-shop.js';

const UPDATE = `/user/update/${SHOP_ID}`;
const user = userEvent.setup();
const TAKEN = {
  message: 'This username is taken',
  details: [{ path: 'username', message: 'This username is taken' }],
};
let api: FakeApi;
let putBack = () => undefined as void;

beforeEach(() => {
  api = adminsApi().reply('GET', `/admin/custom-tables/user/${SHOP_ID}`, []);
});
afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
});

const isLocked = () => document.documentElement.classList.contains('is-locked');

/** Opens the editor without the page around it. */
function openAlone(): Promise<HTMLElement> {
  renderAlone(<Alone />);
  return screen.findByRole('dialog');
}

function Alone() {
  const { data } = useShopsQuery();
  return data && <EditShop id={SHOP_ID} onClose={() => undefined} />;
}

describe('the editor of a shop', () => {
  it('resets the second step of a shop that has lost it', async () => {
    const dialog = await openEditor();
    const path = `/admin/${SHOP_ID}/factors`;
    api.reply('DELETE', path, { message: 'Second step reset' });
    await user.click(within(dialog).getByRole('button', { name: 'Reset second step' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Reset second step' }));
    await screen.findByText('Second step reset');
    expect(api.sent('DELETE', path)).toHaveLength(1);
    expect(within(dialog).getByRole('button', { name: 'Save changes' })).toBeTruthy();
  });

  it('sends what changed and nothing else', async () => {
    const dialog = await openEditor();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ shop_name: 'Mahalaxmi & Sons', gold_18k_enabled: false }) });
    const name = within(dialog).getByLabelText('Shop name');
    await user.clear(name);
    await enter(name, 'Mahalaxmi & Sons');
    await user.click(within(dialog).getByRole('button', { name: 'Price types' }));
    await user.click(within(dialog).getByLabelText('18K gold'));
    expect(within(dialog).getByRole('button', { name: 'Price types', description: '24K, 22K, silver' })).toBeTruthy();
    await user.click(within(dialog).getByLabelText('Vertical'));
    await user.click(within(dialog).getByLabelText('Silver rates'));
    await user.selectOptions(within(dialog).getByLabelText('Price update interval'), '30 seconds');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('User profile and settings updated successfully!')).toBeTruthy();
    // Without the interval, which is the provider's, and without a password.
    expect((await api.next('PUT', UPDATE)).body).toEqual({
      shop_name: 'Mahalaxmi & Sons',
      gold_18k_enabled: false,
      layout_orientation: 'vertical',
      silver_prices_enabled: false,
      price_update_interval: 30_000,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('Mahalaxmi & Sons')).toBeTruthy();
  });

  it('stays open with what is typed while the rest is being saved', async () => {
    const dialog = await openEditor();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ city: 'Surat' }) });
    const release = api.hold('PUT', UPDATE);
    const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
    await user.clear(field('City'));
    await enter(field('City'), 'Surat');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await user.clear(field('Shop name'));
    await enter(field('Shop name'), 'Mahalaxmi & Sons');
    release();
    expect(await screen.findByText('User profile and settings updated successfully!')).toBeTruthy();
    expect(field('Shop name').value).toBe('Mahalaxmi & Sons');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', UPDATE).map(({ body }) => body)).toEqual([{ city: 'Surat' }, { shop_name: 'Mahalaxmi & Sons' }]);
  });

  it('sends what the board says of its rates, and what the provider adds to them', async () => {
    const dialog = await openAlone();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ city: 'Pune' }) });
    const city = within(dialog).getByLabelText<HTMLInputElement>('City');
    expect(city.value).toBe('Mumbai');
    await user.clear(city);
    await enter(city, 'Pune');
    await user.click(within(dialog).getByLabelText('Rates over ads'));
    await user.click(within(dialog).getByLabelText('Show today’s change'));
    for (const [label, text] of [
      ['Sell margin', '2.5'],
      ['Buy margin', '51'],
    ] as const) {
      await user.clear(within(dialog).getByLabelText(label));
      await enter(within(dialog).getByLabelText(label), text);
    }
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await within(dialog).findByText('Buy margin must be at most 50');
    expect(api.sent('PUT', UPDATE)).toEqual([]);
    await user.clear(within(dialog).getByLabelText('Buy margin'));
    await user.type(within(dialog).getByLabelText('Buy margin'), '4');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({
      city: 'Pune',
      rates_over_ads: false,
      show_day_change: true,
      sell_margin: 2.5,
      buy_margin: 4,
    });
  });

  it('gives the boards of a shop a language', async () => {
    const dialog = await openAlone();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ language: 'gu' }) });
    await user.selectOptions(within(dialog).getByLabelText('Board language'), 'ગુજરાતી');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({ language: 'gu' });
  });

  it('gives the boards of a shop a second language and digits of their own, and shows how they look', async () => {
    const dialog = await openAlone();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ language: 'hi', second_language: 'ta', numerals: 'native' }) });
    const second = within(dialog).getByLabelText<HTMLSelectElement>('Second language');
    expect(second.value).toBe('');
    expect(within(dialog).queryByLabelText('Digits')).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText('Board language'), 'हिन्दी');
    expect(within(second).queryByRole('option', { name: 'हिन्दी' })).toBeNull();
    await user.selectOptions(second, 'தமிழ்');
    await within(dialog).findByRole('option', { name: 'हिन्दी: १,२३,४५६' });
    await user.selectOptions(within(dialog).getByLabelText('Digits'), 'हिन्दी: १,२३,४५६');
    const preview = within(dialog).getByRole('figure', { name: 'Preview of the board' });
    await waitFor(() => expect(preview.textContent).toContain('௨௨ காரட் தங்கம் (௧௦ கிராம்)'));
    expect(preview.textContent).toContain('२२ कैरेट सोना (१० ग्राम)');
    expect(within(preview).getByRole('img', { name: '₹१,२३,४५६' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({ language: 'hi', second_language: 'ta', numerals: 'native' });
  });

  it('sets when the screens of a shop are black, with a logo too', async () => {
    const dialog = await openEditor();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ off_hours: { from: '21:30', to: '08:00' } }) });
    await user.click(within(dialog).getByRole('switch', { name: /^Screens are black at night/ }));
    const until = within(dialog).getByLabelText('Black until');
    fireEvent.change(until, { target: { value: '21:30' } });
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await within(dialog).findByText('Choose two different times');
    expect(api.sent('PUT', UPDATE)).toEqual([]);
    fireEvent.change(until, { target: { value: '08:00' } });
    const file = new File(['x'], 'lotus.png', { type: 'image/png' });
    await user.upload(document.querySelector<HTMLInputElement>('input[name=logo]')!, file);
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({ off_hours: '{"from":"21:30","to":"08:00"}', logo: 'lotus.png' });
    await user.click(await screen.findByRole('button', { name: 'Edit & Settings, Mahalaxmi Jewellers' }));
    const again = await screen.findByRole('dialog');
    await user.click(within(again).getByRole('switch', { name: /^Screens are black at night/ }));
    await user.click(within(again).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.sent('PUT', UPDATE)).toHaveLength(2));
    expect(api.sent('PUT', UPDATE)[1]!.body).toEqual({ off_hours: null });
  });

  it('gives the shop the rates of a list, and the market’s again', async () => {
    const id = 'd'.repeat(24);
    const rate = { fineness: 999, per_gram: 14_000 };
    const list = {
      id,
      _id: id,
      name: 'Association',
      gold: rate,
      silver: rate,
      valid_hours: 24,
      set_at: '2026-11-20T04:00:00.000Z',
    };
    api.reply('GET', '/admin/rate-lists', [list]);
    const dialog = await openEditor();
    const field = within(dialog).getByLabelText<HTMLSelectElement>('Rates from');
    expect(field.selectedOptions[0]!.text).toBe('The market');
    await within(dialog).findByRole('option', { name: 'Association' });
    await user.selectOptions(field, 'Association');
    await user.selectOptions(within(dialog).getByLabelText('Words and ways of'), 'Kerala');
    const details = [{ path: 'rate_list_id', message: 'Rate list not found' }];
    api.refuse('PUT', UPDATE, { status: 400, code: 'INVALID_INPUT', message: 'rate_list_id: Rate list not found', details });
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await within(dialog).findByText('Rate list not found');
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ rate_list_id: id, region: 'kerala' }) });
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await screen.findByText('User profile and settings updated successfully!');
    expect(api.sent('PUT', UPDATE).at(-1)!.body).toEqual({ rate_list_id: id, region: 'kerala' });
    await user.click(await screen.findByRole('button', { name: 'Edit & Settings, Mahalaxmi Jewellers' }));
    const again = await screen.findByRole('dialog');
    await user.selectOptions(within(again).getByLabelText('Rates from'), 'The market');
    await user.selectOptions(within(again).getByLabelText('Words and ways of'), 'No region');
    await user.click(within(again).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.sent('PUT', UPDATE)).toHaveLength(3));
    expect(api.sent('PUT', UPDATE).at(-1)!.body).toEqual({ rate_list_id: null, region: null });
  });

  it('shows a wrong margin on its tab', async () => {
    putBack = asPhone();
    const dialog = await openAlone();
    await user.click(screen.getAllByRole('tab')[1]!);
    await user.clear(within(dialog).getByLabelText('Sell margin'));
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await within(dialog).findByText('Sell margin is required');
    await user.type(within(dialog).getByLabelText('Sell margin'), '51');
    await user.click(screen.getAllByRole('tab')[3]!);
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await within(dialog).findByText('Sell margin must be at most 50');
    expect(screen.getAllByRole('tab')[1]!.getAttribute('aria-selected')).toBe('true');
  });

  it('sends a form when there is a logo', async () => {
    const dialog = await openAlone();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop() });
    const file = new File(['x'], 'lotus.png', { type: 'image/png' });
    await user.upload(document.querySelector<HTMLInputElement>('input[name=logo]')!, file);
    await user.selectOptions(within(dialog).getByLabelText('Dynamic price interval'), '1 Hour');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({ dynamic_price_interval: '60', logo: 'lotus.png' });
  });

  it('gives a shop the provider’s interval again, and shows that it has it', async () => {
    api.reply('GET', '/admin/dynamic-price-settings', { currentInterval: 15, availableIntervals: [] });
    const dialog = await openEditor();
    api.reply('PUT', UPDATE, { message: 'saved', user: shop({ own_dynamic_price_interval: null }) });
    await screen.findByRole('option', { name: 'The provider’s (15 Minute)' });
    const select = () => screen.getByLabelText<HTMLSelectElement>('Dynamic price interval');
    expect(select().value).toBe('5');
    await user.selectOptions(select(), 'The provider’s (15 Minute)');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect((await api.next('PUT', UPDATE)).body).toEqual({ dynamic_price_interval: null });
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Edit & Settings, Mahalaxmi Jewellers' }));
    await waitFor(() => expect(select().value).toBe(''));
  });

  it.each([
    ['cancel', () => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the close button', () => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['a click beside it', () => user.click(document.querySelector('.scrim')!)],
    ['Escape', () => user.keyboard('{Escape}')],
  ])('is closed by %s, and the page scrolls again', async (_, close) => {
    await openEditor();
    expect(isLocked()).toBe(true);
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isLocked()).toBe(false);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit & Settings, Mahalaxmi Jewellers');
    expect(api.sent('PUT', UPDATE)).toEqual([]);
  });

  it('has a dropdown of price types that Escape closes alone', async () => {
    await openAlone();
    const field = screen.getByRole('button', { name: 'Price types' });
    await user.click(field);
    expect(screen.getByLabelText('24K gold')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('24K gold')).toBeNull();
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(document.activeElement).toBe(field);
  });

  it('shows a switch that the server’s release doesn’t know as a new shop has it', async () => {
    const { rates_over_ads, ...before } = shop();
    api.answer('GET', '/user/list', [before]);
    await openAlone();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Rates over ads' }).checked).toBe(rates_over_ads);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Show today’s change' }).checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(api.sent('PUT', UPDATE)).toEqual([]);
  });

  it('has tabs on a phone, and only there', async () => {
    putBack = asPhone();
    await openAlone();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Profile', 'Settings', 'Rate rows', 'Tables']);
    await user.click(tabs[1]!);
    expect(screen.getByRole('tabpanel').textContent).toContain('Layout orientation');
  });

  it('puts a refusal under its field, on its tab', async () => {
    putBack = asPhone();
    const dialog = await openAlone();
    api.refuse('PUT', UPDATE, { status: 409, code: 'CONFLICT', ...TAKEN });
    const name = within(dialog).getByLabelText('Username');
    await user.clear(name);
    await enter(name, 'taken');
    await user.click(screen.getAllByRole('tab')[1]!);
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Error updating user data')).toBeTruthy();
    expect(screen.getAllByRole('tab')[0]!.getAttribute('aria-selected')).toBe('true');
    expect(within(dialog).getByText('This username is taken')).toBeTruthy();
  });

  it('says what is wrong before it asks the server', async () => {
    const dialog = await openAlone();
    await enter(within(dialog).getByLabelText(/New password/), 'short');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    expect(await within(dialog).findByText('New password must have at least 8 characters')).toBeTruthy();
    expect(api.sent('PUT', UPDATE)).toEqual([]);
  });
});
