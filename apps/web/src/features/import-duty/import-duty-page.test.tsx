/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminsApi, closePortal, openAdmin } from '../../testing/portal.js';

const duty = { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '2026-10-31T18:30:00.000Z' };

describe('import duty', () => {
  afterEach(closePortal);

  it('says that it is loading, then both percents, read-only, and since when', async () => {
    const api = adminsApi().reply('GET', '/prices/import-duty', duty);
    const release = api.hold('GET', '/prices/import-duty');
    await openAdmin('/admin/import-duty');
    screen.getByText('Loading import duty settings...');
    release();
    const gold = await screen.findByLabelText('Gold import duty');
    expect(
      [gold, screen.getByLabelText('Silver import duty')].map((field) => [
        (field as HTMLInputElement).value,
        (field as HTMLInputElement).readOnly,
      ]),
    ).toEqual([
      ['5 %', true],
      ['6 %', true],
    ]);
    expect(screen.getAllByText('0 to 50 percent')).toHaveLength(2);
    screen.getByText('Last updated 1 November 2026, 12:00 am');
  });

  it('says what the duty in law is where boards use another, on each page of prices and on the dashboard', async () => {
    const law = { goldImportDuty: 15, silverImportDuty: 15, from: '2026-05-13' };
    const api = adminsApi().reply('GET', '/prices/import-duty', { ...duty, law });
    await openAdmin('/admin/import-duty');
    const said = 'Boards use 5 % and 6 %. The duty in law has been 15 % since 13 May 2026.';
    await screen.findByText(said);
    for (const page of ['Dashboard', 'Manage Prices']) {
      await userEvent.click(screen.getByRole('link', { name: page }));
      expect((await screen.findByText(said)).closest('[role=status]')).not.toBeNull();
    }
    const both = { goldImportDuty: 6, silverImportDuty: 6, law: { ...law, silverImportDuty: 12 } };
    api.reply('GET', '/prices/import-duty', { ...duty, ...both });
    closePortal();
    await openAdmin('/admin/import-duty');
    await screen.findByText('Boards use 6 %. The duty in law has been 15 % on gold and 12 % on silver since 13 May 2026.');
  });

  it('says nothing of the law where boards use its duty, nor beside a gateway of the release before', async () => {
    for (const answered of [{ ...duty, law: null }, duty]) {
      adminsApi().answer('GET', '/prices/import-duty', answered);
      await openAdmin('/admin/import-duty');
      await screen.findByLabelText('Gold import duty');
      expect(screen.queryByText(/in law has been/)).toBeNull();
      closePortal();
    }
  });

  it('shows a change that is configured, with what it moves, before it is in force', async () => {
    const next = {
      ...{ from: '2026-12-01T05:00:00.000Z', goldImportDuty: 15, silverImportDuty: 6 },
      ...{ gold_24k: { now: 147_000, next: 161_000 }, silver: { now: 95_400, next: 95_400 }, boards: 1_200 },
    };
    const api = adminsApi().reply('GET', '/prices/import-duty', duty).reply('GET', '/admin/import-duty', { next });
    await openAdmin('/admin/import-duty');
    const heading = await screen.findByRole('heading', { name: 'From 1 December 2026, 10:30 am' });
    expect([...heading.parentElement!.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      'Gold: 5 % → 15 %',
      'Silver: 6 % → 6 %',
      '24K gold, 10g: ₹1,47,000 → ₹1,61,000 (▲ ₹14,000)',
      'Silver, 1kg: ₹95,400 → ₹95,400 (no change)',
    ]);
    screen.getByText('1,200 boards move then.');
    closePortal();
    api.reply('GET', '/admin/import-duty', { next: { ...next, gold_24k: null, silver: null, boards: 1 } });
    await openAdmin('/admin/import-duty');
    await screen.findByText('24K gold, 10g: no market rate');
    screen.getByText('1 board moves then.');
  });

  it('says so when it could not be read, and tries again', async () => {
    const api = adminsApi();
    await openAdmin('/admin/import-duty');
    await screen.findByText('The import duty can’t be shown right now.');
    api.reply('GET', '/prices/import-duty', duty);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Gold import duty');
  });
});
