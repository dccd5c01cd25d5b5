/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { pricedRow, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, fill, isOff, openPortal, shopApi } from '../../../testing/portal.js';

const PAGE = `/user-dashboard/${SHOP_ID}/estimate`;
const PRICES = `/prices/user/${SHOP_ID}`;
const TERMS = '/prices/estimate-terms';
const user = userEvent.setup();
let api: FakeApi;

const ring = pricedRow('ring', 136_400, { unit_grams: 10 });
const rows = [
  ring,
  pricedRow('fine', 150_000, { fineness: 1_000, unit_grams: 10 }),
  pricedRow('no-rate', null),
  pricedRow('old', 128_000, { unit_grams: 10, side: 'buy' }),
];
const shown = (changes: object = {}) => rates({ rows, ...changes });
const OWN = { rows_mode: 'own' } as const;

beforeEach(() => {
  api = shopApi()
    .reply('GET', PRICES, { ...shown(), ...OWN })
    .reply('GET', TERMS, { gst_percent: 3, making_gst_percent: 5, hallmark_charge: { gold: 45, silver: 35 } });
});
afterEach(closePortal);

const opened = async () => {
  openPortal(PAGE);
  return screen.findByLabelText<HTMLInputElement>('Gross weight (g)');
};
/** The lines as `label how amount`. */
const lines = () =>
  [...screen.getByRole('region', { name: 'What it comes to' }).querySelectorAll('dl > div')].map((line) => line.textContent);
const toPay = () => screen.getByText(/^To pay( back)?$/).parentElement!.textContent;

