/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type IntervalSettings, limits, type RefusedQuote, texts } from '@sarafa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { adminsApi, closePortal, keptAs, openAdmin, openAdminPage, openPortal, priceStatus } from '../../testing/portal.js';
import { PriceManagementPage } from './price-management-page.js';

const PAGE = '/admin/manage-prices';
const open = () => openAdminPage(<PriceManagementPage />);
const HOUR = 3_600_000;

function settings(
  values: readonly number[],
  labels: Readonly<Record<number, string>>,
  currentInterval: number,
): IntervalSettings {
  return { currentInterval, availableIntervals: values.map((value) => ({ value, label: labels[value]! })) };
}
const update = (current = 300_000) => settings(limits.updateIntervals, texts.prices.updateIntervals, current);
const dynamic = (current = 5) => settings(limits.dynamicPriceIntervals, texts.prices.dynamicIntervals, current);

function refused(changes: Partial<RefusedQuote> = {}): RefusedQuote {
  const id = 'c'.repeat(24);
  return {
    ...{ id, _id: id, metal: 'gold', price: '600000', currency: 'INR', unit: 'toz', at: '2026-11-20T10:40:00.000Z' },
    ...{ source: 'gold-api.com', reason: 'jumped further than the limit', lastPrice: '467500', times: 2 },
    ...{ refusedAt: '2026-11-20T10:40:00.000Z', releasedAt: null, releasable: true, ...changes },
  };
}

