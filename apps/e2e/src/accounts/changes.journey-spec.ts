/// <reference lib="dom" />
import { afterEach, describe, expect, it } from '@jest/globals';
import { signIn } from '@sarafa/testing';
import { newShop, Person, portal, SHOP_PASSWORD as PASSWORD } from '../shared/portal-person.js';
import { picture } from '../shared/picture.js';

const site = portal();

describe('the log of changes', () => {
  let person: Person;
  afterEach(() => person.leaves());

  it('is read by admins, of all shops and of one', async () => {
    const shop = await newShop(site.admin, 'Changes');
    await site.admin.call('put', `/user/update/${shop.id}`, { gold_margin: 2.5, city: 'Pune' });
    for (const width of [390, 1440] as const) {
      person = await Person.at(site, width, site.admin);
      await person.opens('/admin/changes');
      await person.page.getByText('changed the shop Changes').first().waitFor();
      await person.page.getByText('Gold, margin: 0 → 2.5').waitFor();
      await picture(person.page, `changes-${width}`, true);
      await person.opens(`/admin/changes?userId=${shop.id}`);
      await person.page.getByText('made the shop Changes').waitFor();
      expect(await person.faults()).toEqual([]);
      if (width === 390) await person.leaves();
    }
  });

  it('has for a shop what concerns it alone', async () => {
    const [shop] = [await newShop(site.admin, 'Own changes'), await newShop(site.admin, 'Of another')];
    const owner = await signIn(site.w.product.url, shop.username, PASSWORD);
    await owner.call('put', '/user/display-times', { ad_display_time: 45 });
    person = await Person.at(site, 390, owner);
    await person.opens(`/user-dashboard/${shop.id}`);
    await person.page.getByRole('heading', { name: 'Changes to your shop' }).scrollIntoViewIfNeeded();
    const part = person.page.getByRole('list', { name: 'Changes to your shop' });
    await part.getByText('Advertisement duration, in seconds: 30 → 45').waitFor();
    await part.getByText('made the shop Own changes').waitFor();
    expect(await part.getByText('Of another').count()).toBe(0);
    await part.scrollIntoViewIfNeeded();
    await picture(person.page, 'changes-shop-390', true);
    expect(await person.faults()).toEqual([]);
  });
});