describe('an estimate', () => {
  it('begins with the weight, and moves with what is typed, each line with how it was worked out', async () => {
    const weight = await opened();
    expect(document.activeElement).toBe(weight);
    // Nobody who types is told each new time.
    expect(screen.getByText('Live on your board').closest('[role=status]')!.textContent).toBe('Live on your board');
    screen.getByText('Type a weight to begin.');
    await user.keyboard('18.950');
    await fill('Making (%)', '12');
    await user.click(screen.getByText('Stones, hallmark and other'));
    await fill('Weight of stones (g)', '0.75');
    expect(lines()).toEqual([
      'Metal 18.950 g less 0.750 g of stones = 18.200 g × ₹1,36,400 / 10 g₹2,48,248.00',
      'Making 12 % of ₹2,48,248.00₹29,789.76',
      'Hallmark 1 × ₹45₹45.00',
      'Sum of the piece₹2,78,082.76',
      'Taxable₹2,78,082.76',
      'CGST 1.5 %₹4,171.24',
      'SGST 1.5 %₹4,171.24',
      'Round-off-₹0.24',
      'Total₹2,86,425',
    ]);
    expect(toPay()).toBe('To pay₹2,86,425');
    await user.selectOptions(screen.getByLabelText('Taxed'), 'Making apart, 3 % and 5 %');
    await user.selectOptions(screen.getByLabelText('Tax'), 'IGST, for another state');
    expect(lines().filter((line) => line!.startsWith('IGST'))).toEqual([
      'IGST 3 % of ₹2,48,293.00₹7,448.79',
      'IGST on making 5 % of ₹29,789.76₹1,489.49',
    ]);
  });

  it('is of the rows that the board sells at, at the price of now', async () => {
    await opened();
    await fill('Gross weight (g)', '1');
    const choice = screen.getByLabelText('Rate');
    expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      '22K gold, 10 g: ₹1,36,400',
      '24K gold, 10 g: ₹1,50,000',
    ]);
    await user.selectOptions(choice, '24K gold, 10 g: ₹1,50,000');
    expect(lines()[0]).toBe('Metal 1.000 g × ₹1,50,000 / 10 g₹15,000.00');
  });

  it('never takes another row for one that the board loses, and has no sum until one is chosen', async () => {
    const fine = rows[1]!;
    const GONE = 'This rate isn’t on your board now. Choose another one.';
    const boardHas = (...kept: object[]) => {
      api.reply('GET', PRICES, { ...shown({ rows: kept }), ...OWN });
      window.dispatchEvent(new Event('focus'));
    };
    await opened();
    await fill('Gross weight (g)', '1');
    const choice = screen.getByLabelText<HTMLSelectElement>('Rate');
    await user.selectOptions(choice, '24K gold, 10 g: ₹1,50,000');
    for (const losing of [[ring], [ring, { ...fine, price: null, state: 'unavailable' }]]) {
      boardHas(...losing);
      await screen.findByText(GONE);
      expect(choice.selectedOptions[0]!.textContent).toBe('Choose a rate');
      expect([lines(), screen.queryByText('To pay')]).toEqual([[], null]);
      screen.getByText('Please correct the marked fields.');
      expect(isOff(screen.getByRole('button', { name: 'Make estimate' }))).toBe(true);
      boardHas(ring, fine);
      await waitFor(() => expect(lines()[0]).toBe('Metal 1.000 g × ₹1,50,000 / 10 g₹15,000.00'));
    }
    boardHas(ring);
    await screen.findByText(GONE);
    await user.selectOptions(choice, '22K gold, 10 g: ₹1,36,400');
    expect(lines()[0]).toBe('Metal 1.000 g × ₹1,36,400 / 10 g₹13,640.00');
    expect(isOff(screen.getByRole('button', { name: 'Make estimate' }))).toBe(false);
    // The row that nobody has chosen, because it was the first one, is as firm.
    await user.click(screen.getByRole('button', { name: 'New estimate' }));
    await fill('Gross weight (g)', '2');
    boardHas(fine);
    await screen.findByText(GONE);
    await user.click(screen.getByRole('button', { name: 'New estimate' }));
    await fill('Gross weight (g)', '2');
    expect(lines()[0]).toBe('Metal 2.000 g × ₹1,50,000 / 10 g₹30,000.00');
  });

  it('never prices old gold by another row, nor in another way, than the chosen one', async () => {
    await opened();
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    await fill('Weight (g)', '10');
    await user.selectOptions(screen.getByLabelText('Priced by'), 'A row at which you buy');
    expect(toPay()).toBe('To pay back₹1,28,000');
    const other = pricedRow('other', 90_000, { unit_grams: 10, side: 'buy', fineness: 750 });
    for (const bought of [[other], []]) {
      api.reply('GET', PRICES, { ...shown({ rows: [ring, ...bought] }), ...OWN });
      window.dispatchEvent(new Event('focus'));
      await waitFor(() =>
        expect(screen.getByLabelText('Buying rate').querySelectorAll('option')).toHaveLength(bought.length + 1),
      );
      screen.getByText('This rate isn’t on your board now. Choose another one.');
      expect(screen.queryByText('To pay back')).toBeNull();
    }
    await user.selectOptions(screen.getByLabelText('Priced by'), 'Its tested fineness');
    await fill('Tested (%)', '91.6');
    expect(toPay()).toBe('To pay back₹1,38,781');
  });

  it('takes old gold and what was paid off, and says what is to be paid back', async () => {
    await opened();
    await fill('Gross weight (g)', '1');
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    const old = within(screen.getByRole('group', { name: 'Old gold 1' }));
    expect(document.activeElement).toBe(old.getByLabelText('Weight (g)'));
    expect(lines().some((line) => line.startsWith('Old gold'))).toBe(false);
    await user.keyboard('10');
    await fill('Tested (%)', '91.6');
    // The board buys 24K at ₹1,51,508 for 10 g.
    expect(old.getByLabelText('Price of fine gold (₹ a gram)').getAttribute('placeholder')).toBe('15,150.80');
    expect(lines().at(-1)).toBe('Old gold 10 g × 91.6 % = 9.160 g of fine gold × ₹15,150.80-₹1,38,781');
    await user.selectOptions(old.getByLabelText('Priced by'), 'A row at which you buy');
    await fill('Deduction (%)', '2');
    await fill('Paid already (₹)', '1,000.50');
    expect(lines().slice(-3)).toEqual([
      'Old gold: 22K gold 10 g × ₹1,28,000 / 10 g, less 2 %-₹1,25,440',
      'Paid-₹1,000.50',
      'Round-off-₹0.50',
    ]);
    expect(toPay()).toBe('To pay back₹1,12,345');
    await user.click(screen.getByRole('button', { name: 'Remove old gold 1' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add old gold' }));
  });

  it('charges nothing for a piece that isn’t weighed yet, and buys old gold alone', async () => {
    await opened();
    await user.selectOptions(screen.getByLabelText('Making'), 'A sum');
    await fill('Making (₹)', '2500');
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    await fill('Weight (g)', '10');
    await fill('Tested (%)', '91.6');
    expect(lines()).toEqual([
      'Taxable₹0.00',
      'CGST 1.5 %₹0.00',
      'SGST 1.5 %₹0.00',
      'Round-off₹0.00',
      'Total₹0',
      'Old gold 10 g × 91.6 % = 9.160 g of fine gold × ₹15,150.80-₹1,38,781',
    ]);
    expect(toPay()).toBe('To pay back₹1,38,781');
    await screen.findByText('To pay back ₹1,38,781');
  });

  it('asks for the price of old gold where the board buys none, and takes nothing for free', async () => {
    api.reply('GET', PRICES, { ...shown({ rows: [ring] }), ...OWN, gold_24k: { sell: null, buy: null } });
    await opened();
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    await fill('Weight (g)', '10');
    screen.getByText('Tested (%) is required');
    await fill('Tested (%)', '91.6');
    expect(screen.queryByText('Tested (%) is required')).toBeNull();
    screen.getByText('Price of fine gold (₹ a gram) is required');
    await fill('Price of fine gold (₹ a gram)', '15000');
    expect(toPay()).toBe('To pay back₹1,37,400');
  });

  it('ends with the subscription, also while it is open', async () => {
    await opened();
    await fill('Gross weight (g)', '1');
    api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false }));
    window.dispatchEvent(new Event('focus'));
    await screen.findByText('Your subscription has ended, so there are no rates to estimate with.');
    expect(screen.queryByText('To pay')).toBeNull();
  });

  it('calls pieces and old gold as the rows of the shop are called', async () => {
    const titled = [
      { ...ring, title: 'Kundan' },
      { ...rows[3]!, title: 'Exchange' },
    ];
    api.reply('GET', PRICES, { ...shown({ rows: titled }), ...OWN });
    await opened();
    await fill('Gross weight (g)', '1');
    screen.getByRole('heading', { name: 'Piece 1: Kundan (22K gold)' });
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    await fill('Weight (g)', '1');
    await user.selectOptions(screen.getByLabelText('Priced by'), 'A row at which you buy');
    expect(lines().at(-1)).toBe('Old gold: Exchange 1 g × ₹1,28,000 / 10 g-₹12,800');
  });

  it('says where a price is older than the others', async () => {
    api.reply('GET', PRICES, { ...shown({ rows: [ring, { ...rows[1]!, state: 'stale' }] }), ...OWN });
    await opened();
    screen.getByRole('option', { name: '24K gold, 10 g: ₹1,50,000 (Old rate)' });
  });

  it('has several pieces, each as the last one, and says at its field what can’t be', async () => {
    await opened();
    await fill('Gross weight (g)', '2');
    await fill('Making (%)', '12');
    await user.selectOptions(screen.getByLabelText('Making'), '₹ a gram');
    // A number of another way would mean something else.
    expect(screen.getByLabelText<HTMLInputElement>('Making (₹ a gram)').value).toBe('');
    await fill('Making (₹ a gram)', '450');
    await user.click(screen.getByRole('button', { name: 'Add a piece' }));
    const second = within(screen.getByRole('group', { name: 'Piece 2' }));
    expect(second.getByLabelText<HTMLInputElement>('Making (₹ a gram)').value).toBe('450');
    await user.click(second.getByText('Stones, hallmark and other'));
    await user.type(second.getByLabelText('Weight of stones (g)'), '0.5');
    second.getByText('Weight of stones (g) must be at most the gross weight');
    screen.getByText('Please correct the marked fields.');
    expect(screen.queryByText('To pay')).toBeNull();
    await user.type(second.getByLabelText('Gross weight (g)'), '1.2345');
    second.getByText('Gross weight (g) must be 0 or more, with at most 3 decimals');
    await user.click(screen.getByRole('button', { name: 'Remove piece 2' }));
    expect(lines()).toContain('Making 2.000 g × ₹450₹900.00');
  });

  it('remembers how the shop makes on its device, saves how it taxes, and forgets what was weighed', async () => {
    const path = `/user/profile-settings/${SHOP_ID}`;
    api.reply('PUT', path, { message: 'Saved', user: shop({ hallmark_mode: 'flat' }) });
    await opened();
    await fill('Gross weight (g)', '2');
    await fill('Making (%)', '9.5');
    await fill('Discount on making (%)', '20');
    await user.selectOptions(screen.getByLabelText('Tax'), 'igst');
    await user.selectOptions(screen.getByLabelText('Hallmark'), 'Beside the taxed sum, untaxed');
    expect((await api.next('PUT', path)).body).toEqual({ hallmark_mode: 'flat' });
    const kept = localStorage.getItem(`sarafa.estimate.${SHOP_ID}`)!;
    closePortal();
    api = shopApi()
      .reply('GET', '/user/profile/me', shop({ hallmark_mode: 'flat' }))
      .reply('GET', PRICES, { ...shown(), ...OWN })
      .reply('GET', TERMS, { gst_percent: 3, making_gst_percent: 5, hallmark_charge: { gold: 45, silver: 35 } });
    localStorage.setItem(`sarafa.estimate.${SHOP_ID}`, kept);
    expect((await opened()).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Making (%)').value).toBe('9.5');
    // The next customer's are not those of the last one.
    expect(screen.getByLabelText<HTMLInputElement>('Discount on making (%)').value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>('Tax').value).toBe('cgst_sgst');
    expect(screen.getByLabelText<HTMLSelectElement>('Hallmark').value).toBe('flat');
  });

  it('begins as is usual in the region that the shop has, on a device that has made none', async () => {
    api.reply('GET', '/user/profile/me', shop({ region: 'tamil-nadu', hallmark_mode: 'service_in_value' }));
    await opened();
    await fill('Gross weight (g)', '2');
    await fill('Making (₹ a gram)', '500');
    expect(lines()).toContain('Making 2.000 g × ₹500₹1,000.00');
    expect(lines()).toContain('Hallmark 1 × ₹45, and 18 %₹53.10');
    expect(screen.getByLabelText<HTMLSelectElement>('Wastage').value).toBe('weight');
    await fill('Wastage (%)', '3');
    expect(lines()).toContain('Wastage 3 % of 2.000 g = 0.060 g × ₹1,36,400 / 10 g₹818.40');
    await user.selectOptions(screen.getByLabelText('Hallmark'), 'With 18 % service tax, beside it');
    expect(lines()).toContain('Hallmark, beside the taxed sum 1 × ₹45, and 18 %₹53.10');
  });

  it('says why there is none', async () => {
    api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false }));
    openPortal(PAGE);
    await screen.findByText('Your subscription has ended, so there are no rates to estimate with.');
    closePortal();
    api = shopApi()
      .reply('GET', PRICES, { ...shown(), ...OWN })
      .refuse('GET', TERMS, { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    openPortal(PAGE);
    await screen.findByText('The taxes and charges can’t be read right now.');
    api.reply('GET', TERMS, { gst_percent: 3, making_gst_percent: 5, hallmark_charge: { gold: 45, silver: 35 } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Gross weight (g)');
  });
});
