/** @jest-environment ./src/testing/web-environment.mjs */
import type { AuditEntry } from '@sarafa/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { SHOP_ID } from '../../testing/fixtures.js';
import { ADMIN_ID, adminsApi, closePortal, isOff, openAdmin } from '../../testing/portal.js';

const user = userEvent.setup();
let api: FakeApi;
beforeEach(() => {
  api = adminsApi();
});
afterEach(closePortal);

function entry(n: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: n.toString(16).padStart(24, '0'),
    at: '2026-11-20T10:40:00.000Z',
    actor: { id: ADMIN_ID, role: 'admin', username: 'asha' },
    from: { address: '203.0.113.0/24', device: 'Chrome on Windows' },
    action: 'shop.updated',
    subject: { kind: 'shop', id: SHOP_ID, name: 'Navkar' },
    userId: SHOP_ID,
    before: { gold_margin: 0, ads_enabled: true, second_language: null },
    after: { gold_margin: 2.5, ads_enabled: false, second_language: 'hi', password: 'changed' },
    ...changes,
  };
}

const linesOf = async (name = 'Changes') =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the page of changes', () => {
  it('says each change as a sentence, with what stood there before', async () => {
    const unknown = { kind: 'account', id: null, name: '' };
    const nobody = { id: null, role: 'public', username: '' };
    const none = { before: null, after: null };
    api.reply('GET', '/admin/audit', [
      entry(4),
      entry(3, { action: 'sign-in.failed', actor: nobody, subject: unknown, userId: null, before: null, after: { times: 7 } }),
      entry(2, { action: 'shop.created', before: null, after: { username: 'navkar' } }),
      entry(1, { action: 'moon.moved', ...none, from: { address: null, device: null } }),
    ]);
    await openAdmin('/admin/changes');
    const lines = await linesOf();
    const where = '4:10 pm, 20 November · Chrome on Windows, 203.0.113.0/24';
    expect(lines).toEqual([
      `asha changed the shop Navkar${where}Gold, margin: 0 → 2.5Ads: on → offSecond language: none → हिन्दीPassword: changed`,
      ...['Gold, margin: 0 → 2.5', 'Ads: on → off', 'Second language: none → हिन्दी', 'Password: changed'],
      `A sign-in with a username that nobody has failed${where}7 times within a minute`,
      '7 times within a minute',
      `asha made the shop Navkar${where}Username: navkar`,
      'Username: navkar',
      'asha: moon.moved, Navkar4:10 pm, 20 November',
    ]);
  });

  it('says in words what is stored as a code or a number', async () => {
    const row = { id: 'r1', title: '', metal: 'gold', fineness: 916, unit_grams: 10, side: 'sell', percent: 0 };
    const [bar, coin] = [
      { ...row, id: 'r2', title: 'Bar' },
      { ...row, id: 'r3', title: 'Coin', shown: true },
    ];
    const of = (kind: string, name: string) => ({ kind, id: 'f'.repeat(24), name });
    const none = { before: null, after: null };
    api.reply('GET', '/admin/audit', [
      entry(9, {
        ...{ action: 'rate-rows.updated', subject: { kind: 'rate-rows', id: SHOP_ID, name: 'Navkar' } },
        before: { rows_mode: 'standard', rows: [row, bar] },
        after: { rows_mode: 'own', rows: [coin, { ...row, percent: 1.5, side: 'buy' }] },
      }),
      entry(8, {
        action: 'screen.updated',
        subject: of('screen', 'Door'),
        before: { shows: 'all', layout_orientation: null },
        after: { shows: 'rates', layout_orientation: 'vertical' },
      }),
      entry(7, {
        ...{ action: 'price-settings.updated', userId: null },
        before: { updateIntervalMs: 1_800_000, dynamicPriceInterval: 5 },
        after: { updateIntervalMs: 3_600_000, dynamicPriceInterval: 1 },
      }),
      entry(6, {
        ...{ action: 'quote.withdrawn', userId: null, subject: of('quote', '') },
        before: { gold: { price: '400000', source: 'gold-api.com' } },
        after: { gold: { price: '390000', source: 'gold-api.com' } },
      }),
      entry(5, {
        ...{ action: 'own-rate-list.set', subject: { kind: 'own-rate-list', id: SHOP_ID, name: 'Navkar' } },
        before: { silver: { fineness: 999, per_gram: 330 }, prices: [], set_at: '2026-11-20T10:40:05.000Z' },
        after: {
          silver: { fineness: 999, per_gram: 331.5 },
          prices: [{ metal: 'gold', fineness: 916, sell: 14_415, buy: 14_100 }],
          set_at: '2026-11-20T10:40:55.000Z',
        },
      }),
      entry(4, {
        before: {
          ...{ language: 'en', rate_list_id: null, logo_url: '', gst_basis: 'whole', price_update_interval: 30_000 },
          ...{ dynamic_price_interval: 15, silver_enabled: true },
        },
        after: {
          ...{ dynamic_price_interval: null, silver_enabled: false },
          language: 'hi',
          rate_list_id: SHOP_ID,
          logo_url: '/media/x.webp',
          gst_basis: 'split',
          price_update_interval: 60_000,
        },
      }),
      entry(3, { action: 'hold.set', before: { until: null }, after: { until: '2026-11-20T11:40:00.000Z' } }),
      entry(2, { action: 'ad.added', subject: of('ad', 'film.mp4'), before: null, after: { file_type: 'video' } }),
      entry(1, { action: 'phone.added', subject: of('phone', ''), ...none }),
    ]);
    await openAdmin('/admin/changes');
    const lines = (await linesOf()).join('\n');
    const said = [
      'asha changed the rate rows of Navkar',
      'Rows of the board: standard rows → own rows',
      'Bar: removed',
      'Coin: added',
      '22K gold, 10 g, Sell or buy: sell → buy',
      '22K gold, 10 g, Percent: 0 → 1.5',
      'asha changed the screen Door4:10 pm, 20 November · at Mahalaxmi Jewellers',
      'Shows: everything → rates only',
      'Layout: the shop’s → vertical',
      'Time between two questions to the market: 30 minutes → 1 hour',
      'Dynamic price interval of all shops: 5 minutes → 1 minute',
      'Gold: ₹4,00,000 an ounce, gold-api.com → ₹3,90,000 an ounce, gold-api.com',
      'Silver: ₹330 a gram of 999 → ₹331.50 a gram of 999',
      'Prices of purities: none → 22K gold ₹14,415, bought at ₹14,100',
      'Set at: 20 November 2026, 4:10 pm',
      'Language: English → हिन्दी',
      'Rate list: the market’s rates → the shop’s own list',
      'Logo: changed',
      'How GST is worked out: as a whole → making apart',
      'Price update interval: 30 seconds → 1 minute',
      'Dynamic price interval: 15 minutes → the provider’s',
      'Silver: on → off',
      'asha held the rates of Navkar',
      'Held until: none → 20 November 2026, 5:10 pm',
      'asha added the ad film.mp4',
      'Kind: video',
      'asha allowed alarms on a phone',
    ];
    expect(said.filter((line) => !lines.includes(line))).toEqual([]);
  });

  it('goes to older changes and back, and begins anew with another admin', async () => {
    const page = Array.from({ length: 50 }, (_, n) => entry(100 - n, { before: null, after: null }));
    const last = page[49]!.id;
    api.reply('GET', '/admin/audit', page);
    api.reply('GET', `/admin/audit?before=${last}`, [entry(1, { subject: { kind: 'shop', id: SHOP_ID, name: 'Old' } })]);
    api.reply('GET', `/admin/audit?actor=${ADMIN_ID}`, []);
    await openAdmin('/admin/changes');
    expect(await linesOf()).toHaveLength(50);
    expect(isOff(screen.getByRole('button', { name: 'Newer' }))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('asha changed the shop Old')).toBeTruthy();
    expect(isOff(screen.getByRole('button', { name: 'Older' }))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    expect(await linesOf()).toHaveLength(50);
    await user.click(screen.getByRole('combobox', { name: 'Admin' }));
    await user.click(await screen.findByRole('option', { name: 'asha' }));
    expect(await screen.findByText('No changes of this shop or admin.')).toBeTruthy();
    expect(location.search).toBe(`?actor=${ADMIN_ID}`);
    // Of an account that was deleted.
    api.reply('GET', '/admin/audit?actor=vikram', [entry(2, { actor: { id: null, role: 'admin', username: 'vikram' } })]);
    await user.clear(screen.getByRole('combobox', { name: 'Admin' }));
    await user.type(screen.getByRole('combobox', { name: 'Admin' }), 'vikram');
    await user.click(await screen.findByRole('option', { name: 'vikram' }));
    expect(await screen.findByText('vikram changed the shop Navkar')).toBeTruthy();
  });

  it('shows of whom the changes are, and lets go of that, also where the admins can’t be read', async () => {
    api.refuse('GET', '/admin/list', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    api.reply('GET', '/admin/audit?actor=vikram', []).reply('GET', '/admin/audit', [entry(2)]);
    await openAdmin('/admin/changes?actor=vikram');
    await screen.findByText('No changes of this shop or admin.');
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Admin' });
    await waitFor(() => expect(field.value).toBe('vikram'));
    await user.clear(field);
    await user.type(field, 'asha');
    await screen.findByRole('option', { name: 'asha' });
  });

  it('says that nothing has been changed, and when the changes could not be read', async () => {
    api.refuse('GET', '/admin/audit', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openAdmin('/admin/changes');
    expect(await screen.findByText('The changes can’t be shown right now.')).toBeTruthy();
    api.reply('GET', '/admin/audit', []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing has been changed yet.')).toBeTruthy();
  });
});
