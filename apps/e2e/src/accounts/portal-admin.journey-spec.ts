/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { newShop, Person, portal, refused, SHOP_PASSWORD as PASSWORD, PHONE } from '../shared/portal-person.js';
import { ADMIN } from '../shared/harness.js';

const site = portal({ withFiles: true });
let folder: string;
let logo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarafa-portal-'));
  logo = join(folder, 'lotus.png');
  await writeFile(
    logo,
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#8c3443' } })
      .png()
      .toBuffer(),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function shopOf(id: string): Promise<ShopDashboard> {
  return (await site.w.json(`/user/dashboard/${id}`)) as unknown as ShopDashboard;
}

describe('on a phone, an admin', () => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.at(site, PHONE, site.admin);
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.opens('/admin');
  });
  afterEach(() => person.leaves());

  it('sees the source, the shops in numbers, and both panels', async () => {
    const shop = await newShop(site.admin, 'Overview');
    const { page } = person;
    await page.reload();
    const strip = page.getByRole('region', { name: 'At a glance' });
    // Either state will do, because the feed moves only when a journey moves it.
    await strip.getByText(/^(Live|Delayed)$/).waitFor();
    await strip.getByRole('button', { name: /^Shops\s*\d+$/ }).waitFor();
    await page.getByRole('heading', { name: 'Users management' }).waitFor();
    await page.getByRole('heading', { name: 'Admins', exact: true }).waitFor();
    await person.find(shop.shop_name);
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await person.faults()).toEqual([]);
  });

  it('reaches every page of the menu', async () => {
    const { page } = person;
    for (const [link, heading] of [
      ['Create Admin', 'Create admin'],
      ['Create User', 'Create user'],
      ['Manage Prices', 'Price Management Settings'],
      ['Custom Tables', 'Custom Tables Management'],
      ['Import Duty', 'Import Duty'],
      ['Maintenance', 'Maintenance Mode'],
      ['Dashboard', 'Dashboard'],
    ] as const) {
      await person.press('Open menu');
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(await page.locator('html.is-locked').count()).toBe(0);
    }
    expect(await person.faults()).toEqual([]);
  });

  it('may work in the dark', async () => {
    const { page } = person;
    await person.press('Use the dark scheme');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(await person.faults()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Use the light scheme' }).waitFor();
    await page.goto('/admin/create-admin');
    await person.press('Create');
    await page.getByText('Username is required').waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it('makes a shop with its logo by the keyboard alone', async () => {
    const { page } = person;
    const name = 'Keyboard';
    await page.goto('/admin/create-user');
    await page.getByRole('heading', { level: 1, name: 'Create user' }).waitFor();
    await tabTo(person, 'Choose logo');
    const chosen = page.waitForEvent('filechooser');
    // After a round trip the browser reports dialogs instead of showing them.
    await page.evaluate('0');
    await page.keyboard.press('Enter');
    await (await chosen).setFiles(logo);
    await page.getByText('lotus.png').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('Password must have at least 8 characters').waitFor();
    expect(await person.faults()).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await person.isNotified('User created successfully');
    expect(person.path()).toBe('/admin');
    await person.find(name);
    const { body } = await site.admin.call('get', '/user/list');
    const made = (body as ShopDashboard[]).find((shop) => shop.shop_name === name);
    expect((await site.w.get(made!.logo_url)).status).toBe(200);
    expect(await person.faults()).toEqual([]);
  });

  it('is told that a username is taken, under its field', async () => {
    const shop = await newShop(site.admin, 'Taken');
    const { page } = person;
    await page.goto('/admin/create-user');
    await page.getByLabel('Username').fill(shop.username.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await person.press('Create');
    await person.isNotified('Error creating or updating user');
    await page.locator('form').getByText('This username is taken').waitFor();
    expect(await person.faults(refused(409))).toEqual([]);
  });

  it('ends a subscription and renews it, each after a question', async () => {
    const shop = await newShop(site.admin, 'Subscribed');
    const { page } = person;
    await page.reload();
    await person.find(shop.shop_name);
    await person.press(`Deactivate subscription, ${shop.shop_name}`);
    expect(await person.faults()).toEqual([]);
    await person.answers(`Are you sure you want to deactivate the subscription for ${shop.username}?`, 'Deactivate');
    await person.isNotified('Subscription deactivated successfully');
    await page
      .getByText(/^Expired/)
      .last()
      .waitFor();
    expect((await site.w.get(`/prices/user/${shop.id}`)).status).toBe(403);
    await person.press(`Activate subscription, ${shop.shop_name}`);
    await person.answers(`Are you sure you want to activate the subscription for ${shop.username}?`, 'Activate');
    await person.isNotified('Subscription activated successfully');
    expect((await shopOf(shop.id)).isSubscriptionValid).toBe(true);
    expect(await person.faults()).toEqual([]);
  });

  it('copies both links, and is told when that fails', async () => {
    const shop = await newShop(site.admin, 'Copied');
    const { page } = person;
    await page.reload();
    await person.find(shop.shop_name);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await person.press(`Copy Public Link, ${shop.shop_name}`);
    await person.isNotified('Public view link copied to clipboard!');
    expect(await copied()).toBe(`${site.w.product.url}/public-view/${shop.id}`);
    await person.press('Copy User Login Page Link');
    await person.isNotified('Login Page Link copied to clipboard!');
    expect(await copied()).toBe(`${site.w.product.url}/login`);
    expect(await person.faults()).toEqual([]);

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    });
    await person.press(`Copy Public Link, ${shop.shop_name}`);
    await person.isNotified('Failed to copy link. Please copy manually from the browser address bar.');
    await person.press('Copy User Login Page Link');
    await page.locator('.notice').getByText('Failed to copy link.', { exact: true }).waitFor();
  });

  it('deletes a shop after a question, and its board is gone', async () => {
    const shop = await newShop(site.admin, 'Deleted');
    const { page } = person;
    await page.reload();
    await person.find(shop.shop_name);
    await person.press(`Delete ${shop.shop_name}`);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect((await site.w.get(`/user/dashboard/${shop.id}`)).status).toBe(200);
    await person.press(`Delete ${shop.shop_name}`);
    await person.answers('Are you sure you want to delete this user?', 'Delete user');
    await person.isNotified('User deleted successfully');
    await page.getByText('No shop matches.').waitFor();
    await until(async () => (await site.w.get(`/user/dashboard/${shop.id}`)).status === 404);
    expect(await person.faults()).toEqual([]);
  });

  it('makes, changes and deletes an admin, and not themselves', async () => {
    const { page } = person;
    const name = 'support';
    await page.getByRole('link', { name: 'Create admin' }).last().click();
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await person.isNotified('Admin created successfully');
    await page.getByRole('link', { name: `Edit, ${name}` }).click();
    await page.getByLabel('New password').fill('another password');
    await person.press('Update');
    await person.isNotified('Admin updated successfully');
    expect((await site.w.get('/auth/login', login(name, 'another password'))).status).toBe(200);

    await page.getByRole('button', { name: `Delete ${ADMIN.username}` }).focus();
    await page.keyboard.press('Enter');
    await person.isNotified('You can’t delete yourself');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await person.press(`Delete ${name}`);
    await person.answers('Are you sure you want to delete this admin?', 'Delete admin');
    await person.isNotified('Admin deleted successfully');
    await page.getByRole('link', { name: `Edit, ${name}` }).waitFor({ state: 'detached' });
    expect(await person.faults()).toEqual([]);
  });
});

function login(username: string, password: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  };
}

/**
 * Presses Tab until the control of that name has the focus, because a control that can't be reached this way can't be used
 * without a mouse.
 */
async function tabTo({ page }: Person, name: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  throw new Error(`${name} can't be reached by the keyboard`);
}
