/** @jest-environment ./src/testing/web-environment.mjs */
import type { AuditEntry } from '@sarafa/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
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
      entry(3, { action: 'sign-in.failed', actor: nobody, subject: unknown, before: null, after: { times: 7 } }),
      entry(2, { action: 'shop.created', before: null, after: { username: 'navkar' } }),
      entry(1, { action: 'moon.moved', ...none, from: { address: null, device: null } }),
    ]);
    await openAdmin('/admin/changes');
    const lines = await linesOf();
    const where = '4:10 pm, 20 November · Chrome on Windows, 203.0.113.0/24';
    expect(lines).toEqual([
      `asha changed the shop Navkar${where}Gold, margin: 0 → 2.5Ads: on → offSecond language: none → hiPassword: changed`,
      ...['Gold, margin: 0 → 2.5', 'Ads: on → off', 'Second language: none → hi', 'Password: changed'],
      `A sign-in with a username that nobody has failed${where}7 times within a minute`,
      '7 times within a minute',
      `asha made the shop Navkar${where}Username: navkar`,
      'Username: navkar',
      'asha: moon.moved, Navkar4:10 pm, 20 November',
    ]);
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
