/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mediaFile, type SignedInCaller, signIn, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { upload } from '../shared/ads.js';
import { Finger } from '../shared/finger.js';
import { newShop, Person, portal, SHOP_PASSWORD } from '../shared/portal-person.js';
import { TvSet } from '../shared/tv-set.js';

type Size = readonly [width: number, height: number];

/** A dialog: the page that it is opened on, and what is pressed until it is there. */
type Way = readonly [path: string, ...presses: (string | RegExp)[]];

const ADMIN_DIALOGS: readonly Way[] = [
  ['/admin', 'Your account'],
  ['/admin', 'Edit & Settings, Rajlaxmi'],
  ['/admin', 'Deactivate subscription, Rajlaxmi'],
  ['/admin', 'Delete Rajlaxmi'],
  ['/admin', 'Delete second'],
  ['/admin/manage-prices', /^Accept gold/],
  ['/admin/manage-prices', /^Withdraw gold/],
  ['/admin/rate-lists', 'Create rate list'],
  ['/admin/rate-lists', 'Set rates, Association'],
  ['/admin/rate-lists', 'History and shops, Association'],
  ['/admin/rate-lists', 'Edit, Association'],
  ['/admin/rate-lists', 'Delete Association'],
  ['/admin/custom-tables', '+ Create Custom Table'],
  ['/admin/custom-tables', 'Edit, Coin'],
  ['/admin/custom-tables', 'Delete Coin'],
  ['/admin/screens', 'Add a screen'],
  ['/admin/screens', 'Alarm history'],
  ['/admin/screens', 'Manage, Window'],
  ['/admin/screens', 'Manage, Window', 'Remove screen'],
];
const SHOP_DIALOGS: readonly (readonly string[])[] = [
  ['Your account'],
  ['+ Upload New'],
  ['Delete gold.png'],
  ['Add a screen'],
  ['Alarm history'],
  ['Manage, Window'],
  ['Manage, Window', 'Remove screen'],
];

/**
 * The buttons of the topmost dialog, as `n. name`: `all`, those `seen`, or the one that is `focused`. A button that is seen is hit by a click on its middle.
 * Runs in the page.
 */
function buttonsOf(which: string): string[] {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)!;
  const all = [...dialog.querySelectorAll<HTMLElement>('button, a[href], summary')].filter((one) => one.checkVisibility());
  const isHit = (button: HTMLElement) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return all
    .map((button, index) => ({ button, name: `${index}. ${button.ariaLabel ?? button.innerText.trim()}` }))
    .filter(({ button }) => which === 'all' || (isHit(button) && (which === 'seen' || button === document.activeElement)))
    .map(({ name }) => name);
}

/** Where the content of the dialog can be scrolled: over a part that doesn't scroll by itself. Runs in the page. */
function insideDialog(): { x: number; y: number; height: number } {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)!;
  const part = dialog.querySelector('.dialog__body, .tri') ?? dialog;
  const [whole, { left, top, width, height }] = [dialog.getBoundingClientRect(), part.getBoundingClientRect()];
  const bottom = Math.min(top + height, whole.bottom, innerHeight);
  const from = Math.max(top, 0);
  return { x: Math.round(left + Math.min(12, width / 2)), y: Math.round((from + bottom) / 2), height: bottom - from };
}

/** What of `which` there is once a task has ended, or what was scrolled is drawn (`frames`), and how far everything is scrolled. */
async function buttonsAfter(page: Page, which: 'seen' | 'focused', frames = 0): Promise<{ names: string[]; scrolled: string }> {
  // One question, because thousands are asked.
  return page.evaluate(`(async () => {
    await new Promise((done) => setTimeout(done));
    for (let left = ${frames}; left > 0; left -= 1) await new Promise(requestAnimationFrame);
    const parts = document.querySelectorAll('[role*=dialog], [role*=dialog] *');
    return { names: (${buttonsOf})('${which}'), scrolled: Array.from(parts, (one) => one.scrollTop).join() };
  })()`);
}

/** What is in view, and what `step` brings there until nothing moves any more. */
async function seenBy(page: Page, step: (direction: 1 | -1) => Promise<unknown>): Promise<Set<string>> {
  const seen = new Set<string>();
  const look = async () => {
    const { names, scrolled } = await buttonsAfter(page, 'seen', 2);
    names.forEach((name) => seen.add(name));
    return scrolled;
  };
  for (const direction of [-1, 1] as const) {
    for (let before = '', now = await look(); now !== before; now = await look()) {
      before = now;
      await step(direction);
    }
  }
  return seen;
}

