/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PricedRow, standardRows } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { rates, shop, SHOP_ID } from '../../testing/fixtures.js';
import { closePortal, fill, keptAs, openPart, shopApi } from '../../testing/portal.js';
import { HistorySection } from './history-section.js';
import { MarginsSection } from './settings/margins-section.js';

const pathOf = (row: string, span: string) => `/user/rates/history/${SHOP_ID}?row=${row}&span=${span}`;
const PATH = pathOf('gold_24k', 'day');
const RATES = `/prices/user/${SHOP_ID}`;
const user = userEvent.setup();
const rows = standardRows.map((row): PricedRow => ({ ...row, price: 1_000, state: 'live' }));
const [row] = rows as [PricedRow];
const points = [
  { at: '2026-11-20T04:00:00.000Z', price: 126_000 },
  { at: '2026-11-20T05:00:00.000Z', price: 127_450.5 },
  { at: '2026-11-20T06:00:00.000Z', price: 125_900.1 },
];

describe('the chart of a shop', () => {
  let api: FakeApi;
  beforeEach(() => {
    // jsdom draws nothing, and would say so each time.
    HTMLCanvasElement.prototype.getContext = () => null;
    api = shopApi().reply('GET', PATH, points).reply('GET', RATES, rates({ rows }));
  });
  afterEach(closePortal);

  const section = async () => within(await screen.findByRole('region', { name: 'Your rates so far' }));
  const open = () =>
    openPart((own) => (
      <>
        <HistorySection shop={own} />
        <MarginsSection shop={own} />
      </>
    ));
  const asked = () => api.asked.map(({ path }) => path).filter((path) => path.includes('/history/'));

  it('draws the first row of today, and says its figures', async () => {
    await open();
    const chart = await section();
    await chart.findByRole('img', { name: '24K gold, 10 g: from ₹1,25,900.10 to ₹1,27,450.50, ₹1,25,900.10 at last' });
    chart.getByText('₹1,25,900.10');
    chart.getByText('₹1,27,450.50');
    chart.getByText('▼ ₹99.90');
    expect(asked()).toEqual([PATH]);
  });

  it('draws another row and a longer time', async () => {
    api.reply('GET', pathOf('silver', 'day'), points).reply('GET', pathOf('silver', 'year'), points);
    await open();
    const chart = await section();
    await user.click(await chart.findByRole('combobox', { name: 'Row' }));
    await user.click(await screen.findByRole('option', { name: 'Silver, 1 kg' }));
    await user.click(chart.getByRole('radio', { name: 'Year' }));
    await waitFor(() => expect(asked().at(-1)).toBe(pathOf('silver', 'year')));
    await chart.findByRole('img', { name: /^Silver, 1 kg: / });
  });

  it('draws nothing of before a new margin', async () => {
    api.reply('GET', pathOf('gold_24k', 'week'), points);
    await open();
    const chart = await section();
    const show = (name: string) => user.click(chart.getByRole('radio', { name }));
    await chart.findByText('₹1,27,450.50');
    // The week's line isn't read again by itself.
    await show('Week');
    await chart.findByText('₹1,27,450.50');
    const higher = points.map(({ at, price }) => ({ at, price: price + 1_000 }));
    for (const span of ['day', 'week']) api.reply('GET', pathOf('gold_24k', span), higher);
    api.reply('GET', RATES, rates({ rows: rows.map((one) => ({ ...one, price: 1_020 })) }));
    api.reply('PUT', `/user/profile-settings/${SHOP_ID}`, { message: 'saved', user: shop({ gold_margin: 2 }) });
    await fill(/^Gold/, '2');
    await user.click(screen.getByRole('button', { name: 'Save margins' }));
    await chart.findByText('₹1,28,450.50');
    await show('Today');
    expect(await chart.findByText('₹1,28,450.50')).toBeTruthy();
    expect(chart.queryByText('₹1,27,450.50')).toBeNull();
  });

  it('draws the rows that the shop’s board shows', async () => {
    const bought: PricedRow = { ...row, id: 'bought', side: 'buy', fineness: 916, unit_grams: 8 };
    api.reply('GET', RATES, rates({ rows: [bought] })).reply('GET', pathOf('bought', 'day'), points);
    await open();
    await (await section()).findByRole('img', { name: /^22K gold, 8 g \(pavan\), we buy: / });
    expect(asked()).toEqual([pathOf('bought', 'day')]);
  });

  it.each([
    ['an empty list', (given: FakeApi) => given.reply('GET', RATES, rates({ rows: [] }))],
    [
      'rates that can’t be read',
      (given: FakeApi) => given.refuse('GET', RATES, { status: 503, code: 'UNAVAILABLE', message: 'down' }),
    ],
    ['an ended subscription', (given: FakeApi) => given.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false }))],
  ])('has nothing to draw of %s', async (_, given) => {
    given(api);
    await open();
    await (await section()).findByText('There is no row to draw.');
    expect(asked()).toEqual([]);
  });

  it('says that there is nothing yet, and what can’t be read', async () => {
    api.reply('GET', PATH, []);
    await open();
    await (await section()).findByText('No rates in this time.');
    closePortal();
    keptAs('user');
    api.refuse('GET', PATH, { status: 503, code: 'UNAVAILABLE', message: 'This part is down' });
    await open();
    const chart = await section();
    await chart.findByText('The rates of the past can’t be shown right now.');
    api.reply('GET', PATH, points);
    await user.click(chart.getByRole('button', { name: 'Try again' }));
    await chart.findByRole('img');
  });
});
