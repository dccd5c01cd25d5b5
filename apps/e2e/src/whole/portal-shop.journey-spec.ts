/** @first */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { OwnAdvertisement, PriceSnapshot, ShopDashboard } from '@sarafa/contracts';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { mediaFile, type SignedInCaller, signIn, until } from '@sarafa/testing';
import { newShop, Person, portal, refused, SHOP_PASSWORD, TABLET, PHONE } from '../shared/portal-person.js';

const site = portal({ withFiles: true });

/** One shop and its dashboard on a phone for all journeys, each of which leaves it open. */
let shop: ShopDashboard;
let keeper: SignedInCaller;
let person: Person;
let page: Page;

beforeAll(async () => {
  shop = await newShop(site.admin, 'Shri Mahalaxmi Navkar Jewellers and Sons of Zaveri Bazaar');
  keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  person = await Person.at(site, PHONE, keeper);
  ({ page } = person);
  await person.opens(`/user-dashboard/${shop.id}`);
});
afterEach(() => {
  person.complaints.length = 0;
});
afterAll(() => person.leaves());

/** Either state will do, because the feed moves only when a journey moves it. */
const LIVE = /^(Live on your board|Delayed)$/;

/** The least space between the name and what is around it. */
const AIR_PX = 8;

const sell = async (id: string) => ((await site.w.json(`/prices/user/${id}`)) as unknown as PriceSnapshot).gold_24k.sell!;

/** The size in the head of a PNG. */
function sizeOfPng(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The paper that comes of a button, and whether the document with its lines is all that is on it. */
async function printed(page: Page, button: string) {
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: button }).click();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  await page.emulateMedia({ media: 'print' });
  const text = await page.evaluate(() => document.body.innerText);
  // Firefox prints an empty page for it.
  const beneath = await page.evaluate(() => document.body.scrollHeight - document.querySelector('.printed')!.scrollHeight);
  await page.emulateMedia({ media: null });
  return {
    pages: boxes.length,
    mm: boxes[0]!.slice(1).map((points) => Math.round((Number(points) / 72) * 25.4)),
    beneath,
    isAlone: /Metal\s+10\.000 g × ₹/.test(text) && !/Dashboard|Gross weight|Print/.test(text),
  };
}

it('with the longest name has all of its figures and its name in their places', async () => {
  for (const size of [{ width: 844, height: 390 }, page.viewportSize()!]) {
    await page.setViewportSize(size);
    await page.locator('.now').waitFor();
    const [name, line] = await Promise.all([page.locator('h1').boundingBox(), page.locator('.now__st').boundingBox()]);
    expect(name!.y).toBeGreaterThanOrEqual(AIR_PX);
    expect(line!.y).toBeGreaterThanOrEqual(name!.y + name!.height + AIR_PX);
    const cut = "[...document.querySelectorAll('.now > div')].filter((cell) => cell.scrollWidth > cell.clientWidth).length";
    expect(await page.evaluate(cut)).toBe(0);
  }
});

it('has no message over the button of the row that it concerns', async () => {
  await site.admin.call('post', '/admin/custom-tables', { title: 'Bar', userId: shop.id, price: 100 });
  await page.reload();
  await page.route('**/custom-tables/*/price', (route) => route.abort());
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const price of ['101', '102', '103']) {
    await page.getByRole('textbox', { name: 'Price of Bar' }).fill(price);
    await save.click();
    await person.isNotified('Error updating price. Please try again.');
  }
  // Long before the first message would have disappeared by itself.
  await until(async () => (await page.locator('.notice').count()) === 1, 2_000);
  // At one moment: the message of the last answer may be about to come, and to take the place of the one before.
  const boxes = () =>
    page.evaluate(() => {
      const message = document.querySelector('.notice')?.getBoundingClientRect();
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save')!;
      return message && { message: message.toJSON() as DOMRect, button: button.getBoundingClientRect().toJSON() as DOMRect };
    });
  const { message, button } = await until(boxes);
  const isBeside = message.bottom <= button.top || button.bottom <= message.top;
  expect(isBeside).toBe(true);
  // What is typed would be there again after the next journey's reload.
  await page.getByRole('textbox', { name: 'Price of Bar' }).fill('100');
  await page.unrouteAll();
});