/** The buttons that can't be reached by the wheel, by a finger, or by the keyboard. */
async function unreached(page: Page, finger: Finger): Promise<string[]> {
  const all = await page.evaluate(buttonsOf, 'all');
  const without = (seen: ReadonlySet<string>) => all.filter((name) => !seen.has(name));
  const missing = (how: string, seen: ReadonlySet<string>) => without(seen).map((name) => `${name} (${how})`);
  /** A busy machine may draw what was scrolled after the look, which then seems to be the end. */
  const reached = async (step: Parameters<typeof seenBy>[1]) => {
    const seen = await seenBy(page, step);
    return without(seen).length === 0 ? seen : new Set([...seen, ...(await seenBy(page, step))]);
  };
  const { x, y, height } = await page.evaluate(insideDialog);
  const distance = Math.max(60, Math.round(height * 0.7));

  await page.mouse.move(x, y);
  const byWheel = missing('wheel', await reached((direction) => page.mouse.wheel(0, direction * distance)));
  const swipe = async (direction: number) => {
    const half = (direction * distance) / 2;
    await finger.drags({ x, y: y + half }, { x, y: y - half }, 2);
    await finger.leaves();
  };
  const byTouch = missing('touch', await reached(swipe));

  const focused = new Set<string>();
  const stops = await page.evaluate(() => {
    const count = (what: string) => document.querySelectorAll(`[role*=dialog] :is(${what})`).length;
    // The hour, the minute, the half of the day and the picker of a time are a stop each.
    return count('a, button, input, select, summary, [tabindex]') + 3 * count('input[type=time]');
  });
  for (let presses = 0; presses <= stops && all.some((name) => !focused.has(name)); presses += 1) {
    await page.keyboard.press('Tab');
    // Mantine keeps the focus inside the dialog in a timer after Tab in a field for a time; a key sooner than that would be taken back by it.
    (await buttonsAfter(page, 'focused')).names.forEach((name) => focused.add(name));
  }
  // The tabs of a tab list are one stop of the keyboard's way, and arrows go on from there.
  const tabs = await page.evaluate(() => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent));
  const byKeys = missing('keyboard', focused).filter((name) => !tabs.some((tab) => name.includes(tab)));
  return [...byKeys, ...byTouch, ...byWheel];
}

/** All ways to dialogs, one after the other; those of one page without loading it again. */
async function faultsOf({ page }: Person, finger: Finger, ways: readonly Way[]): Promise<string[]> {
  const faults: string[] = [];
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  let last = '';
  for (const [path, ...presses] of ways) {
    const check = async (name: string) => {
      const wrong = await unreached(page, finger);
      faults.push(...wrong.map((button) => `${path} ${name}: ${button}`));
    };
    if (path !== last) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    last = path;
    for (const name of presses) {
      const button = page.getByRole('button', { name, exact: true }).first();
      const menu = page.getByRole('button', { name: 'Open menu' });
      await button.or(menu).first().waitFor();
      if (name === 'Your account' && (await menu.isVisible())) {
        await menu.click();
        await check('menu');
      }
      await button.click();
    }
    await dialogs.nth(presses.length - 1).waitFor();
    await page.locator('[role*=dialog] :is(.mantine-Skeleton-root, [aria-busy=true])').first().waitFor({ state: 'detached' });
    await check(presses.join(', '));
    for (let open = presses.length; open > 0; open -= 1) {
      await page.keyboard.press('Escape');
      await dialogs.nth(open - 1).waitFor({ state: 'detached' });
    }
  }
  return faults;
}

/** The specs of all dialogs of the portal and of the dashboard, on screens of these sizes. */
export function eachDialog(...sizes: Size[]): void {
  const site = portal({ withFiles: true });
  let keeper: SignedInCaller;
  beforeAll(async () => {
    const { admin, w } = site;
    const shop = await newShop(admin, 'Rajlaxmi');
    keeper = await signIn(w.product.url, shop.username, SHOP_PASSWORD);
    const [metal, purity] = [
      { per_gram: 14_085.7, fineness: 999 },
      { metal: 'gold', fineness: 916, sell: 12_920 },
    ];
    const rates = { gold: metal, silver: { ...metal, per_gram: 168.25 }, prices: [purity] };
    await Promise.all([
      admin.call('post', '/admin/create', { username: 'second', password: SHOP_PASSWORD }),
      admin.call('post', '/admin/custom-tables', { title: 'Coin', userId: shop.id, price: 126_257 }),
      admin.call('post', '/admin/rate-lists', { name: 'Association', ...rates }),
      upload(keeper, mediaFile('picture.png'), 'gold.png'),
      TvSet.pair(w.product.url, keeper, 'Window'),
    ]);
    w.quote('700000', '6938');
    await until(async () => ((await admin.call('get', '/admin/quarantine')).body as unknown[]).length > 0);
  }, 60_000);

  describe.each(sizes)('on a screen of %d x %d px, each button of each dialog', (width, height) => {
    const opened = async (as: SignedInCaller) => {
      const person = await Person.at(site, width < 768 ? 390 : 1440, as, { viewport: { width, height }, hasTouch: true });
      return { person, finger: await Finger.on(person.page) };
    };

    it('of the portal can be reached by wheel, touch and keyboard', async () => {
      const { person, finger } = await opened(site.admin);
      const faults = await faultsOf(person, finger, ADMIN_DIALOGS);
      // The password that turning maintenance off asks for.
      await site.admin.call('put', '/settings/maintenance', { isMaintenanceMode: true });
      await person.opens('/admin/maintenance');
      await person.page.locator('label', { has: person.page.getByRole('switch', { name: /Site Status:/ }) }).click();
      await person.page.getByRole('dialog').waitFor();
      faults.push(...(await unreached(person.page, finger)));
      expect(faults).toEqual([]);
      await person.leaves();
    }, 90_000);

    it('of the dashboard can be reached by wheel, touch and keyboard', async () => {
      const { person, finger } = await opened(keeper);
      const ways = SHOP_DIALOGS.map((presses) => [`/user-dashboard/${keeper.userId}`, ...presses] as const);
      expect(await faultsOf(person, finger, ways)).toEqual([]);
      // The password that is asked for once the session has ended.
      await keeper.call('post', '/auth/logout-all');
      keeper = await signIn(site.w.product.url, 'rajlaxmi', SHOP_PASSWORD);
      await person.page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ timeout: 15_000 });
      expect(await unreached(person.page, finger)).toEqual([]);
      await person.leaves();
    }, 90_000);
  });
}
