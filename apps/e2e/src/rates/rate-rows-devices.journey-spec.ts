/// <reference lib="dom" />
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { Finger, type Point } from '../shared/finger.js';
import { picture } from '../shared/picture.js';
import { type Person, portal } from '../shared/portal-person.js';
import { atDashboard, bought, type Editor, pavan, platinum, shopWith, tola } from './rows-editor.js';

const site = portal();

describe('the rows of a shop', () => {
  let person: Person;
  let editor: Editor;
  afterEach(() => person.leaves());

  const scrolled = () => person.page.evaluate(() => scrollY);
  const order = async () => (await editor.titles()).map((title) => title.split(',')[0]).join();
  const kept = (name: string) => picture(person.page, `rate-rows-${name}`);
  const middle = async (place: number, part: string): Promise<Point> => {
    const { x, y, width, height } = (await editor.rows.nth(place).locator(part).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };

  it('are dragged by their handles with a finger, which scrolls the page everywhere else', async () => {
    const shop = await shopWith(site, 'By finger', [pavan, tola, platinum]);
    editor = await atDashboard(site, 390, shop, { isMobile: true, hasTouch: true });
    ({ person } = editor);
    await editor.isAsOnBoard(shop.id);
    // Away from the edges, where a dragged row scrolls the page on purpose.
    await editor.rows.nth(1).evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const finger = await Finger.on(person.page);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    const to = await middle(2, '.rrow__grip');
    await finger.drags(await middle(0, '.rrow__grip'), { ...to, y: to.y + 8 });
    await editor.part.getByText(/ is over place 3 of 3\.$/).waitFor({ state: 'attached' });
    await kept('finger');
    await finger.leaves();
    await until(async () => (await order()) === '24K gold,Platinum 950,22K gold');
    expect(await scrolled()).toBe(before);

    const from = await middle(1, '.rrow__name');
    await finger.drags(from, { ...from, y: from.y - 200 });
    await finger.leaves();
    await until(async () => (await scrolled()) > before + 100);
    expect(await order()).toBe('24K gold,Platinum 950,22K gold');
    expect(await editor.part.locator('[aria-expanded="true"]').count()).toBe(0);
    expect(await person.faults()).toEqual([]);
  });

  it('are edited at 200 % of a screen of 1280 x 1024, each control by keyboard and in sight', async () => {
    const faulty = { ...bought, title: 'जूना सोना — पुराने गहने, तुरंत भुगतान' };
    const below = { ...tola, title: 'A bar', percent: -20 };
    const shop = await shopWith(site, 'At 200 percent', [faulty, below, platinum]);
    editor = await atDashboard(site, 390, shop, {
      viewport: { width: 640, height: 512 },
      deviceScaleFactor: 2,
      hasTouch: false,
    });
    ({ person } = editor);
    const { page } = person;
    await editor.isAsOnBoard(shop.id);
    await editor.part.evaluate((part) => part.scrollIntoView());
    await kept('zoomed-closed');
    expect(await page.evaluate(layoutFaults)).toEqual([]);
    await editor.row(1).focus();
    await page.keyboard.press('Enter');
    await editor.part.getByLabel('Percent', { exact: true }).waitFor();
    await editor.part.getByText(/^How ₹/).click();
    await editor.part.evaluate((part) => part.scrollIntoView());
    await kept('zoomed-open');
    expect(await page.evaluate(layoutFaults)).toEqual([]);
    // A change, after which the buttons below the list stay in sight, and may hide what has the focus.
    await editor.part.getByLabel('Rupees a gram').fill('50.25');
    expect(await page.getByRole('button', { name: 'Save rows' }).evaluate(isHit)).toBe(true);
    const controls = await page.evaluate(controlsOfRow);
    expect(controls.length).toBeGreaterThan(10);
    await editor.rows.nth(1).locator('.rrow__grip').focus();
    const reached: string[] = [];
    const hidden: string[] = [];
    for (let stops = 0; stops < 40 && (await page.evaluate(isInRow)); stops++) {
      const { name, unseen } = await page.evaluate(focused);
      reached.push(name);
      hidden.push(...unseen.map((how) => `${name} is ${how}`));
      if (unseen.length > 0) await kept(`zoomed-hidden-${hidden.length}`);
      if (name === 'Sell') {
        // The two sides are one stop.
        await page.keyboard.press('ArrowRight');
        reached.push((await page.evaluate(focused)).name);
        await page.keyboard.press('ArrowLeft');
      }
      await page.keyboard.press('Tab');
    }
    await kept('zoomed-edited');
    expect(hidden).toEqual([]);
    expect(controls.filter((name) => !reached.includes(name))).toEqual([]);
    expect(await page.evaluate(layoutFaults)).toEqual([]);
    expect(await person.faults()).toEqual([]);
  });
});

/** What is cut, lies over something else, or needs scrolling sideways. Runs in the page. */
function layoutFaults(): string[] {
  const { scrollWidth, clientWidth } = document.scrollingElement!;
  const found = scrollWidth > clientWidth ? [`The page is ${scrollWidth - clientWidth} px too wide`] : [];
  const nameOf = (element: Element) => `${element.tagName} ${element.className} '${(element as HTMLElement).innerText}'`;
  // What only a screen reader is told is a pixel large, or none.
  const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const all = [...document.querySelectorAll('.rrows *')].filter((element) => isSeen(element) && !element.closest('.sr'));
  for (const element of all) {
    const isClipped = getComputedStyle(element).overflowX !== 'visible';
    const hasText = element.matches('input') || [...element.childNodes].some((node) => node instanceof Text);
    if (isClipped && hasText && element.scrollWidth > element.clientWidth + 1) found.push(`${nameOf(element)} is cut`);
    const { left, right } = element.getBoundingClientRect();
    if (left < 0 || right > innerWidth) found.push(`${nameOf(element)} is beyond the screen`);
  }
  const isStuck = (element: Element) => element.closest('.is-needed, .rrow.is-open > .rrow__h') !== null;
  const parts = all.filter((element) =>
    element.matches('button, input, select, summary, p, b, small, em, dt, dd, label, li > span'),
  );
  const boxes = parts.filter((part) => !isStuck(part) && !part.matches('.mantine-Switch-input'));
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${nameOf(one)} lies over ${nameOf(other)}`);
    }
  }
  return found;
}

/** The controls of the open row, by the names that `focused` gives them. Runs in the page. */
function controlsOfRow(): string[] {
  const controls = [...document.querySelectorAll('.rrow.is-open :is(button, input, select, summary)')] as HTMLInputElement[];
  return controls
    .filter((one) => one.checkVisibility())
    .map((one) => one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText);
}

function isInRow(): boolean {
  return document.activeElement!.closest('.rrow.is-open') !== null;
}

/** The control with the focus, and what keeps a person from seeing that it has it. Runs in the page. */
function focused(): { name: string; unseen: string[] } {
  const control = document.activeElement as HTMLInputElement;
  // What is drawn of a switch and of one of several choices is no input.
  const shown = control.closest('.mantine-Switch-body, .mantine-SegmentedControl-control') ?? control;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const isCovered = (y: number) => {
    const on = document.elementFromPoint(left + width / 2, y);
    return on === null || !(shown.contains(on) || on.contains(shown));
  };
  const unseen = [top + 3, top + height / 2, top + height - 3].some(isCovered) ? ['covered'] : [];
  const isRinged = (part: Element) => part.clientWidth > 1 && getComputedStyle(part).outlineStyle !== 'none';
  const ringed = [shown, ...shown.querySelectorAll('*')].find(isRinged);
  // Text fields have a border in its place.
  if (!ringed) return { name: nameOf(control), unseen };
  const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
  const ring = ringed.getBoundingClientRect();
  const around = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  for (let parent = ringed.parentElement!; parent !== document.body; parent = parent.parentElement!) {
    const box = parent.getBoundingClientRect();
    const isCut =
      ring.left - around < box.left ||
      ring.right + around > box.right ||
      ring.top - around < box.top ||
      ring.bottom + around > box.bottom;
    if (getComputedStyle(parent).overflowX !== 'visible' && isCut) unseen.push('with a ring that is cut');
  }
  return { name: nameOf(control), unseen };

  function nameOf(one: HTMLInputElement): string {
    return one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText;
  }
}

/** Whether a tap on the middle of the element hits it. Runs in the page. */
function isHit(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
