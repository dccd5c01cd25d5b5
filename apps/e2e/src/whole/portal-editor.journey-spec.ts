/** @first */
/// <reference lib="dom" />
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newShop, Person, portal, PHONE } from '../shared/portal-person.js';

const site = portal();

const shopOf = (id: string) => site.w.json(`/user/dashboard/${id}`);

describe('in the editor on a phone, an admin', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE, site.admin);
    await person.opens('/admin');
  });
  afterEach(() => person.leaves());
  /** Of a new shop, whose board is open on another screen. */
  const openEditor = async (name: string) => {
    const shop = await newShop(site.admin, name);
    const board = await person.opensBoard(shop.id);
    const { page } = person;
    await page.reload();
    await person.find(shop.shop_name);
    await person.press(`Edit & Settings, ${shop.shop_name}`);
    return { shop, board, page, dialog: page.getByRole('dialog') };
  };

  it('changes a shop’s settings, which its open board shows', async () => {
    const { shop, board, page, dialog } = await openEditor('Edited');
    await dialog.waitFor();
    expect(await person.faults()).toEqual([]);
    await dialog.getByLabel('Shop name').fill('Renamed');
    await dialog.getByRole('tab', { name: 'Settings' }).click();
    await dialog.getByRole('button', { name: 'Price types' }).click();
    await dialog.getByLabel('18K gold').uncheck();
    expect(await person.faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.locator('label', { hasText: 'Vertical' }).click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await person.isNotified('User profile and settings updated successfully!');
    await dialog.waitFor({ state: 'detached' });
    await board.waitForSelector('.cell--18', { state: 'detached' });
    await board.getByRole('heading', { name: 'Renamed' }).waitFor();
    const saved = await shopOf(shop.id);
    expect(saved).toMatchObject({ gold_18k_enabled: false, layout_orientation: 'vertical', shop_name: 'Renamed' });
    await page.getByText('Renamed', { exact: true }).or(page.getByText('No shop matches.')).first().waitFor();
  });

  it('says whose city its rates are, and what the provider adds to them', async () => {
    const { shop, board, page, dialog } = await openEditor('City');
    const sell = async () => (await site.w.json(`/prices/user/${shop.id}`))['gold_24k'] as { sell: number };
    const before = (await sell()).sell;
    await board.getByText('Mumbai').first().waitFor();
    await dialog.getByLabel('City').fill('Pune');
    await dialog.getByRole('tab', { name: 'Settings' }).click();
    await dialog.getByLabel('Sell margin').fill('51');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('Sell margin must be at most 50').waitFor();
    expect(await person.faults()).toEqual([]);
    await dialog.getByLabel('Sell margin').fill('2.5');
    await dialog.getByLabel('Buy margin').fill('4');
    await dialog.locator('label', { hasText: 'Rates over ads' }).click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await person.isNotified('User profile and settings updated successfully!');
    await board.getByText('Pune').first().waitFor();
    expect(await shopOf(shop.id)).toMatchObject({ city: 'Pune', sell_margin: 2.5, buy_margin: 4, rates_over_ads: false });
    const after = (await sell()).sell;
    expect(after).toBeGreaterThan(before);
    await board.getByRole('img', { name: `₹${after.toLocaleString('en-IN')}` }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await person.faults()).toEqual([]);
  });

  it('gives a shop a row of its own, which its board shows, and takes it away', async () => {
    const { board, page, dialog } = await openEditor('Tables');
    await dialog.getByRole('tab', { name: 'Tables' }).click();
    await dialog.getByText('No custom tables yet.').waitFor();
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await dialog.getByText('Please fill in both title and price').waitFor();
    await dialog.getByLabel('Title').fill('Gold Coin 24K (8g)');
    await dialog.getByLabel('Price', { exact: true }).fill('126257.5');
    await page.keyboard.press('Enter');
    await person.isNotified('Custom table created successfully!');
    await board.getByText('Gold Coin 24K (8g)').waitFor();
    await dialog.getByText('₹1,26,257.50').waitFor();
    expect(await person.faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete Gold Coin 24K (8g)' }).click();
    await person.answers('Are you sure you want to delete this custom table?', 'Delete table');
    await person.isNotified('Custom table deleted successfully!');
    await board.getByText('Gold Coin 24K (8g)').waitFor({ state: 'detached' });
    await dialog.getByText('No custom tables yet.').waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it('closes the editor by cancel, beside it, by its button and by Escape, and nothing is saved', async () => {
    const shop = await newShop(site.admin, 'Closed');
    const { page } = person;
    await page.reload();
    await person.find(shop.shop_name);
    const opener = page.getByRole('button', { name: `Edit & Settings, ${shop.shop_name}` });
    const dialog = page.getByRole('dialog');
    for (const close of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.mouse.click(PHONE / 2, 6),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await opener.click();
      await dialog.getByLabel('Shop name').fill('Never saved');
      expect(await page.locator('html.is-locked').count()).toBe(1);
      await close();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.locator('html.is-locked').count()).toBe(0);
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    }
    expect((await shopOf(shop.id))['shop_name']).toBe(shop.shop_name);
    expect(await person.faults()).toEqual([]);
  });
});
