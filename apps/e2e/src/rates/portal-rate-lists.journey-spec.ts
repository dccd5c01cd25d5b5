import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PriceSnapshot } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { ADMIN } from '../shared/harness.js';
import { newShop, Person, portal, refused, PHONE } from '../shared/portal-person.js';

const site = portal();

describe('on a phone, an admin', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE, site.admin);
    await person.opens('/admin/rate-lists');
  });
  afterEach(() => person.leaves());

  it('makes a rate list, gives it to a shop, sets its rates with a second look, and sees what it was', async () => {
    const { page } = person;
    const name = 'Association';
    const shop = await newShop(site.admin, 'lists');
    const prices = () => site.w.json(`/prices/user/${shop.id}`) as unknown as Promise<PriceSnapshot>;
    expect(await person.faults()).toEqual([]);

    await person.press('Create rate list');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Gold, ₹ per gram').fill('14085.7');
    await page.getByLabel('Silver, ₹ per gram').fill('168.25');
    // A browser says of a time without minutes that there is none.
    await page.getByLabel('Remind at').focus();
    await page.keyboard.type('10');
    expect(await person.faults()).toEqual([]);
    await person.press('Create');
    await page.getByText('Please give a time such as 10:00.').waitFor();
    await page.getByLabel('Remind at').fill('10:00');
    await person.press('Create');
    await person.isNotified('Rate list created successfully!');

    await person.opens('/admin');
    await person.find(shop.shop_name);
    await page
      .getByRole('button', { name: /^Edit & Settings/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Rates from').selectOption(name);
    expect(await person.faults()).toEqual([]);
    await person.press('Save changes');
    await person.isNotified('User profile and settings updated successfully!');
    await until(async () => (await prices()).state === 'listed');
    const board = await person.opensBoard(shop.id);
    await board
      .getByText(new RegExp(`${name} rate, set `))
      .first()
      .waitFor();

    await person.opens('/admin/rate-lists');
    await page.getByText('1 shop', { exact: true }).waitFor();
    await person.press(`Set rates, ${name}`);
    await page.getByLabel('Gold, ₹ per gram').fill('15353.41');
    await person.press('Set these rates');
    await page.getByText(/^Gold: that is 9 % above the rate of /).waitFor();
    expect(await person.faults()).toEqual([]);
    await person.press('Set them all the same');
    await person.isNotified('Rate list updated successfully!');
    // 15,353.41 / 0.999 x 10 g.
    await board.getByText('₹1,53,688').first().waitFor();

    // Purities as the association publishes them, typed one after the other; silver is then worked out from its base rate alone.
    await person.press(`Set rates, ${name}`);
    for (const price of ['15760', '14415', '11920']) {
      await person.press('Add a purity');
      await page.keyboard.type(price);
    }
    await page.getByRole('group', { name: '22K gold' }).getByLabel('Buy, ₹ per gram').fill('13900');
    await person.press('Remove gold base');
    expect(await person.faults()).toEqual([]);
    await person.press('Set these rates');
    await person.isNotified('Rate list updated successfully!');
    for (const figure of ['₹1,57,600', '₹1,44,150', '₹1,19,200']) await board.getByText(figure).first().waitFor();
    await page.getByText('22K ₹14,415 buy ₹13,900').waitFor();
    expect(await person.faults()).toEqual([]);

    // A field that is gone to is typed over, and a standard row without a price says so.
    await person.press(`Set rates, ${name}`);
    const ofKarats = (karats: string) => page.getByRole('group', { name: `${karats} gold` });
    await ofKarats('22K').getByLabel('Sell, ₹ per gram').tap();
    await page.keyboard.type('14500.5');
    await ofKarats('22K').getByText('▲ ₹85.50 (0.6 %)').waitFor();
    await person.press('Remove 18K gold');
    await person.press('Set these rates');
    await board.getByText('₹1,45,005').first().waitFor();
    await board.locator('.cell--18').getByText('No rate').waitFor();
    expect((await prices()).gold_18k).toEqual({ sell: null, buy: null });

    await person.press(`History and shops, ${name}`);
    await page.getByText(`by ${ADMIN.username}`).first().waitFor();
    expect(
      await page
        .getByRole('cell', { name: /24K ₹15,760/ })
        .first()
        .textContent(),
    ).not.toContain('18K');
    await page.getByRole('cell', { name: '₹14,085.70 999 fine' }).waitFor();
    expect(await person.faults()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await person.press(`Delete ${name}`);
    await person.answers('Are you sure you want to delete this rate list?', 'Delete list');
    await page.getByText('1 shop uses this rate list').waitFor();
    // The browser itself says that a request was refused.
    expect(await person.faults(refused(409))).toEqual([]);
    await site.admin.call('put', `/user/update/${shop.id}`, { rate_list_id: null });
    await page.reload();
    await person.press(`Delete ${name}`);
    await person.answers('Are you sure you want to delete this rate list?', 'Delete list');
    await person.isNotified('Rate list deleted successfully!');
  });
});
