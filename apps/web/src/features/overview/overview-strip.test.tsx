/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { PriceStatus } from '@sarafa/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminsApi, closePortal, openAdmin, overview, priceStatus } from '../../testing/portal.js';
import { sourceHealth } from './use-source-health.js';

afterEach(closePortal);
const strip = async () => within(await screen.findByRole('region', { name: 'At a glance' }));

describe('the overview', () => {
  it('shows the source and the shops in numbers', async () => {
    const shops = { total: 5_000, active: 4_900, expiring: 12, expired: 100 };
    adminsApi().reply('GET', '/admin/overview', overview({ shops, boardsOpen: 4_321 }));
    await openAdmin('/admin');
    const all = await strip();
    expect(await all.findByRole('button', { name: 'Shops 5,000' })).toBeTruthy();
    for (const name of ['Active 4,900', 'Expiring within 30 days 12', 'Expired 100', 'Boards open now 4,321'])
      expect(all.getByRole('button', { name })).toBeTruthy();
    expect((await all.findByText('Market source, gold-api.com')).parentElement!.textContent).toMatch(
      /LiveRate of \d+:\d\d [ap]m/,
    );
    // Not with the time of each rate.
    expect(all.getByRole('status').textContent).toBe('Live');
  });

  it('that can not be read says so, and is asked for again', async () => {
    const api = adminsApi().refuse('GET', '/admin/overview', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openAdmin('/admin');
    expect(await screen.findByText('The overview can’t be shown right now.')).toBeTruthy();
    api.reply('GET', '/admin/overview', overview());
    await userEvent.click((await strip()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Shops 1' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'At a glance' }));
  });
});

describe("the market source's health", () => {
  it.each<[Partial<PriceStatus>, string, string]>([
    [{}, 'ok', 'Live'],
    [{ state: 'delayed' }, 'warn', 'Delayed'],
    [{ state: 'stale', stale: true }, 'err', 'Out of date'],
    [{ state: 'closed' }, 'off', 'Market closed'],
    [{ state: 'sample' }, 'warn', 'Sample data'],
    [{ state: null, lastUpdated: null }, 'warn', 'No rates yet'],
    [{ isRunning: false }, 'err', 'Stopped'],
  ])('%j is %s, %s', (changes, tone, word) => {
    expect(sourceHealth(priceStatus(changes), false)).toEqual({ tone, word });
  });

  it('is unknown when it could not be asked for, whatever it was before', () => {
    expect(sourceHealth(priceStatus(), true)).toEqual({ tone: 'err', word: 'Unknown' });
  });
});
