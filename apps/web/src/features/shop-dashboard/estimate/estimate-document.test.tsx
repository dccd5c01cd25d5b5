/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PriceSnapshot } from '@sarafa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLanguage } from '../../../shared/language/page-language.js';
import type { FakeApi } from '../../../testing/fake-api.js';
import { HELD, LISTED, NOW, pricedRow, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { forbidStorage } from '../../../testing/forbidden-storage.js';
import { closePortal, fill, openPortal, shopApi } from '../../../testing/portal.js';

const PAGE = `/user-dashboard/${SHOP_ID}/estimate`;
const PRICES = `/prices/user/${SHOP_ID}`;
const user = userEvent.setup();
let api: FakeApi;

const ring = pricedRow('ring', 136_400, { unit_grams: 10 });
const shown = (changes: object = {}): PriceSnapshot => ({ ...rates({ rows: [ring], ...changes }), rows_mode: 'own' });
const served = () =>
  shopApi()
    .reply('GET', PRICES, shown())
    .reply('GET', '/prices/estimate-terms', {
      ...{ gst_percent: 3, making_gst_percent: 5, hallmark_charge: { gold: 45, silver: 35 } },
    });

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  api = served();
});
afterEach(async () => {
  jest.restoreAllMocks();
  closePortal();
  await changeLanguage('en');
});

const weighed = async (grams: string) => {
  openPortal(PAGE);
  await screen.findByLabelText('Gross weight (g)');
  await fill('Gross weight (g)', grams);
};
const make = async () => {
  await user.click(screen.getByRole('button', { name: 'Make estimate' }));
  return within(await screen.findByRole('dialog'));
};
/** What the document says, a text for each paragraph and line. */
const said = () => [...screen.getByRole('dialog').querySelectorAll('.paper p, dl > div')].map((line) => line.textContent);
const made = () => [...document.querySelectorAll('.estimate__made li button:first-child')].map((line) => line.textContent);

