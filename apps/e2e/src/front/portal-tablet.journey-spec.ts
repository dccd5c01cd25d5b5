import { describe, expect, it } from '@jest/globals';
import { newShop, Person, portal, TABLET } from '../shared/portal-person.js';

const site = portal();

describe('on a tablet, an admin', () => {
  it.each([
    ['/admin', 'Dashboard'],
    ['/admin/create-admin', 'Create admin'],
    ['/admin/create-user', 'Create user'],
    ['/admin/manage-prices', 'Price Management Settings'],
    ['/admin/custom-tables', 'Custom Tables Management'],
    ['/admin/import-duty', 'Import Duty'],
    ['/admin/maintenance', 'Maintenance Mode'],
  ])('finds %s in order', async (path, heading) => {
    const person = await Person.at(site, TABLET, site.admin);
    await person.opens(path);
    await person.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await person.page.waitForLoadState('networkidle');
    expect(await person.faults()).toEqual([]);
    await person.leaves();
  });

  it('finds the editor in order', async () => {
    const shop = await newShop(site.admin, 'On a tablet');
    const person = await Person.at(site, TABLET, site.admin);
    await person.opens('/admin');
    await person.find(shop.shop_name);
    await person.press(`Edit & Settings, ${shop.shop_name}`);
    await person.page.getByRole('dialog').getByText('No custom tables yet.').waitFor();
    expect(await person.faults()).toEqual([]);
    await person.leaves();
  });
});