describe('price management', () => {
  let api: FakeApi;

  beforeEach(() => {
    api = adminsApi()
      .reply('GET', '/admin/price-settings', update())
      .reply('GET', '/admin/dynamic-price-settings', dynamic())
      .reply('GET', '/prices/import-duty', { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '2026-11-01T00:00:00.000Z' })
      .reply('GET', '/admin/quarantine', [refused()]);
  });
  afterEach(closePortal);

  const section = (heading: string) => within(screen.getByRole('heading', { name: heading }).closest('section')!);
  const options = (label: string) => within(screen.getByRole('group', { name: label })).getAllByRole('button');

  it('says that it is loading until the settings are there', async () => {
    const release = api.hold('GET', '/admin/price-settings');
    await openAdmin(PAGE);
    expect(screen.getByText('Loading price settings...')).toBeTruthy();
    release();
    await screen.findByRole('heading', { name: 'API Update Interval' });
  });

  it('says which of the intervals can’t be read, and goes on from there', async () => {
    const path = '/admin/dynamic-price-settings';
    api.refuse('GET', path, { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openAdmin(PAGE);
    const failed = (await screen.findByText('The price settings can’t be shown right now.')).parentElement!;
    api.reply('GET', path, dynamic());
    await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(failed.isConnected).toBe(false));
    // The pressed button is removed.
    expect(document.activeElement!.tagName).toBe('H1');
  });

  it('shows what was refused since then, and the chart of now, without being asked', async () => {
    jest.useFakeTimers();
    const history = () => api.asked.filter(({ path }) => path.startsWith('/prices/history')).length;
    try {
      keptAs('admin');
      openPortal(PAGE);
      await screen.findByText('jumped further than the limit');
      const asked = history();
      api.reply('GET', '/admin/quarantine', [refused({ reason: 'was older than the last one' })]);
      await act(() => jest.advanceTimersByTimeAsync(limits.statusPollMs));
      screen.getByText('was older than the last one');
      expect(history()).toBeGreaterThan(asked);
    } finally {
      jest.useRealTimers();
    }
  });

  it('has a button an interval, and marks the one in force', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Dynamic Price Changes' });
    expect(options('API Update Interval').map((one) => one.querySelector('b')!.textContent)).toEqual([
      '1 minute',
      '5 minutes',
      '15 minutes',
      '30 minutes',
      '1 hour',
    ]);
    expect(screen.getByRole('button', { pressed: true, name: /5 minutes.*Current/ })).toBeTruthy();
    expect(options('Dynamic Price Changes').map((one) => one.textContent!.slice(0, 20))).toEqual([
      expect.stringContaining('1Live Price Changing'),
      expect.stringContaining('25 Minute'),
      expect.stringContaining('315 Minute'),
      expect.stringContaining('430 Minute'),
      expect.stringContaining('51 Hour'),
    ]);
    expect(screen.getByRole('button', { pressed: true, name: /5 Minute.*✓ Active/ })).toBeTruthy();
    await section('Import Duty Settings').findByText('5%');
    section('Import Duty Settings').getByText('6%');
  });

  it('shows a tick with what the server said, a cross with why not, and says so when nobody answered', async () => {
    await open();
    const hour = await screen.findByRole('button', { name: /^1 hour/ });
    api
      .reply('PUT', '/admin/price-settings', { message: 'Every hour from now on', settings: update(3_600_000) })
      .reply('GET', '/admin/price-settings', update(3_600_000));
    // There before its text, which wouldn't be said otherwise.
    const told = within(hour.closest('section')!).getByRole('status');
    expect(told.textContent).toBe('');
    await userEvent.click(hour);
    expect((await screen.findByText('✓ Every hour from now on')).className).toBe('line--done');
    expect(told.textContent).toBe('✓ Every hour from now on');
    await screen.findByRole('button', { pressed: true, name: /1 hour.*Current/ });
    expect(api.sent('PUT', '/admin/price-settings')[0]!.body).toEqual({ interval: 3_600_000 });

    api.refuse('PUT', '/admin/price-settings', {
      status: 400,
      code: 'INVALID_INPUT',
      message: 'interval: must be one of these',
    });
    await userEvent.click(screen.getByRole('button', { name: /^1 minute/ }));
    expect((await screen.findByText('✗ interval: must be one of these')).className).toBe('line--failed');
    expect(told.textContent).toBe('');

    await userEvent.click(screen.getByRole('button', { name: /Live Price Changing/ }));
    await screen.findByText('Error updating dynamic settings');
  });

  it('tells how the service does, and asks the market when one says so', async () => {
    api.reply(
      'GET',
      '/admin/price-status',
      priceStatus({ nextUpdate: '2026-11-20T10:45:00.000Z', nextUpdateLocal: '20 November, 4:15 pm' }),
    );
    await open();
    await screen.findByRole('heading', { name: 'Current Status' });
    const status = section('Current Status');
    await status.findByText('Running');
    for (const text of ['5 minutes', '20 November, 10:45 am', '20 November, 4:15 pm', 'gold-api.com']) status.getByText(text);
    api
      .reply('POST', '/admin/price-refresh', priceStatus())
      .reply('GET', '/admin/price-status', priceStatus({ isRunning: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }));
    await status.findByText('Stopped');
    expect(status.getAllByText('N/A')).toHaveLength(2);
    api.refuse('POST', '/admin/price-refresh', {
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'Please wait a few seconds.',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh now' }));
    expect((await screen.findByText('Please wait a few seconds.')).closest('[role=alert]')).toBeTruthy();
  });

  it('lists refused quotes with their reasons, and accepts one after a question', async () => {
    const foreign = { currency: 'USD', unit: 'g', reason: 'in another currency than rupees' };
    const inDollars = refused({ ...foreign, id: 'd'.repeat(24), price: '4200', releasable: false });
    api.reply('GET', '/admin/quarantine', [refused(), inDollars]);
    await open();
    await screen.findByText('Gold ₹6,00,000 per troy ounce');
    screen.getByText('Gold USD 4,200 per g');
    screen.getByText('jumped further than the limit');
    await userEvent.click(screen.getByRole('button', { name: 'Accept gold at ₹6,00,000' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Show gold at ₹6,00,000 per troy ounce on the boards?');
    const released = refused({ releasable: false, releasedAt: '2026-11-20T10:41:00.000Z' });
    api
      .reply('POST', `/admin/quarantine/${released.id}/release`, { message: 'The quote was accepted', quote: released })
      .reply('GET', '/admin/quarantine', [released]);
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    await screen.findByText('The quote was accepted');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull());
    screen.getByText('Accepted');
  });

  it('asks for the last day in steps, of either metal', async () => {
    await open();
    await waitFor(() => expect(api.asked.some(({ path }) => path.startsWith('/prices/history?metal=gold'))).toBe(true));
    const { path } = api.asked.find((one) => one.path.startsWith('/prices/history'))!;
    const query = new URLSearchParams(path.split('?')[1]);
    expect(Date.parse(query.get('to')!) - Date.parse(query.get('from')!)).toBe(24 * HOUR);
    await userEvent.click(screen.getByRole('radio', { name: 'Silver, 1kg' }));
    await waitFor(() => expect(api.asked.some((one) => one.path.startsWith('/prices/history?metal=silver'))).toBe(true));
  });
});