describe('an estimate’s document', () => {
  it('says all that a customer has to know', async () => {
    await weighed('18.950');
    await fill('Making (%)', '12');
    await user.click(screen.getByText('Stones, hallmark and other'));
    await fill('Weight of stones (g)', '0.75');
    await fill('HUIDs', 'ab12cd');
    await fill('Paid already (₹)', '1,00,000');
    await fill('Customer’s name (optional)', 'Lakshmi');
    const dialog = await make();
    dialog.getByRole('heading', { name: 'Mahalaxmi Jewellers' });
    expect(said()).toEqual([
      'Mumbai',
      expect.stringMatching(/^Estimate E-261120-[B-Z2-9]{3}-001 20 November 2026, 4:10 pm$/),
      'For Lakshmi',
      'Live rate Updated 4:10 pm',
      'Mumbai rates, before GST and making',
      'Tax: As a whole, 3 % (CGST and SGST)',
      'Valid until 20 November, 11:59 pm',
      'HUID AB12CD',
      'Metal 18.950 g less 0.750 g of stones = 18.200 g × ₹1,36,400 / 10 g₹2,48,248.00',
      'Making 12 % of ₹2,48,248.00₹29,789.76',
      'Hallmark 1 × ₹45₹45.00',
      'Sum of the piece₹2,78,082.76',
      'Taxable₹2,78,082.76',
      'CGST 1.5 %₹4,171.24',
      'SGST 1.5 %₹4,171.24',
      'Round-off-₹0.24',
      'Total₹2,86,425',
      'Paid-₹1,00,000.00',
      'To pay ₹1,86,425',
      'Rupees one lakh eighty-six thousand four hundred twenty-five only',
      'PAN needed: the total is above ₹2,00,000.',
      'Estimate, not an invoice.',
    ]);
  });

  it('leaves out what isn’t weighed, and says in Hindi what it says', async () => {
    await weighed('1');
    await user.click(screen.getByRole('button', { name: 'Add a piece' }));
    await user.click(screen.getByRole('button', { name: 'Add old gold' }));
    const [first, second] = screen.getAllByLabelText('Gross weight (g)');
    await user.clear(first!);
    await user.type(second!, '1');
    (await make()).getByText('Piece 1: 22K gold');
    expect(said().filter((line) => /^Metal|PAN|Old gold|^For/.test(line!))).toHaveLength(1);
    await user.keyboard('{Escape}');
    await act(() => changeLanguage('hi'));
    await user.click(document.querySelector('.estimate__made li button')!);
    await screen.findByRole('dialog');
    expect(said().slice(-3)).toEqual(['देना है ₹14,096', 'रुपये चौदह हज़ार छियानवे मात्र', 'यह अनुमान है, बिल नहीं।']);
  });

  it.each([
    ['a list', LISTED, 'Zaveri Association rate, set 9:40 am ', 'Valid until 20 November, 11:59 pm', ''],
    ['a hold', HELD, 'Rate held since 4:10 pm Until 5:10 pm', 'Valid until 20 November, 5:10 pm', ''],
    ['old', { state: 'stale' }, 'Rate as of 4:10 pm Old rate', 'Valid until 20 November, 11:59 pm', ' is-old'],
    ['delayed', { state: 'delayed' }, 'Rate as of 4:10 pm Delayed', 'Valid until 20 November, 11:59 pm', ' is-old'],
  ])('says how its rate stands: %s', async (_, changes, rate, until, isOld) => {
    api.reply('GET', PRICES, shown(changes));
    await weighed('1');
    await make();
    expect(said()).toEqual(expect.arrayContaining([rate, until]));
    expect(screen.getByRole('dialog').querySelector('.paper__rate')!.className).toBe(`paper__rate${isOld}`);
  });

  it('is counted, kept, and found again by number or name, until it is deleted', async () => {
    await weighed('1');
    await make();
    await user.keyboard('{Escape}');
    await fill('Customer’s name (optional)', 'Asha Bhide-Kulkarni Ne\u0301e');
    await make();
    await user.keyboard('{Escape}');
    const kept = { ...localStorage };
    closePortal();
    served();
    Object.entries(kept).forEach(([name, value]) => localStorage.setItem(name, value as string));
    openPortal(PAGE);
    await screen.findByLabelText('Gross weight (g)');
    expect(made()).toHaveLength(2);
    expect(made()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Asha Bhide-Kulkarni N\u00e9e₹14,096E-261120-\w{3}-002, 20 November, 4:10 pm$/),
        expect.stringMatching(/^E-261120-\w{3}-001₹14,096/),
      ]),
    );
    await user.type(screen.getByLabelText('Find by number or name'), 'n\u00e9e\u200b  ash');
    expect(made()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^Delete estimate E-261120-\w{3}-002$/ }));
    screen.getByText('Delete this estimate from this device? It is nowhere else.');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('None has this number or name.');
    // A number is never given again.
    await fill('Gross weight (g)', '2');
    await make();
    expect(said()[1]).toMatch(/-003 /);
  });

  it('is made of the rates that the board has when it is made, after a look at what has changed', async () => {
    await weighed('1');
    api.reply('GET', PRICES, shown({ rows: [pricedRow('ring', 137_000, { unit_grams: 10 })] }));
    await user.click(screen.getByRole('button', { name: 'Make estimate' }));
    await screen.findByText('The rates of your board have just changed. Look at the sum, then make the estimate.');
    expect(screen.queryByRole('dialog')).toBeNull();
    // Only the day of the row has moved.
    api.reply('GET', PRICES, shown({ rows: [pricedRow('ring', 137_000, { unit_grams: 10, duty_changed: true })] }));
    await make();
    expect(said()).toContain('Metal 1.000 g × ₹1,37,000 / 10 g₹13,700.00');
  });

  it('isn’t made where the board has no rates any more', async () => {
    await weighed('1');
    api.refuse('GET', PRICES, { status: 403, code: 'FORBIDDEN', message: 'Subscription ended' });
    api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false }));
    await user.click(screen.getByRole('button', { name: 'Make estimate' }));
    await screen.findByText('Your subscription has ended, so there are no rates to estimate with.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(made()).toEqual([]);
  });

  it('is listed no more where another tab has deleted it', async () => {
    await weighed('1');
    await make();
    await user.keyboard('{Escape}');
    const [key] = Object.keys(localStorage).filter((name) => /E-261120-/.test(name));
    localStorage.removeItem(key!);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(made()).toEqual([]);
  });

  it('says where it isn’t kept', async () => {
    await weighed('1');
    const allow = forbidStorage('full');
    const dialog = await make();
    allow();
    dialog.getByText('Not kept on this device: its storage is full or forbidden.');
  });

  it('isn’t made of what is wrong', async () => {
    await weighed('1');
    await user.click(screen.getByText('Stones, hallmark and other'));
    await fill('HUIDs', 'AB12C');
    screen.getByText('A HUID is six letters and digits.');
    expect(screen.getByRole('button', { name: 'Make estimate' }).getAttribute('aria-disabled')).toBe('true');
    await fill('HUIDs', 'AB12CD, EF34GH');
    screen.getByText('There are more HUIDs than pieces with a hallmark.');
    await fill('Pieces with a hallmark', '2');
    await fill('HUIDs', 'AB12CD ab12cd');
    screen.getByText('A HUID is there twice.');
    // As a phone, or an app to chat with, may write them.
    await fill('HUIDs', '\u200eａｂ12cd, EF३4GH');
    expect(screen.getByRole('button', { name: 'Make estimate' }).getAttribute('aria-disabled')).toBeNull();
    await user.click(screen.getByLabelText('Customer’s name (optional)'));
    await user.paste('a'.repeat(81));
    screen.getByText('Customer’s name (optional) must have at most 80 characters');
    expect(screen.getByRole('button', { name: 'Make estimate' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'New estimate' }));
    screen.getByText('Type a weight to begin.');
    expect(document.activeElement).toBe(screen.getByLabelText('Gross weight (g)'));
  });
});