it('sets its margins and its own prices, which its open board shows', async () => {
  await site.admin.call('post', '/admin/custom-tables', { title: 'Gold Coin 24K (8g)', userId: shop.id, price: 126_257 });
  await page.reload();
  const board = await person.opensBoard(shop.id);
  await board.getByText('Gold Coin 24K (8g)').waitFor();
  await page.getByText(LIVE).waitFor();

  const before = await sell(shop.id);
  await page.getByRole('textbox', { name: /^Gold/ }).fill('2.5');
  await person.press('Save margins');
  await person.isNotified('Margin settings updated successfully!');
  const after = await sell(shop.id);
  expect(after).toBeGreaterThan(before);
  await board.getByRole('img', { name: `₹${after.toLocaleString('en-IN')}` }).waitFor();
  // The rates at the top of the dashboard are those that customers see.
  await page.getByRole('region', { name: 'Rates on your board' }).getByText(after.toLocaleString('en-IN')).waitFor();

  await page.getByRole('textbox', { name: 'Price of Gold Coin 24K (8g)' }).fill('127000.5');
  await page.keyboard.press('Enter');
  await person.isNotified('Price updated successfully!');
  await board.getByRole('img', { name: /1,27,000\.50/ }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
  await board.context().close();
  expect(await person.faults()).toEqual([]);
});

it('works out what a ring comes to, at the price of its board', async () => {
  await page.getByRole('link', { name: 'Estimate' }).click();
  await page.getByLabel('Gross weight (g)').waitFor();
  await page.keyboard.type('10');
  const price = await sell(shop.id);
  await page.getByText(`10.000 g × ₹${price.toLocaleString('en-IN')} / 10 g`).waitFor();
  // With ₹45 for the hallmark and 3 % tax, 24K gold being the first row.
  const toPay = Math.round((price + 45) * 1.03);
  await page
    .locator('.estimate__pay')
    .getByText(`₹${toPay.toLocaleString('en-IN')}`)
    .waitFor();
  expect(await person.faults()).toEqual([]);

  await page.getByLabel('Customer’s name (optional)').fill('Lakshmi');
  await page.reload();
  await person.press('Make estimate');
  const paper = page.getByRole('dialog').getByRole('article');
  await paper.getByText(/^Rupees one lakh /).waitFor();
  expect(await person.faults()).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: /^Lakshmi/ }).click();
  await paper.getByText('Estimate, not an invoice.').waitFor();
  // This Chromium has no sheet that shares files.
  const saved = page.waitForEvent('download');
  await person.press('Save picture');
  const picture = await saved;
  expect(picture.suggestedFilename()).toMatch(/^E-\d{6}-[A-Z\d]{3}-001\.png$/);
  const { width, height } = sizeOfPng(await readFile(await picture.path()));
  expect([width, height > width]).toEqual([1080, true]);
  expect(await printed(page, 'Print A5')).toEqual({ pages: 1, mm: [148, 210], beneath: 0, isAlone: true });
  const roll = await printed(page, 'Print 80 mm');
  expect(roll).toEqual({ pages: 1, mm: [80, expect.any(Number)], beneath: 0, isAlone: true });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: shop.shop_name }).waitFor();
});

it('finds its dashboard in order on a tablet', async () => {
  const other = await Person.at(site, TABLET, keeper);
  await other.opens(`/user-dashboard/${shop.id}`);
  await other.page.getByText('No advertisements uploaded yet.').waitFor();
  await other.page.getByText(LIVE).waitFor();
  expect(await other.faults()).toEqual([]);
  await other.press('Upload Your First Ad');
  await other.page.getByRole('dialog').waitFor();
  expect(await other.faults()).toEqual([]);
  await other.leaves();
});

