/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limits, type ListedPurity } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { rateList } from '../../testing/fixtures.js';
import { adminsApi, asPhone, closePortal, enter, isOff, openAdminPage } from '../../testing/portal.js';
import { RateListsPage } from './rate-lists-page.js';

const PAGE = '/admin/rate-lists';
const PRICES: ListedPurity[] = [
  { metal: 'gold', fineness: 916, sell: 14_415, buy: 13_900 },
  { metal: 'gold', fineness: 750, sell: 11_920 },
  { metal: 'silver', fineness: 1_000, sell: 330 },
];
const [KARAT_22, KARAT_18, SILVER] = PRICES as [ListedPurity, ListedPurity, ListedPurity];
const list = rateList({ gold: { fineness: 999, per_gram: 15_760 }, silver: undefined, prices: PRICES });
const user = userEvent.setup();

describe('prices for purities', () => {
  let api: FakeApi;
  beforeEach(() => {
    api = adminsApi()
      .reply('GET', PAGE, [list])
      .reply('PUT', `${PAGE}/${list.id}`, { message: 'Rate list updated successfully!', rateList: list })
      .reply('POST', PAGE, { message: 'Rate list created successfully!', rateList: list });
  });
  afterEach(closePortal);

  const openForm = async (button: string) => {
    await openAdminPage(<RateListsPage />);
    await user.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog'));
  };
  const openSet = () => openForm('Set rates, Mumbai association');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const section = () => within(screen.getByRole('region', { name: 'Prices for purities' }));
  /** The fields of a purity. */
  const of = (name: string) => within(section().getByRole('group', { name }));
  const sell = (name: string) => of(name).getByLabelText<HTMLInputElement>('Sell, ₹ per gram');
  const buy = (name: string) => of(name).getByLabelText<HTMLInputElement>('Buy, ₹ per gram');
  const retype = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await enter(field, text);
  };
  const purities = () =>
    section()
      .getAllByRole('group')
      .map((group) => group.querySelector('legend')!.textContent);
  const putBodies = () => api.sent('PUT', `${PAGE}/${list.id}`).map(({ body }) => body);
  const isSaved = () => screen.findByText('Rate list updated successfully!');

  it('are beside the base rates of a list', async () => {
    await openAdminPage(<RateListsPage />);
    const row = (await screen.findByText('Mumbai association')).closest('tr')!;
    const cells = Array.from(row.children, (cell) =>
      Array.from(cell.children, ({ textContent }) => textContent.trim().replaceAll('\u00a0', ' ')),
    );
    expect(cells[1]).toEqual(['₹15,760 999 fine₹6.32 (0 %) below the market', '22K ₹14,415 buy ₹13,900', '18K ₹11,920']);
    expect(cells.slice(2, 4)).toEqual([['Silver ₹330 ₹93.55 (39.6 %) above the market'], ['No price']]);
    closePortal();
    const putBack = asPhone();
    await openAdminPage(<RateListsPage />);
    const card = await screen.findByRole('listitem');
    expect(Array.from(card.querySelectorAll('dt'), ({ textContent }) => textContent)).toEqual(['Gold', 'Silver']);
    expect(card.textContent).toContain('22K ₹14,415');
    putBack();
  });

  it('are none of a list of the release before', async () => {
    const { prices: _, ...before } = rateList();
    api.answer('GET', PAGE, [before]);
    await openSet();
    expect(screen.queryByRole('group', { name: /22K/ })).toBeNull();
    await press('Add a purity');
    expect(purities()).toEqual(['24K gold']);
  });

  it('are set with the price until now beside them; all of them are sent, and no base rate', async () => {
    const dialog = await openSet();
    expect(of('22K gold').getByText(/^Until now ₹14,415, set /)).toBeTruthy();
    expect(of('22K gold').getByText('Buy until now ₹13,900')).toBeTruthy();
    expect(of('22K gold').getAllByText('No change')).toHaveLength(2);
    await retype(sell('22K gold'), '14500.5');
    // 85.50 of 14,415.
    expect(of('22K gold').getByText('▲ ₹85.50 (0.6 %)')).toBeTruthy();
    await user.clear(buy('22K gold'));
    await retype(buy('Silver'), '320');
    await user.click(dialog.getByRole('button', { name: 'Remove 18K gold' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add a purity' }));
    await press('Set these rates');
    await isSaved();
    expect(putBodies()).toEqual([
      {
        prices: [
          { metal: 'gold', fineness: 916, sell: 14_500.5 },
          { ...SILVER, buy: 320 },
        ],
      },
    ]);
  });

  it('that are the same again set the list anew', async () => {
    await openSet();
    await press('Set these rates');
    await isSaved();
    expect(putBodies()).toEqual([{ gold: list.gold, prices: PRICES }]);
  });

  it('are those of most boards first, each ready for its price, and can do without base rates', async () => {
    await openForm('Create rate list');
    await enter(screen.getByLabelText('Name'), 'Surat');
    expect(screen.queryByRole('button', { name: 'Remove gold base' })).toBeNull();
    for (const [name, price] of [
      ['24K gold', '15760'],
      ['22K gold', '14415'],
      ['18K gold', '11920'],
      ['Silver', '330'],
    ] as const) {
      await press('Add a purity');
      expect(document.activeElement).toBe(sell(name));
      await user.paste(price);
    }
    await press('Remove gold base');
    await press('Remove silver base');
    await press('Create');
    await screen.findByText('Rate list created successfully!');
    const prices = [{ metal: 'gold', fineness: 1_000, sell: 15_760 }, { ...KARAT_22, buy: undefined }, KARAT_18, SILVER];
    expect(api.sent('POST', PAGE)[0]!.body).toEqual(
      JSON.parse(JSON.stringify({ name: 'Surat', valid_hours: 24, reminder_time: null, prices })),
    );
  });

  it('say at their field what is wrong with them', async () => {
    const dialog = await openSet();
    await press('Add a purity');
    await user.clear(sell('22K gold'));
    await retype(buy('18K gold'), 'abc');
    await press('Set these rates');
    dialog.getByText('22K gold sell price is required');
    dialog.getByText('24K gold sell price is required');
    expect(of('18K gold').getByText('This can’t be read as a number.')).toBeTruthy();
    expect(document.activeElement).toBe(sell('22K gold'));
    await retype(sell('22K gold'), '123456789');
    await user.clear(buy('18K gold'));
    await retype(sell('24K gold'), '15760');
    await press('Set these rates');
    dialog.getByText('22K gold sell price must be at most 99,99,999.99');
    await retype(sell('22K gold'), '14415');
    await user.selectOptions(of('24K gold').getByLabelText('Fineness'), '18K gold (750)');
    await press('Set these rates');
    dialog.getByText('18K gold is listed twice');
    const twice = section().getAllByRole('group', { name: '18K gold' })[1]!;
    expect(document.activeElement).toBe(within(twice).getByLabelText('Fineness'));
    await user.selectOptions(within(twice).getByLabelText('Fineness'), 'Other');
    await retype(within(twice).getByLabelText('Parts in a thousand'), '1001');
    await press('Set these rates');
    dialog.getByText('Gold 1001 must be at most 1000');
    expect(putBodies()).toEqual([]);
    await press('Remove 22K gold');
    expect(dialog.queryByText('Gold 1001 must be at most 1000')).toBeNull();
    await user.selectOptions(of('Gold 1001').getByLabelText('Metal'), 'Platinum');
    expect(purities()).toEqual(['18K gold', 'Silver', 'Platinum']);
  });

  it('that jump are asked about once more, also against what the base rate made until now', async () => {
    const dialog = await openSet();
    await retype(buy('22K gold'), '12900');
    await press('Add a purity');
    // 15,760 x 1000 / 999.
    expect(of('24K gold').getByText('Until now ₹15,775.78 from the base rate')).toBeTruthy();
    await retype(sell('24K gold'), '157600');
    await press('Set these rates');
    const alert = dialog.getByRole('alert');
    expect(alert.textContent).toMatch(/^22K gold buy price: that is 7.2 % below the rate of /);
    expect(alert.textContent).toMatch(/24K gold: that is 899 % above the rate of /);
    await press('Remove 24K gold');
    expect(alert.textContent).toBe('');
    await press('Set these rates');
    await press('Set them all the same');
    await isSaved();
    expect(putBodies()).toEqual([{ prices: [{ ...KARAT_22, buy: 12_900 }, KARAT_18, SILVER] }]);
  });

  it('let a list do without a base rate, which comes back with the last one of them', async () => {
    await openSet();
    await press('Remove gold base');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add gold base' }));
    await press('Set these rates');
    await isSaved();
    await user.click(await screen.findByRole('button', { name: 'Set rates, Mumbai association' }));
    for (const name of ['22K gold', '18K gold', 'Silver']) await press(`Remove ${name}`);
    await press('Set these rates');
    expect(screen.getByText('Silver rate is required')).toBeTruthy();
    await enter(screen.getByLabelText('Silver, ₹ per gram'), '331');
    await press('Set these rates');
    await waitFor(() => expect(putBodies()).toHaveLength(2));
    expect(putBodies()).toEqual([{ gold: null }, { silver: { fineness: 999, per_gram: 331 }, prices: [] }]);
  });

  it('that somebody else sets meanwhile are looked at before any are sent, and none of theirs is set back', async () => {
    const dialog = await openSet();
    await retype(sell('22K gold'), '14500');
    const set_at = new Date().toISOString();
    const theirs = [{ ...KARAT_22, sell: 14_450 }, { ...KARAT_18, sell: 11_990 }, SILVER];
    api.reply('GET', PAGE, [{ ...list, set_at, prices: theirs }]);
    await press('Set these rates');
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/^Somebody else has changed this list/));
    expect(putBodies()).toEqual([]);
    expect([sell('22K gold').value, sell('18K gold').value]).toEqual(['14,500', '11,990']);
    expect(of('22K gold').getByText(/^Until now ₹14,450, set /)).toBeTruthy();
    await press('Set these rates');
    await isSaved();
    expect(putBodies()).toEqual([{ prices: [{ ...KARAT_22, sell: 14_500 }, theirs[1], SILVER] }]);
  });

  it('that somebody else takes away meanwhile don’t come back, also where the page has been read again', async () => {
    const dialog = await openSet();
    await retype(sell('22K gold'), '14500');
    // A removal leaves the time at which the others were set.
    api.reply('GET', PAGE, [{ ...list, prices: [KARAT_22, SILVER] }]);
    dispatchEvent(new Event('focus'));
    await waitFor(() => expect(purities()).toEqual(['22K gold', 'Silver']));
    await press('Set these rates');
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/^Somebody else has changed this list/));
    expect(putBodies()).toEqual([]);
    await press('Set these rates');
    await isSaved();
    expect(putBodies()).toEqual([{ prices: [{ ...KARAT_22, sell: 14_500 }, SILVER] }]);
  });

  it('are at most 24, and Add says why it can’t be used', async () => {
    const most = limits.rateList.prices;
    const prices = Array.from({ length: most }, (_, index) => ({ ...SILVER, fineness: 900 + index }));
    api.reply('GET', PAGE, [{ ...list, prices }]);
    const dialog = await openSet();
    const add = dialog.getByRole('button', { name: 'Add a purity' });
    expect(isOff(add)).toBe(true);
    const reason = 'A list has at most 24 prices of purities. Remove one to add another.';
    expect(document.getElementById(add.getAttribute('aria-describedby')!)!.textContent).toBe(reason);
    await user.click(add);
    expect(purities()).toHaveLength(most);
  });
});
