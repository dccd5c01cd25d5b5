/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limits, standardRows } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { NOW, rowsBasis } from '../../testing/fixtures.js';
import { closePortal, fill, isOff, shopApi } from '../../testing/portal.js';
import {
  button,
  LIST,
  listedRows,
  openEditor,
  openRow,
  ownList,
  rateRow,
  savedList,
  toggles,
} from '../../testing/rate-rows.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;
const save = () => button('Save rows');

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

describe('the rows of a shop', () => {
  it('begin with the standard ones, at the rates of its board', async () => {
    await openEditor();
    expect(screen.getByText(/^The board shows the standard rows/)).toBeTruthy();
    expect(isOff(save())).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Own rows' }));
    await userEvent.click(button('Begin with the standard rows'));
    expect(document.activeElement).toBe(button('Undo'));
    await waitFor(() =>
      expect(listedRows()).toEqual([
        '24K gold, 10 gSell₹1,57,821',
        '22K gold, 10 gSell₹1,44,564',
        '18K gold, 10 gSell₹1,18,366',
        'Silver, 1 kgSell₹2,36,450',
      ]),
    );
    expect(screen.getByText('Prices at the rate of 4:10 pm')).toBeTruthy();
    api.reply('PUT', LIST, savedList(ownList([...standardRows])));
    await userEvent.click(save());
    await screen.findByText('Rows saved successfully!');
    expect(api.sent('PUT', LIST).map(({ body }) => body)).toEqual([{ rev: 0, rows_mode: 'own', rows: standardRows }]);
    await waitFor(() => expect(isOff(save())).toBe(true));
  });

  it('have their live price beside them as they are typed, and say how it comes about', async () => {
    api.reply('GET', `${LIST}/basis`, rowsBasis({ margins: { ...rowsBasis().margins, gold_margin: 2, sell_margin: 1 } }));
    api.reply('GET', LIST, ownList([]));
    await openEditor();
    await userEvent.selectOptions(screen.getByLabelText('Add a row'), '22K gold, 8 g (pavan), sell');
    await userEvent.click(button('Add'));
    expect(document.activeElement).toBe(toggles()[0]);
    // 15,782.10 x 0.916 x 1.03 x 8 = 119,119.4... 14,456.4036 x 1.03 = 14,890.095708; x 8 = 119,120.765664.
    await waitFor(() => expect(listedRows()).toEqual(['22K gold, 8 g (pavan)Sell₹1,19,121']));
    await userEvent.clear(screen.getByLabelText('Rupees a gram'));
    await userEvent.type(screen.getByLabelText('Rupees a gram'), '-50.5');
    // 14,890.095708 - 50.5 = 14,839.595708; x 8 = 118,716.765664.
    expect(listedRows()).toEqual(['22K gold, 8 g (pavan)Sell₹1,18,717']);
    await userEvent.selectOptions(screen.getByLabelText('Round to'), '₹0.01');
    expect(listedRows()).toEqual(['22K gold, 8 g (pavan)Sell₹1,18,716.77']);
    await userEvent.click(screen.getByText('How ₹1,18,716.77 comes about'));
    expect(screen.getByText('(landed ₹15,782.10 a gram × 0.916 × 1.03 − ₹50.50 a gram) × 8 g')).toBeTruthy();
    expect(screen.getByText('× 1.03 with 2% gold margin, 1% sell margin').nextSibling!.textContent).toBe('₹14,890.10');
    expect(screen.getByText('Rounded to the nearest ₹0.01').nextSibling!.textContent).toBe('₹1,18,716.77');
    await userEvent.click(screen.getByLabelText('Buy'));
    // (14,890.095708 x 0.96 - 50.5) x 8 = 113,951.935...
    expect(listedRows()).toEqual(['22K gold, 8 g (pavan)Buy₹1,13,951.94']);
    expect(screen.getByText('× 0.96, since buying is 96% of selling')).toBeTruthy();
  });

  it('are of what is offered, and of what is typed', async () => {
    api.reply('GET', LIST, ownList([rateRow('a', 'gold 916 8 sell')]));
    await openEditor();
    await openRow(0);
    await userEvent.selectOptions(screen.getByLabelText('Fineness'), 'Other');
    await fill('Parts in a thousand', '916.6');
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Other');
    await fill('Grams', '1.5');
    expect(listedRows()[0]).toContain('Gold 916.6, 1.5 g');
    await userEvent.selectOptions(screen.getByLabelText('Metal'), 'Silver');
    expect(listedRows()).toEqual(['Silver, 1.5 gSell₹355']);
    await fill('Title', 'Bar');
    await userEvent.click(screen.getByLabelText('Shown on the board'));
    expect(listedRows()).toEqual(['BarSell, not shown₹355']);
    await userEvent.selectOptions(screen.getByLabelText('Rounding'), 'Up');
    await userEvent.selectOptions(screen.getByLabelText('Round to'), '₹100');
    api.reply('PUT', LIST, savedList(ownList([], 2)));
    await userEvent.click(save());
    const changes = { title: 'Bar', shown: false, rounding: 'up', round_to: 100 } as const;
    expect((await api.next('PUT', LIST)).body).toEqual(ownList([rateRow('a', 'silver 1000 1.5 sell', changes)]));
  });

  it('are not sent while one is wrong, and the field says why', async () => {
    const { fineness, unitGrams, percent, rupeesPerGram } = limits.rateRows;
    const said = (bound: number) => (Math.abs(bound) < 10_000 ? String(bound) : groupRupees(bound));
    api.reply('GET', LIST, ownList([rateRow('a', 'gold 917 1.5 sell'), rateRow('b', 'gold 916 8 sell')]));
    await openEditor();
    for (const [field, label, { min, max }, name] of [
      ['Parts in a thousand', 'Fineness', fineness, '917'],
      ['Grams', 'Unit', unitGrams, '1.5'],
      ['Percent', 'Percent', percent, '0'],
      ['Rupees a gram', 'Rupees a gram', rupeesPerGram, '0'],
    ] as const) {
      if (!screen.queryByLabelText('Percent')) await openRow(0);
      await fill(field, String(max + 1));
      expect(screen.getByText(`${label} must be at most ${said(max)}`)).toBeTruthy();
      await fill(field, String(min - (min > 0 ? min : 1)));
      expect(screen.getByText(`${label} must be at least ${said(min)}`)).toBeTruthy();
      expect(toggles()[0]!.textContent).toContain('Please correct this row');
      // The row is opened again where its fault is.
      await openRow(1);
      await userEvent.click(save());
      expect(toggles().map((toggle) => toggle.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
      expect(screen.getAllByText('Please correct the marked rows first.').length).toBeGreaterThan(0);
      await fill(field, name);
    }
    await userEvent.clear(screen.getByLabelText('Grams'));
    expect(screen.getByText('Unit is required')).toBeTruthy();
    await userEvent.click(save());
    expect(api.sent('PUT', LIST)).toEqual([]);
  });

  it('have the price of their list where it has one of their fineness, and say so', async () => {
    const a = (rupees: number) => ({ rupees: String(rupees), per: '1' });
    const margins = { ...rowsBasis().margins, buy_margin: 10 };
    const landed = { 'gold 916': a(14_415), 'gold 916 buy': a(13_900), 'gold 750': a(11_920) };
    api.reply('GET', `${LIST}/basis`, rowsBasis({ landed, margins }));
    const rows = [rateRow('a', 'gold 916 8 sell'), rateRow('b', 'gold 916 8 buy'), rateRow('c', 'gold 750 1 buy')];
    api.reply('GET', LIST, ownList([...rows, rateRow('d', 'silver 1000 1 sell')]));
    await openEditor();
    // 14,415 x 8; the listed 13,900 x 8, on which no margin counts; 11,920 less 10 %.
    await waitFor(() =>
      expect(listedRows()).toEqual([
        '22K gold, 8 g (pavan)Sell₹1,15,320',
        '22K gold, 8 g (pavan)Buy₹1,11,200',
        '18K gold, 1 gBuy₹10,728',
        'Silver, 1 gSellNo rate',
      ]),
    );
    await openRow(0);
    await userEvent.click(screen.getByText('How ₹1,15,320 comes about'));
    expect(screen.getByText('listed ₹14,415.00 a gram × 8 g')).toBeTruthy();
    expect(screen.getByText('The list’s price of a gram of this fineness').nextSibling!.textContent).toBe('₹14,415.00');
  });

  it('without a rate say so', async () => {
    api.reply('GET', LIST, ownList([rateRow('a', 'platinum 950 10 sell')]));
    await openEditor();
    await waitFor(() => expect(listedRows()).toEqual(['Platinum 950, 10 gSellNo rate']));
  });

  it('below cost or far from the standard ones are marked, and are saved all the same', async () => {
    api.reply('GET', LIST, ownList([rateRow('a', 'gold 1000 10 sell'), rateRow('b', 'silver 925 1 buy')]));
    await openEditor();
    await openRow(0);
    expect(screen.queryByText(/Below cost|20% or more/)).toBeNull();
    await fill('Percent', '-1');
    expect(await screen.findByText('Below cost: the metal alone costs ₹1,57,821.')).toBeTruthy();
    expect(screen.queryByText(/20% or more/)).toBeNull();
    await fill('Percent', '-20');
    expect(screen.getByText('20% or more away from the standard row, which gives ₹1,57,821.')).toBeTruthy();
    await fill('Percent', '20');
    expect(screen.getByText(/20% or more/)).toBeTruthy();
    expect(screen.queryByText(/Below cost/)).toBeNull();
    expect(isOff(save())).toBe(false);
  });

  it('are at most 24, and Add says why it can’t be used', async () => {
    const full = Array.from({ length: limits.rateRows.perShop }, (_, index) => rateRow(`r${index}`, 'gold 916 8 sell'));
    api.reply('GET', LIST, ownList(full.slice(1)));
    await openEditor();
    expect(isOff(button('Add'))).toBe(false);
    await userEvent.click(button('Add'));
    expect(isOff(button('Add'))).toBe(true);
    const reason = 'A list has at most 24 rows. Delete one to add another.';
    expect(document.getElementById(button('Add').getAttribute('aria-describedby')!)!.textContent).toBe(reason);
    await userEvent.click(button('Add'));
    expect(listedRows()).toHaveLength(24);
  });

  it('are moved by buttons, which keep the focus, and the place is said', async () => {
    api.reply('GET', LIST, ownList([rateRow('a', 'gold 916 8 sell'), rateRow('b', 'silver 1000 1 sell')]));
    await openEditor();
    await openRow(0);
    expect(isOff(button(/^Move up/))).toBe(true);
    const down = button('Move down, 22K gold, 8 g (pavan)');
    await userEvent.click(down);
    expect(listedRows()[1]).toContain('22K gold');
    expect(document.activeElement).toBe(down);
    expect(screen.getByText('22K gold, 8 g (pavan) is now at place 2 of 2.')).toBeTruthy();
    expect(isOff(down)).toBe(true);
  });

  it('can be edited while the rates can’t be read', async () => {
    api.refuse('GET', `${LIST}/basis`, DOWN).reply('GET', LIST, ownList([rateRow('a', 'gold 916 8 sell')]));
    await openEditor();
    await screen.findByText(/^The present rates can’t be read right now/);
    expect(listedRows()[0]).toContain('No price');
    await openRow(0);
    await fill('Percent', '1');
    expect(isOff(save())).toBe(false);
  });
});

describe('undo', () => {
  beforeEach(() => {
    api.reply('GET', LIST, ownList([rateRow('a', 'gold 916 8 sell'), rateRow('b', 'silver 1000 1 sell')]));
  });

  it('brings a deleted row back, and has the focus after it', async () => {
    await openEditor();
    await openRow(0);
    await userEvent.click(button('Delete row, 22K gold, 8 g (pavan)'));
    expect(listedRows()).toHaveLength(1);
    expect(document.activeElement).toBe(button('Undo'));
    await userEvent.click(button('Undo'));
    expect(listedRows()[0]).toContain('22K gold, 8 g (pavan)');
    expect([isOff(button('Undo')), isOff(save())]).toEqual([true, true]);
  });

  it('steps back one field at a time, not one key', async () => {
    await openEditor();
    await openRow(0);
    await userEvent.type(screen.getByLabelText('Title'), 'Pavan');
    await userEvent.clear(screen.getByLabelText('Percent'));
    await userEvent.type(screen.getByLabelText('Percent'), '1.25');
    await userEvent.click(screen.getByRole('radio', { name: 'Standard rows' }));
    expect(screen.getByText(/are kept, and the board/)).toBeTruthy();
    await userEvent.click(button('Undo'));
    expect(screen.queryByText(/are kept, and the board/)).toBeNull();
    await userEvent.click(button('Undo'));
    expect([screen.getByLabelText<HTMLInputElement>('Percent').value, listedRows()[0]]).toEqual([
      '0',
      expect.stringMatching(/^Pavan/),
    ]);
    await userEvent.click(button('Undo'));
    expect(listedRows()[0]).toMatch(/^22K gold/);
    expect(isOff(button('Undo'))).toBe(true);
  });
});
