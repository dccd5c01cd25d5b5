import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { LIVELY } from '../shared/harness.js';
import { newShop, Person, portal, refused, PHONE } from '../shared/portal-person.js';

const HOUR_MS = 3_600_000;
/** When the duty on gold changes: later than the journeys take, and before the end of the longest hold. */
const CHANGE = Date.now() + 6 * HOUR_MS;
const IMPORT_DUTY = JSON.stringify([
  { from: '1970-01-01', gold: 5, silver: 6 },
  // In Asia/Kolkata.
  { from: new Date(CHANGE + 5.5 * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length), gold: 15, silver: 6 },
]);
const site = portal({ pace: LIVELY, env: { IMPORT_DUTY } });

describe('on a phone, an admin', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE, site.admin);
    await person.opens('/admin');
  });
  afterEach(() => person.leaves());

  const visit = async (path: string, heading: string) => {
    await person.page.goto(path);
    await person.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

  it('steers how often the market is asked and boards move', async () => {
    await visit('/admin/manage-prices', 'Price Management Settings');
    const { page } = person;
    const hour = page.getByRole('button', { name: /^1 hour/ });
    await hour.click();
    await page.getByText('✓ The market is asked every 1 hour from now on').waitFor();
    await page.getByRole('button', { name: /^1 hour.*Current/, pressed: true }).waitFor();
    await page.getByRole('button', { name: /Live Price Changing/ }).click();
    await page.getByRole('button', { name: /Live Price Changing.*✓ Active/, pressed: true }).waitFor();
    await page.getByText('Running').waitFor();
    // The chart's library is loaded separately.
    await page.locator('.chart canvas').waitFor();
    expect(await person.faults()).toEqual([]);
    await page.getByRole('button', { name: /^5 minutes/ }).click();
    await page.getByRole('button', { name: /^5 minutes.*Current/, pressed: true }).waitFor();
  });

  it('asks the market, sees why a quote was refused, accepts it, and takes it back', async () => {
    await visit('/admin/manage-prices', 'Price Management Settings');
    const { page } = person;
    const { gold_24k: before } = (await site.w.json('/prices/detailed')) as { gold_24k: { sell: number } };
    // A price far beyond the jump limit.
    const price = Math.round((before.sell / 10 / 1.05) * 31.1034768 * 1.2);
    site.w.quote(String(price), '6938');
    await until(
      async () => {
        await page.getByRole('button', { name: 'Refresh now' }).click();
        return page.getByText('jumped further than the limit').first().isVisible();
      },
      15_000,
      500,
    );
    expect(await person.faults(refused(429))).toEqual([]);
    await page.getByRole('button', { name: 'Accept' }).first().click();
    await person.answers(`Show gold at ₹${grouped(price)} per troy ounce on the boards?`, 'Accept');
    await person.isNotified('The quote was accepted');
    const sell = async () => ((await site.w.json('/prices/detailed')) as { gold_24k: { sell: number } }).gold_24k.sell;
    await until(async () => (await sell()) > before.sell);
    await page.getByRole('button', { name: `Withdraw gold at ₹${grouped(price)}` }).click();
    await person.answers(`Take gold at ₹${grouped(price)} per troy ounce off every board?`, 'Withdraw');
    await person.isNotified('The quote was withdrawn');
    expect(await sell()).toBe(before.sell);
    await page.getByText('Withdrawn', { exact: true }).first().waitFor();
    expect(await person.faults(refused(429))).toEqual([]);
  });

  it('gives a shop a custom table, changes it and takes it away', async () => {
    const shop = await newShop(site.admin, 'Tables');
    const board = await person.opensBoard(shop.id);
    await visit('/admin/custom-tables', 'Custom Tables Management');
    const { page } = person;
    const title = 'Coin';
    await person.press('+ Create Custom Table');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('combobox').fill(shop.username);
    await page.getByRole('option', { name: shop.username }).click();
    await dialog.getByLabel('Initial Price (₹)').fill('126257.5');
    expect(await person.faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await person.isNotified('Custom table created successfully!');
    await board.getByText(title).first().waitFor();
    await page.getByText(`${shop.username} (${shop.shop_name})`).first().waitFor();
    await page.getByText('₹1,26,257.50').first().waitFor();
    expect(await person.faults()).toEqual([]);

    await person.press(`Edit, ${title}`);
    await dialog.getByLabel('Initial Price (₹)').fill('99');
    await page.keyboard.press('Enter');
    await person.isNotified('Custom table updated successfully!');
    await page
      .getByText(/^₹99\b/)
      .first()
      .waitFor();
    await person.press(`Delete ${title}`);
    await person.answers('Are you sure you want to delete this custom table?', 'Delete table');
    await person.isNotified('Custom table deleted successfully!');
    await board.getByText(title).first().waitFor({ state: 'detached' });
    await page.getByText(title, { exact: true }).first().waitFor({ state: 'detached' });
  });

  it('reads the import duty, the one in law, and a change that is to come', async () => {
    const { page } = person;
    const law = page.getByRole('status').filter({ hasText: 'The duty in law has been 15 % since 13 May 2026.' });
    await law.waitFor();
    const moving = async () =>
      ((await site.admin.call('get', '/admin/import-duty')).body as { next: { boards: number } }).next.boards;
    const before = await moving();
    const shop = await newShop(site.admin, 'Holding');
    expect(await moving()).toBe(before + 1);
    const hold = (hours: number) => {
      const until = new Date(Date.now() + hours * HOUR_MS).toISOString();
      return site.admin.call('put', `/user/rates/hold/${shop.id}`, { until });
    };
    expect((await hold(10)).status).toBe(200);
    expect(await moving()).toBe(before);
    expect((await hold(2)).status).toBe(200);
    expect(await moving()).toBe(before + 1);
    const { gold_24k, silver } = (await site.w.json('/prices/detailed')) as Record<string, { sell: number }>;
    await visit('/admin/import-duty', 'Import Duty');
    expect(await person.page.getByLabel('Gold import duty').inputValue()).toBe('5 %');
    expect(await person.page.getByLabel('Silver import duty').inputValue()).toBe('6 %');
    await law.waitFor();
    await page.getByText('Gold: 5 % → 15 %').waitFor();
    await page.getByText(`24K gold, 10g: ₹${grouped(gold_24k!.sell)} → ₹`).waitFor();
    await page.getByText(`Silver, 1kg: ₹${grouped(silver!.sell)} → ₹${grouped(silver!.sell)} (no change)`).waitFor();
    await page.getByText(new RegExp(`^${before + 1} boards? moves? then`)).waitFor();
    expect(await person.faults()).toEqual([]);
  });
});

/** 561000 -> 5,61,000 */
function grouped(amount: number): string {
  return amount.toLocaleString('en-IN');
}