describe('a shop without a connection', () => {
  it('makes one of its last rates, and says so, where the connection goes just then', async () => {
    await weighed('1');
    api.isAway = true;
    await make();
    expect(said()).toEqual(expect.arrayContaining(['Rate as of 4:10 pm Last known rate. Newer ones couldn’t be read.']));
  });

  it('estimates with the last rates that its device knows, and says so', async () => {
    const api = served();
    await weighed('1');
    api.isAway = true;
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(document.querySelector('.estimate__stand')!.className).toContain('is-old'));
    await make();
    expect(said()).toEqual(expect.arrayContaining(['Rate as of 4:10 pm Last known rate. Newer ones couldn’t be read.']));
  });

  it('says so also after a sleep, before it is known whether the server answers, and of no hold that has ended', async () => {
    api.reply('GET', PRICES, shown(HELD));
    await weighed('1');
    api.hold('GET', PRICES);
    jest.spyOn(Date, 'now').mockReturnValue(NOW + 3_600_000);
    await waitFor(() => expect(document.querySelector('.estimate__stand')!.className).toContain('is-old'));
    await make();
    expect(said()).toEqual(
      expect.arrayContaining([
        'Rate as of 4:10 pm Last known rate. Newer ones couldn’t be read.',
        'Valid until 20 November, 11:59 pm',
      ]),
    );
  });
});

describe('the region of a shop', () => {
  it('chooses its words and modes, and empties what they would make another number', async () => {
    const path = `/user/profile-settings/${SHOP_ID}`;
    api.refuse('PUT', path, { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await weighed('10');
    await fill('Making (%)', '12');
    await user.selectOptions(screen.getByLabelText('Words and ways of'), 'Gujarat');
    expect(screen.getByLabelText<HTMLInputElement>('Labour (₹ a gram)').value).toBe('');
    await fill('Labour (₹ a gram)', '450');
    const dialog = await make();
    dialog.getByText('Labour');
    await user.keyboard('{Escape}');
    await user.selectOptions(screen.getByLabelText('Words and ways of'), 'Kerala');
    screen.getByLabelText('VA (%)');
    await user.selectOptions(screen.getByLabelText('Words and ways of'), 'No region');
    await waitFor(() =>
      expect(api.sent('PUT', path).map(({ body }) => body)).toEqual([
        { region: 'gujarat' },
        { region: 'kerala' },
        { region: null },
      ]),
    );
    await screen.findByText('This couldn’t be saved for the next estimate.');
  });
});
