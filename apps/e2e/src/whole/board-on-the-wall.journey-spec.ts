/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { groupRupees, landedPrices, NO_MARGINS, rateBook } from '@sarafa/domain';
import { launchChromium, type RunningApp, TestHarness, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { barriers } from '../shared/barriers.js';

/** Rates are live again within this time after the product's return. */
const BACK_WITHIN_MS = 10_000;
const GOLD = '351234.56';
const SILVER = '4321.12';

const w = new TestHarness();
let product: RunningApp;
let page: Page;
const complaints: string[] = [];

const expected = () => {
  const metal = (price: string) => ({ price, at: '', source: '', dutyIncluded: false });
  const quote = { seq: 1, gold: metal(GOLD), silver: metal(SILVER), sample: false };
  const duty = { gold: 5, silver: 6 };
  const rates = rateBook(landedPrices(quote, duty)).ratesFor(NO_MARGINS);
  return [rates.gold_24k, rates.gold_22k, rates.gold_18k, rates.silver].map(({ sell }) => `₹${groupRupees(sell!)}`);
};
const shown = () => page.locator('.price').allTextContents();
const rail = () => page.locator('.rail').innerText();
const stand = async () => /is-(\w+)/.exec((await page.locator('.board').getAttribute('class')) ?? '')?.[1];

beforeAll(async () => {
  await w.open();
  w.feed.set({ gold: GOLD, silver: SILVER });
  w.feed.fault = '500';
  product = await w.startPart('standalone', { DEMO_SHOP: 'true' });
  const browser = await w.started(launchChromium(), (browser) => browser.close());
  const { id } = await until(() => product.messages.find((message) => message.type === 'demo-shop'));
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${product.url}/public-view/${id}`);
});
afterAll(() => w.end());

describe("a shop's board", () => {
  it('says that there are no rates yet, and fills by itself when the market answers', async () => {
    await page.getByText('Rates are not available yet').waitFor();
    // The browser reports requests that fail meanwhile; nothing else may be reported.
    complaints.length = 0;
    w.feed.fault = 'none';
    await until(async () => (await page.locator('.cell').count()) === 4, 30_000, 100);
    expect(await shown()).toEqual(expected());
    expect(await rail()).toMatch(/^LIVE\s+Updated \d+:\d\d [ap]m\s+Mumbai rates, before GST and making$/i);
    expect(await page.title()).toBe('Mahalaxmi Jewellers · Sarafa');
  });

  it('keeps a clean console and has no serious fault for people who hear or magnify it', async () => {
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('marks its rates when the product is gone, and is live again within ten seconds of its return', async () => {
    await product.stop('SIGKILL');
    await until(async () => (await stand()) === 'offline', 15_000, 100);
    expect(await rail()).toMatch(/^Rate as of \d+:\d\d [ap]m\s+No connection\. Reconnecting\./);
    expect(await shown()).toEqual(expected());

    await product.start();
    await until(async () => (await stand()) === 'live', BACK_WITHIN_MS, 50);
    expect(await shown()).toEqual(expected());
  });

  it('comes back from a power cut with no network: its rates, their time, its logo, and never an error page', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForTimeout(1_500);
    await product.stop('SIGKILL');
    await page.reload();
    await page.getByText('Preparing your premium gold trading experience...').waitFor();
    await page.locator('.cell').first().waitFor();
    expect(await stand()).toBe('offline');
    expect(await shown()).toEqual(expected());
    expect(await rail()).toMatch(/^Rate as of \d+:\d\d [ap]m/);
    expect(await page.locator('.head__name').innerText()).toBe('Mahalaxmi Jewellers');
    expect(await page.locator('.head__logo img').evaluate((logo: HTMLImageElement) => logo.naturalWidth > 0)).toBe(true);
    expect(await page.evaluate(() => document.fonts.check('20px Archivo', '₹1'))).toBe(true);
    expect(await page.locator('.clock').innerText()).toMatch(/^\d+:\d\d:\d\d\s?[ap]m$/);

    await product.start();
    await until(async () => (await stand()) === 'live', BACK_WITHIN_MS, 50);
  });

  it("says 'Board not found' for a shop that is not known", async () => {
    await page.goto(`${product.url}/public-view/${'f'.repeat(24)}`);
    await page.getByText('Board not found').waitFor();
  });

  it('leads every other address to the sign-in page', async () => {
    await page.goto(`${product.url}/somewhere`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});
