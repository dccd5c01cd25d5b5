/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { boardLimits } from '@sarafa/contracts';
import { fastForward, installClock, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { pairOf, pricedRow, type Scene } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { fitted, todaysTv } from './board-edge/tv.js';

const DAY_MS = 86_400_000;
const SCREENS = { tv: [1920, 1080], tablet: [800, 1280], phone: [390, 844] } as const;
const NAMES = ['tv', 'tablet', 'phone'] as const;
const LAYOUTS = ['horizontal', 'vertical'] as const;

const tv = todaysTv();

async function openBoard(scene: Partial<Scene>, screen: keyof typeof SCREENS = 'tv'): Promise<Page> {
  const page = await tv.page(SCREENS[screen]);
  await installClock(page);
  tv.edge.show(scene);
  await page.goto(tv.edge.board);
  await page.waitForSelector('.hairline', { state: 'detached' });
  return page;
}

const yesterday = new Date(Date.now() - DAY_MS).toISOString();
const STATES: [string, Partial<Scene>, RegExp][] = [
  ['live', {}, /^LIVE\s+Updated \d/i],
  ['delayed', { state: 'delayed' }, /^DELAYED\s+Last rate \d/i],
  ['closed', { state: 'closed', lastUpdated: yesterday }, /^Market closed\s+Rate of [\d:]+ [ap]m, \w+day/],
  [
    'stale',
    { state: 'stale', lastUpdated: yesterday },
    /^Rate as of [\d:]+ [ap]m, \d+ \w+\s+New rates are late\. We keep asking\./,
  ],
  ['sample', { state: 'sample' }, /^Sample data\s+Not market rates\. For demonstration only\./],
];

describe('each state of the rates', () => {
  it.each(NAMES)('has its shape, its word and its time on a %s', async (screen) => {
    const page = await openBoard({}, screen);
    for (const [name, scene, words] of STATES)
      for (const layout of LAYOUTS) {
        tv.edge.show({ ...scene, layout });
        await page.waitForSelector(
          `.is-${name}${screen !== 'phone' && layout === 'vertical' ? '.board--vertical' : ':not(.board--vertical)'}`,
        );
        expect(await page.locator('.rail').innerText()).toMatch(words);
        expect(await page.locator('.stage').innerText()).toContain('Mumbai rates, before GST and making');
        expect(await page.evaluate(faultsOfBoard)).toEqual([]);
        const isMetal = await page
          .locator('.cell--24 .price')
          .evaluate((price) => getComputedStyle(price).color === 'rgb(243, 224, 180)');
        expect(isMetal).toBe(name !== 'stale' && name !== 'sample');
        await picture(page, `${name}-${screen}-${layout}`);
      }
    tv.edge.show({ state: 'stale', lastUpdated: yesterday, cards: 4 });
    await page.waitForSelector('.is-stale:not(.board--vertical)');
    await until(async () => (await page.locator('.cell').count()) === 4);
    await fitted(page);
    expect(await page.locator('.cell__asof:visible').count()).toBe(4);
    await page.close();
  });

  it('offline has its word and marks the shop’s own rows too', async () => {
    const page = await openBoard({});
    await page.context().setOffline(true);
    // For so long a lost connection isn't shown, once the board has noticed it.
    await until(async () => {
      await fastForward(page, 5_000);
      return page.locator('.is-offline').count();
    });
    expect(await page.locator('.rail').innerText()).toMatch(/^Rate as of [\d:]+ [ap]m\s+No connection\. Reconnecting\./);
    expect(await page.locator('.cell__asof:visible').count()).toBe(6);
    expect(await page.evaluate(faultsOfBoard)).toEqual([]);
    await picture(page, 'offline-tv');
    await page.close();
  });

  it('a rise and a fall fit their cards while they flash', async () => {
    const page = await openBoard({});
    for (const [screen, cards] of [
      ['tv', 4],
      ['tv', 12],
      ['tablet', 10],
      ['phone', 6],
    ] as const) {
      const [width, height] = SCREENS[screen];
      await page.setViewportSize({ width, height });
      tv.edge.show({ cards, price: 157_821 });
      await until(async () => (await page.locator('.price', { hasText: '₹1,57,821' }).count()) === cards);
      await fitted(page);
      tv.edge.show({ cards, price: 156_671 });
      // Standard rows and rows of the shop's own come by two events.
      await until(async () => (await page.locator('.flash-down').count()) === cards);
      expect(await page.evaluate(faultsOfBoard)).toEqual([]);
      await picture(page, `flash-${screen}-${cards}`);
      await fastForward(page, boardLimits.flashMs);
      await page.waitForSelector('.flash-down', { state: 'detached', timeout: 1_000 });
    }
    await page.close();
  });
});

describe('a board with less room than before', () => {
  it('fits its figures again where the border for what a TV cuts off grows', async () => {
    const page = await openBoard({ cards: 12, price: 9_999_999 });
    await page.evaluate(() => document.documentElement.style.setProperty('--overscan', '5'));
    await until(async () => (await page.evaluate(faultsOfBoard)).length === 0, 2_000, 100);
    await page.close();
  });

  it('makes labels smaller rather than figures tiny where a large change beside a label breaks it', async () => {
    const scene = {
      cards: 10,
      shop: { language: 'hi', numerals: 'native' },
      ownRows: [...pairOf('a', 157_821), pricedRow('b', 14_456.5, { unit_grams: 1 })],
    } as const;
    const page = await tv.open({ ...scene, price: 123_456 }, [1920, 1200]);
    await page.evaluate(() => document.documentElement.style.setProperty('--overscan', '5'));
    expect(await tv.faults(page, { ...scene, price: 1_234_560 })).toEqual([]);
    const figure = await page
      .locator('.price')
      .first()
      .evaluate((price) => parseFloat(getComputedStyle(price).fontSize));
    // It was 10 px, and stayed so once the change had gone.
    expect(figure).toBeGreaterThan(40);
    await page.close();
  });

  it('makes labels smaller rather than figures smaller than they, on an upright panel with the widest digits', async () => {
    const scene = {
      cards: 12,
      shop: { language: 'ml', numerals: 'native' },
      ownRows: [
        ...pairOf('a', 236_450),
        pricedRow('b', 14_456.5, { unit_grams: 1 }),
        pricedRow('c', 168_624, { unit_grams: 11.6638 }),
      ],
    } as const;
    const page = await tv.open({ ...scene, price: 157_821 }, [768, 1366]);
    await page.evaluate(() => document.documentElement.style.setProperty('--overscan', '5'));
    expect(await tv.faults(page, { ...scene, price: 236_450 })).toEqual([]);
    await page.close();
  });

  it.each([
    ['tv', 'horizontal'],
    ['tv', 'vertical'],
    ['tablet', 'horizontal'],
  ] as const)('leaves free what a TV cuts off, in percent of each side: %s, %s', async (screen, layout) => {
    const page = await openBoard({ layout }, screen);
    const sides = () =>
      page.evaluate(() => {
        const inner = (element: Element) => element.getBoundingClientRect();
        const parts = [...document.querySelectorAll('.head, .foot')].map(inner);
        return [
          Math.min(...parts.map(({ left }) => left)),
          Math.min(...parts.map(({ top }) => top)),
          innerWidth - Math.max(...parts.map(({ right }) => right)),
          innerHeight - Math.max(...parts.map(({ bottom }) => bottom)),
        ];
      });
    const before = await sides();
    await page.evaluate(() => document.documentElement.style.setProperty('--overscan', '5'));
    const [width, height] = SCREENS[screen];
    const cut = (await sides()).map((side, index) => Math.round(side - before[index]!));
    expect(cut).toEqual([width / 20, height / 20, width / 20, height / 20]);
    await page.close();
  });

  it('fits the shop’s name again when the clock gets another digit', async () => {
    const TEN_MS = 4.5 * 3_600_000;
    const early = 12_000;
    tv.edge.ahead = TEN_MS - early - (Date.now() % DAY_MS);
    const page = await openBoard({});
    // In some languages the clock is wider than the date.
    await page.addStyleTag({ content: '.date { display: none }' });
    /** The longest name that has room in one line now. */
    const name = await page.evaluate(() => {
      const shown = document.querySelector<HTMLElement>('.head__name')!;
      const copy = shown.cloneNode() as HTMLElement;
      copy.classList.add('is-measured');
      copy.style.position = 'absolute';
      shown.parentElement!.append(copy);
      for (copy.textContent = 'Shree'; copy.offsetWidth <= shown.clientWidth; copy.textContent += ' i');
      copy.remove();
      return copy.textContent.slice(0, -2);
    });
    expect(await page.locator('.clock').innerText()).toMatch(/^9:59/);
    tv.edge.show({ shopName: name });
    await page.getByText(name).waitFor();
    expect(await page.locator('.head--long').count()).toBe(0);
    await fastForward(page, early);
    await page.getByText(/^10:00/).waitFor({ timeout: 2_000 });
    await page.locator('.head--long').waitFor({ timeout: 1_000 });
    tv.edge.ahead = 0;
    await page.close();
  });
});

const NOTICES: [string, Partial<Scene>, string][] = [
  ['ended', { isSubscriptionValid: false }, 'Subscription Ended'],
  ['maintenance', { enabled: false }, 'Under Maintenance'],
  ['maintenance-page', { isMaintenanceMode: true }, 'Under Maintenance'],
];

describe('what stands in for the rates', () => {
  it.each(NAMES)('says why on a %s', async (screen) => {
    const page = await openBoard({}, screen);
    for (const [name, scene, title] of NOTICES)
      for (const layout of LAYOUTS) {
        tv.edge.show({ layout });
        await page.waitForSelector('.stage');
        tv.edge.show({ ...scene, layout });
        await page.waitForSelector('.over');
        expect(await page.getByRole('heading').innerText()).toBe(title);
        expect(await page.locator('.over').evaluate((notice) => notice.scrollWidth <= notice.clientWidth)).toBe(true);
        await picture(page, `${name}-${screen}-${layout}`);
      }
    await page.close();
  });

  it('waits for the first rates', async () => {
    const page = await openBoard({ hasPrices: false });
    expect(await page.getByRole('heading').innerText()).toBe('Rates are not available yet');
    await picture(page, 'waiting-tv');
    tv.edge.show({});
    await page.waitForSelector('.cell');
    await page.close();
  });

  it('idle shows the time alone when nothing is switched on', async () => {
    const page = await openBoard({ cards: 0 });
    expect(await page.locator('.over--idle').innerText()).toMatch(/^\d+:\d\d\s?[ap]m$/);
    await picture(page, 'idle-tv');
    await page.close();
  });
});
