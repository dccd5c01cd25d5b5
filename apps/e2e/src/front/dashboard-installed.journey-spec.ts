/// <reference lib="dom" />
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type SignedInCaller, signIn, until } from '@sarafa/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { newShop, Person, PHONE, portal, SHOP_PASSWORD } from '../shared/portal-person.js';

const site = portal();
const LOST = 'No connection. Reconnecting.';
let made = 0;
let keeper: SignedInCaller;
let person: Person;

interface Manifest {
  readonly start_url: string;
  readonly icons: { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: { readonly name: string; readonly url: string }[];
}

const opened = async (screen?: BrowserContextOptions) => {
  person = await Person.at(site, PHONE, keeper, screen);
  await person.opens(`/user-dashboard/${keeper.userId}`);
  await person.page.getByText('Save margins').waitFor();
  return person.page;
};
/** The device has the page with all that it loads, and a worker. */
const isKept = () =>
  until(
    () =>
      person.page.evaluate(
        async () =>
          navigator.serviceWorker.controller !== null &&
          (await caches.match('/user-dashboard', { cacheName: 'sarafa-portal' })) !== undefined,
      ),
    30_000,
  );
const startsWithoutNetwork = async (path = '/user-dashboard') => {
  await person.context.setOffline(true);
  await person.page.goto(path);
};

beforeEach(async () => {
  const shop = await newShop(site.admin, `Installed ${(made += 1)}`);
  keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
});
afterEach(() => person.leaves());

describe('a dashboard', () => {
  it('can be installed: Chromium finds no fault in its manifest, and icons have their sizes', async () => {
    const page = await opened();
    await isKept();
    const session = await person.context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // What Playwright opens are windows of a private kind.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { url, data, errors } = await session.send('Page.getAppManifest');
    expect([new URL(url).pathname, errors]).toEqual(['/dashboard.en.webmanifest', []]);
    const { start_url, icons, shortcuts } = JSON.parse(data!) as Manifest;
    expect([start_url, shortcuts.map((one) => one.name)]).toEqual(['/user-dashboard', ['Estimate', 'Rate card', 'Hold rates']]);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = Object.assign(new Image(), { src: address });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect([src, size]).toEqual([src, sizes]);
    }
    for (const language of ['en', 'hi']) {
      const { headers } = await fetch(`${site.w.product.url}/dashboard.${language}.webmanifest`);
      const [type, caching, tag] = ['content-type', 'cache-control', 'etag'].map((name) => headers.get(name));
      expect([type, caching, tag]).toEqual([
        expect.stringMatching(/^application\/manifest\+json/),
        'no-cache',
        expect.any(String),
      ]);
    }
    expect(await person.faults()).toEqual([]);
  });

  it('starts without a network with the rates that it last knew, marked, and goes on when the network is back', async () => {
    const page = await opened();
    const price = (await page.locator('.now .fig', { hasText: /\d/ }).first().textContent())!;
    await isKept();
    await startsWithoutNetwork();
    await page.getByText(LOST).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/user-dashboard/${keeper.userId}`);
    expect(await page.locator('.now--old .fig').first().textContent()).toBe(price);
    await page.getByText(/^No connection\. What you see is of /).waitFor();
    await page.goto('/user-dashboard?to=estimate');
    await page.getByRole('heading', { level: 1, name: 'Estimate' }).waitFor();
    await page.getByText(LOST).waitFor();
    await page.goto('/user-dashboard?to=hold');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Hold rates');
    await person.context.setOffline(false);
    await page.getByText(LOST).waitFor({ state: 'detached' });
    await page.locator('.now:not(.now--old)').waitFor();
  });

  it('stays the kept one where the page of another release comes and its files don’t', async () => {
    const page = await opened();
    await isKept();
    const asked: string[] = [];
    await person.context.route(/\/user-dashboard|-other\.js$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      if (pathname.endsWith('-other.js')) return route.fulfill({ status: 502, body: '' });
      const response = await route.fetch();
      const other = (await response.text()).replace(/(\/assets\/portal-)[\w-]+\.js/g, '$1other.js');
      return route.fulfill({ response, body: other });
    });
    await page.goto('/user-dashboard');
    await page.getByText('Save margins').waitFor();
    expect(new Set(asked)).toEqual(new Set(['/user-dashboard', '/assets/portal-other.js']));
  });

  it('starts in Hindi too, once it was read in Hindi', async () => {
    const page = await opened();
    await person.press('हिन्दी');
    await page.getByRole('button', { name: 'लॉग आउट' }).waitFor();
    const { pathname } = new URL((await page.locator('link[rel=manifest]').getAttribute('href'))!, page.url());
    expect(pathname).toBe('/dashboard.hi.webmanifest');
    await isKept();
    await until(() =>
      page.evaluate(async () => (await (await caches.open('sarafa-portal')).keys()).some(({ url }) => url.includes('/hi-'))),
    );
    await startsWithoutNetwork();
    await page.getByText('कनेक्शन नहीं है। फिर जोड़ा जा रहा है।').waitFor();
  });

  it('that was signed out without a network starts at the sign-in, and has nothing of its shop', async () => {
    const page = await opened();
    await isKept();
    await startsWithoutNetwork();
    await page.getByText(LOST).waitFor();
    await person.press('Logout');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    await page.goto('/user-dashboard?to=estimate');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain(keeper.userId);
  });

  it('is as ever where workers are denied', async () => {
    const page = await opened({ serviceWorkers: 'block' });
    await page.locator('.now .fig').first().waitFor();
    // Playwright says so itself, two seconds after the page has all that it needs.
    expect((await person.faults()).filter((fault) => !fault.includes('blocked by Playwright'))).toEqual([]);
  });
});

it('a board has the manifest of boards', async () => {
  await opened();
  const board = await person.opensBoard(keeper.userId);
  expect(await board.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest');
});
