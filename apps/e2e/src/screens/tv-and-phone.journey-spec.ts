/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { limits, type Screen } from '@sarafa/contracts';
import { type SignedInCaller, until } from '@sarafa/testing';
import type { Browser, Page } from 'puppeteer-core';
import { picture } from '../shared/picture.js';
import { AlarmReceiver } from '../shared/alarm-receiver.js';
import { launchChromium79, onOldTv } from '../shared/chromium-79.js';
import { Person, portal } from '../shared/portal-person.js';

/** The whole product, a real Chromium 79 on the wall, and a phone behind the counter. */
onOldTv('a TV and a phone', () => {
  const opened = portal({ env: { ALARM_AFTER_MS: '3000' } });
  let webhook: AlarmReceiver;
  let shop: SignedInCaller;
  let browser: Browser;
  let tv: Page;
  let phone: Person;
  const complaints: string[] = [];

  beforeAll(async () => {
    webhook = await AlarmReceiver.start();
    shop = await opened.w.shop('laxmi');
    browser = await launchChromium79();
    tv = await browser.newPage();
    tv.on('console', (message) => complaints.push(message.text()));
    tv.on('pageerror', (error) => complaints.push(String(error)));
    phone = await Person.at(opened, 390, shop);
    await phone.page.clock.install();
  });
  afterAll(async () => {
    await browser.close();
    webhook.close();
  });

  const screens = async () => (await shop.call('get', '/screens/me')).body as Screen[];
  const code = () => tv.$eval('.pair__code', ({ textContent }) => textContent!.replace(/\s/g, ''));
  const count = (selector: string) => tv.$$eval(selector, (found) => found.length);
  /** What the phone says of its only screen. */
  const says = (text: string) => phone.page.locator('.screen', { hasText: text }).first().waitFor();
  /** Which the phone sees when it asks again. */
  const plays = async () => {
    await until(async () => (await screens())[0]?.state === 'playing');
    await phone.page.clock.fastForward(limits.statusPollMs);
    await says('Playing');
  };
  const pairs = async (name: string) => {
    await tv.waitForSelector('.pair__code');
    const shown = await until(async () => /^[A-Z2-9]{6}$/.test(await code()) && (await code()));
    await phone.opens(`/screens/claim?code=${shown}`);
    await phone.page.getByLabel('Name of the screen').fill(name);
    await phone.press('Add screen');
    await phone.page.getByRole('heading', { name: `${name} is added` }).waitFor();
    await tv.waitForSelector('.cell', { timeout: 10_000 });
    await phone.page.getByRole('link', { name: 'To the screens' }).click();
  };

  it('come from a code to a live board without a keyboard at the TV, and the phone sees that it plays', async () => {
    await tv.goto(`${opened.w.product.url}/tv`);
    await pairs('Front window');
    await says('Front window');
    await plays();
    const [screen] = (await screens()) as [Screen];
    const { lastUpdated, state } = (await opened.w.json(`/prices/user/${shop.userId}`)) as {
      lastUpdated: string;
      state: string;
    };
    expect(screen).toMatchObject({
      state: 'playing',
      shown: { at: lastUpdated, state },
      viewport: { width: 1920, height: 1080 },
    });
    await picture(phone.page, 'tv-and-phone-playing');
    expect(await phone.faults()).toEqual([]);
  });

  it('show who is who, and what is set stands at once', async () => {
    await phone.page.getByRole('button', { name: 'Identify, Front window' }).click();
    await tv.waitForSelector('.named', { timeout: 2_000 });
    await picture(tv, 'tv-and-phone-named');
    const [screen] = (await screens()) as [Screen];
    await shop.call('put', `/screens/${screen.id}`, { layout_orientation: 'vertical' });
    await tv.waitForSelector('.board--vertical', { timeout: 1_000 });
    await shop.call('put', `/screens/${screen.id}`, { layout_orientation: null });
    await until(async () => (await count('.board--vertical')) === 0, 1_000, 20);
  });

  it('find each other again after a reload', async () => {
    const answer = phone.page.getByText('Reload: done');
    const opened = () => tv.evaluate(() => performance.timeOrigin);
    const before = await opened();
    await phone.page.getByRole('button', { name: 'Manage, Front window' }).click();
    await phone.page.getByRole('button', { name: 'Reload, Front window' }).click();
    await answer.waitFor();
    await phone.page.keyboard.press('Escape');
    // While the page changes, nothing can be asked of it.
    await until(async () => (await opened().catch(() => before)) > before, 15_000);
    await tv.waitForSelector('.cell', { timeout: 15_000 });
    expect(await screens()).toHaveLength(1);
  });

  it('go black and bright again with the off-hours', async () => {
    const minute = (ms: number) => new Date(Date.now() + 330 * 60_000 + ms).toISOString().slice(11, 16);
    const path = `/user/profile-settings/${shop.userId}`;
    await shop.call('put', path, { off_hours: { from: minute(-3_600_000), to: minute(3_600_000) } });
    await tv.waitForSelector('.off', { timeout: 5_000 });
    expect(await count('.cell')).toBe(0);
    await shop.call('put', path, { off_hours: null });
    await tv.waitForSelector('.cell', { timeout: 5_000 });
  });

  it('part when the phone removes the screen: the TV is back at its code within five seconds, and can be paired again', async () => {
    await phone.page.getByRole('button', { name: 'Manage, Front window' }).click();
    await phone.page.getByRole('button', { name: 'Remove screen', exact: true }).click();
    const removed = phone.page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await phone.answers('Are you sure you want to remove this screen?', 'Remove screen');
    await removed;
    const startedAt = Date.now();
    await tv.waitForSelector('.pair__code', { timeout: 8_000 });
    expect(Date.now() - startedAt).toBeLessThan(6_000);
    expect(await screens()).toEqual([]);
    await pairs('Back room');
    await plays();
  });

  it('part when the shop is deleted', async () => {
    // A phone goes on asking, and is told that its account is gone.
    await phone.page.close();
    await opened.admin.call('delete', `/user/delete/${shop.userId}`);
    await tv.waitForSelector('.pair__code', { timeout: 15_000 });
  });

  it('have said nothing on their consoles', () => {
    expect([complaints.filter((text) => !/Failed to load resource/.test(text)), phone.complaints]).toEqual([[], []]);
  });
});
