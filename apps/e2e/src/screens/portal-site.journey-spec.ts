import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { ADMIN } from '../shared/harness.js';
import { newShop, Person, portal, refused, PHONE } from '../shared/portal-person.js';

const site = portal();

describe('on a phone, an admin', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE, site.admin);
  });
  afterEach(() => person.leaves());

  it('turns maintenance on, and off with the password alone', async () => {
    const shop = await newShop(site.admin, 'Kept');
    const { page } = person;
    await person.opens('/admin/maintenance');
    await page.getByRole('heading', { level: 1, name: 'Maintenance Mode' }).waitFor();
    const board = await person.opensBoard(shop.id);
    const toggle = page.getByRole('switch', { name: /Site Status:/ });
    const turn = (one: Locator) => page.locator('label', { has: one }).or(one).first().click({ force: true });
    expect(await person.faults()).toEqual([]);
    await turn(toggle);
    await person.isNotified('The site is under maintenance now');
    await page.getByRole('switch', { name: /Site Status: Under Maintenance/, checked: true }).waitFor();
    await board.getByText('Under Maintenance').first().waitFor();
    await turn(toggle);
    const dialog = page.getByRole('dialog', { name: 'Confirm Password' });
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('Incorrect password').waitFor();
    expect(await person.faults(refused(401, '/auth/login'))).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await person.isNotified('The site is active now');
    await board.waitForSelector('.cell--24');
    await board.getByText('Under Maintenance').first().waitFor({ state: 'hidden' });
    // The session that confirmed the password stays signed in.
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Users management' }).waitFor();
  });
});