it('uploads an image and a video, is refused what is neither, and deletes one', async () => {
  await person.press('Upload Your First Ad');
  const dialog = page.getByRole('dialog', { name: 'Manage Advertisements' });
  const files = dialog.locator('input[type=file]');
  await files.setInputFiles([
    { name: 'offer.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: 'bridal.jpg', mimeType: 'image/jpeg', buffer: mediaFile('picture.jpg') },
    { name: 'dhanteras.mp4', mimeType: 'video/mp4', buffer: mediaFile('h264.mp4') },
  ]);
  await dialog.getByText('File offer.svg is not a valid image or video file.').waitFor();
  expect(await person.faults()).toEqual([]);
  await person.press('Upload 2 File(s)');
  await person.isNotified('Successfully uploaded 2 advertisement(s)!');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Your Advertisements (2/5)' }).waitFor();
  await page.getByText('0:02', { exact: true }).waitFor();
  const own = async () => (await keeper.call('get', '/advertisements/user/me')).body as OwnAdvertisement[];
  expect((await own()).map(({ file_name, file_type }) => [file_name, file_type])).toEqual([
    ['bridal.jpg', 'image'],
    ['dhanteras.mp4', 'video'],
  ]);
  await page.waitForFunction("[...document.querySelectorAll('.adcard img')].every((image) => image.naturalWidth > 0)");
  await page.getByText('Downloading Media Files...').waitFor({ state: 'detached' });
  expect(await person.faults()).toEqual([]);

  // A picture by its name and a page by its bytes: the server refuses what the browser can't know.
  await person.press('+ Upload New');
  await files.setInputFiles({
    name: 'page.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<!doctype html><title>no</title>'),
  });
  await person.press('Upload 1 File(s)');
  await person.isNotified('Error uploading advertisements. Please try again.');
  await dialog.getByText('File page.jpg is not a valid image or video file.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await person.press('Delete bridal.jpg');
  await person.answers('Are you sure you want to delete this advertisement?', 'Delete advertisement');
  await person.isNotified('Advertisement deleted successfully!');
  await page.getByRole('heading', { name: 'Your Advertisements (1/5)' }).waitFor();
  await until(async () => ((await site.w.json(`/advertisements/public/${shop.id}`)) as unknown as unknown[]).length === 1);
});

it('sets how ads show, how they sound, and for how long', async () => {
  const saved = async () => (await site.w.json(`/user/dashboard/${shop.id}`)) as unknown as ShopDashboard;
  const turn = (name: RegExp) =>
    page.getByRole('switch', { name }).locator('xpath=ancestor::*[contains(@class,"Switch-root")]').click();
  await turn(/^Ads are currently ON/);
  await person.isNotified('Ads setting updated successfully!');
  await turn(/^Sound Settings/);
  await person.isNotified('Sound ON successfully!');
  await turn(/^Rates over ads/);
  await person.isNotified('Ads fill the whole screen');
  await page.getByLabel('Price Display Duration').fill('9');
  await page.getByText('Price Display Duration must be 10 to 600 whole seconds').waitFor();
  expect(await person.faults()).toEqual([]);
  await page.getByLabel('Price Display Duration').fill('90');
  await page.getByLabel('Advertisement Duration').fill('12');
  await person.press('Save display times');
  await person.isNotified('Display times updated successfully!');
  expect(await saved()).toMatchObject({
    ads_enabled: false,
    default_mute_state: false,
    rates_over_ads: false,
    price_display_time: 90,
    ad_display_time: 12,
  });
  expect(await person.faults()).toEqual([]);
});

it('changes its own password, which ends its other sessions, and then all of them', async () => {
  const elsewhere = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  const isGood = async ({ token }: { token: string }) =>
    (await site.w.get('/auth/me', { headers: { authorization: `Bearer ${token}` } })).status === 200;
  await person.press('Your account');
  const dialog = page.getByRole('dialog', { name: 'Your account' });
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByLabel('New password').fill('silver and gold');
  await person.press('Change password');
  await dialog.getByText('Incorrect password').waitFor();
  expect(await person.faults(refused(400, '/api/auth/password'))).toEqual([]);
  expect(await isGood(elsewhere)).toBe(true);
  await dialog.getByLabel('Current password').fill(SHOP_PASSWORD);
  await person.press('Change password');
  await person.isNotified('Password changed. Everywhere else you are signed out.');
  await dialog.waitFor({ state: 'detached' });
  await until(async () => !(await isGood(elsewhere)) && !(await isGood(keeper)));
  // Typing continues on this device.
  await page.getByRole('textbox', { name: /^Silver/ }).fill('1.5');
  await person.press('Save margins');
  await person.isNotified('Margin settings updated successfully!');
  const later = await signIn(site.w.product.url, shop.username, 'silver and gold');
  await person.press('Your account');
  await person.press('Sign out everywhere');
  await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
  await until(async () => !(await isGood(later)));
  expect(await person.faults(refused(400, '/api/auth/password'))).toEqual([]);
});
