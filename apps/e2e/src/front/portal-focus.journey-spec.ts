/// <reference lib="dom" />
import { afterEach, describe, expect, it } from '@jest/globals';
import { signIn, until } from '@sarafa/testing';
import { newShop, Person, portal, SHOP_PASSWORD } from '../shared/portal-person.js';

const site = portal();
const LONG_NAME =
  'Mahalaxmi Hallmarked Gold And Silver Jewellers And Sons Private Limited Of Zaveri Bazaar In Mumbai Maharashtra India';
const LONG_TITLE = 'Gold-chain/22K-hallmarked_making+GST(incl.)@wholesale-price-';

let person: Person;
afterEach(() => person.leaves());

/** The focused element: its name or its text. */
const focused = () =>
  person.page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
const holds = (role: 'switch' | 'button', name: RegExp | string) =>
  person.page.getByRole(role, { name }).evaluate((control) => control === document.activeElement);

async function atOwnDashboard(name: string) {
  const shop = await newShop(site.admin, name);
  const keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  person = await Person.at(site, 1440, keeper);
  return { shop, keeper, open: () => person.opens(`/user-dashboard/${shop.id}`) };
}

describe('whoever uses the keyboard', () => {
  it('goes on where they were when a change of their shop is saved', async () => {
    const { shop, open } = await atOwnDashboard('Keyboard');
    await site.admin.call('post', '/admin/custom-tables', { title: 'Gold Coin', userId: shop.id, price: 15_432.5 });
    await open();
    const { page } = person;
    await page.getByRole('switch', { name: /^Sound Settings/ }).press('Space');
    await person.isNotified('Sound ON successfully!');
    expect(await holds('switch', /^Sound Settings/)).toBe(true);
    await page.getByLabel('Price Display Duration').fill('90');
    await page.getByRole('button', { name: 'Save display times' }).press('Enter');
    await person.isNotified('Display times updated successfully!');
    expect(await holds('button', 'Save display times')).toBe(true);
    await page.getByLabel('Price of Gold Coin').fill('99999999.99');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.locator('.prow button').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Gold Coin');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByLabel('Price of Gold Coin').evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
    expect(await person.faults()).toEqual([]);
  });

  it('goes on where they were when a change of the site is saved', async () => {
    person = await Person.at(site, 1440, site.admin);
    await person.opens('/admin/maintenance');
    const { page } = person;
    const view = page.getByRole('switch', { name: /^Public view/ });
    await view.press('Space');
    await page.getByText('Off', { exact: true }).waitFor();
    expect(await holds('switch', /^Public view/)).toBe(true);
    await view.press('Space');
    await page.getByText('On', { exact: true }).waitFor();
    await person.opens('/admin/manage-prices');
    await page.getByRole('button', { name: 'Refresh now' }).press('Enter');
    await page.locator('.notice').first().waitFor();
    expect(await holds('button', 'Refresh now')).toBe(true);
  });

  it('sees what has the focus also on the way back up a long page, below the header', async () => {
    person = await Person.at(site, 1440, site.admin, { viewport: { width: 1280, height: 500 } });
    await person.opens('/admin/manage-prices');
    const { page } = person;
    await page.locator('.main button').last().focus();
    const covered: string[] = [];
    let stops = 0;
    const isOnPage = () => page.evaluate(() => document.querySelector('.main')!.contains(document.activeElement));
    for (; await isOnPage(); stops += 1) {
      const isCovered = await page.evaluate(() => {
        const { top } = document.activeElement!.getBoundingClientRect();
        return top < document.querySelector('.top')!.getBoundingClientRect().bottom;
      });
      if (isCovered) covered.push(await focused());
      await page.keyboard.press('Shift+Tab');
    }
    expect(covered).toEqual([]);
    expect(stops).toBeGreaterThan(8);
  });

  it('goes on at the heading of the list when a row is deleted', async () => {
    const shop = await newShop(site.admin, 'Doomed');
    await site.admin.call('post', '/admin/custom-tables', { title: 'Short lived', userId: shop.id, price: 1 });
    person = await Person.at(site, 1440, site.admin);
    await person.opens('/admin/custom-tables');
    const { page } = person;
    await page.getByRole('button', { name: 'Delete Short lived' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete table' }).press('Enter');
    await page.getByText('Short lived', { exact: true }).waitFor({ state: 'detached' });
    await until(async () => (await focused()) === 'Custom Tables Management');
    await person.opens('/admin');
    await person.find('Doomed');
    await page.getByRole('button', { name: 'Delete Doomed' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).press('Enter');
    await person.isNotified('User deleted successfully');
    await until(async () => (await focused()) === 'Users management');
    expect(await person.faults()).toEqual([]);
  });
});

it('a session that was ended elsewhere asks for the password over the page, once, and keeps what was typed', async () => {
  const { keeper, open } = await atOwnDashboard('Ended');
  await open();
  await person.page.waitForLoadState('networkidle');
  await person.page.getByLabel('Price Display Duration').fill('90');
  await keeper.call('post', '/auth/logout-all');
  // Not waited for: where the dashboard's next look at its screens tells of the end first, the dialog covers the button.
  person.press('Save display times').catch(() => undefined);
  const asked = person.page.getByRole('dialog', { name: 'Sign in again' });
  await asked.waitFor();
  expect([await asked.count(), await person.page.getByRole('alert').count()]).toEqual([1, 0]);
  expect(await person.page.getByLabel('Price Display Duration').inputValue()).toBe('90');
});

it('a button that can’t be used looks so under the pointer too', async () => {
  const { open } = await atOwnDashboard('Sunken');
  await open();
  await person.page.getByLabel('Price Display Duration').fill('9');
  const save = person.page.getByRole('button', { name: 'Save display times' });
  const background = () => save.evaluate((button) => getComputedStyle(button).backgroundColor);
  const sunken = await background();
  // Again, because what comes late above the button moves it away from the pointer.
  await until(async () => {
    await save.hover({ force: true });
    return save.evaluate((button) => button.matches(':hover'));
  });
  expect(await background()).toBe(sunken);
  expect(sunken).toBe(
    await person.page
      .getByRole('button', { name: 'Save margins' })
      .evaluate((other) => getComputedStyle(other).backgroundColor),
  );
});

it('no name is so long that the buttons of its row leave the page', async () => {
  const shop = (
    (await site.admin.call('post', '/user/create', {
      username: 'm'.repeat(60),
      password: SHOP_PASSWORD,
      shop_name: LONG_NAME,
    })) as { body: { user: { id: string } } }
  ).body.user;
  await site.admin.call('put', `/user/${shop.id}/subscription`, { active: false });
  for (const title of [LONG_TITLE, 'A'.repeat(120)])
    await site.admin.call('post', '/admin/custom-tables', { title, userId: shop.id, price: 1 });
  person = await Person.at(site, 1440, site.admin);
  const { page } = person;
  const tooWide: string[] = [];
  for (const path of ['/admin', '/admin/custom-tables']) {
    await person.opens(path);
    await page.getByText(LONG_NAME).first().waitFor();
    for (const width of [390, 800, 1024, 1200, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page
        .locator(width < 768 ? '.cards' : '.table-box')
        .first()
        .waitFor();
      await page.locator('.side').waitFor({ state: width < 1024 ? 'detached' : 'visible' });
      const over = await page.evaluate(() => {
        const boxes = [document.documentElement, ...document.querySelectorAll('.table-box, .card')];
        return boxes.filter((box) => box.scrollWidth > box.clientWidth).length;
      });
      if (over > 0) tooWide.push(`${path} at ${width}`);
    }
  }
  expect(tooWide).toEqual([]);
});
