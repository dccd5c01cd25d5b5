/// <reference lib="dom" />
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type PricedRow,
  type PriceSnapshot,
  type RateRow,
  rateRowDefaults,
  type RateRows,
  type ShopDashboard,
} from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { signIn, type SignedInCaller, until } from '@sarafa/testing';
import type { Locator } from 'playwright-core';
import { newShop, Person, portal, refused, SHOP_PASSWORD, type Width, WIDTHS } from './portal-person.js';

const site = portal();

const pavan: RateRow = { ...rateRowDefaults, id: 'pavan', metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' };
const tola: RateRow = { ...pavan, id: 'tola', fineness: 1_000, unit_grams: 11.6638, round_to: 0.01 };
const bought: RateRow = { ...pavan, id: 'bought', side: 'buy', rupees_per_gram: -12.55, round_to: 0.1, rounding: 'down' };
const platinum: RateRow = { ...pavan, id: 'platinum', metal: 'platinum', fineness: 950 };

const pricesOf = async (id: string) =>
  (await site.w.json(`/prices/user/${id}`)) as unknown as PriceSnapshot & { rows: PricedRow[] };
const listOf = async (caller: SignedInCaller, id: string) =>
  (await caller.call('get', `/user/rate-rows/${id}`)).body as RateRows;
const shownAs = ({ price }: PricedRow) => (price === null ? 'No rate' : `₹${groupRupees(price)}`);

/** A shop with margins, and these rows of its own. */
async function shopWith(name: string, rows: RateRow[]): Promise<ShopDashboard> {
  const shop = await newShop(site.admin, name);
  await site.admin.call('put', `/user/update/${shop.id}`, { gold_margin: 2.5, sell_margin: 0.3 });
  if (rows.length > 0) await site.admin.call('put', `/user/rate-rows/${shop.id}`, { rev: 0, rows_mode: 'own', rows });
  return shop;
}

/** The editor on a screen. */
class Editor {
  constructor(
    readonly person: Person,
    readonly part: Locator,
  ) {}

  get rows(): Locator {
    return this.part.getByRole('list', { name: 'Own rows' }).locator('> li');
  }
  row(place: number): Locator {
    return this.rows.nth(place).locator('[aria-expanded]');
  }
  price(place: number): Promise<string> {
    return this.rows.nth(place).locator('.rrow__p').innerText();
  }
  async titles(): Promise<string[]> {
    return this.rows.locator('.rrow__name b').allInnerTexts();
  }
  async press(name: string): Promise<void> {
    await this.part.getByRole('button', { name, exact: true }).click();
  }
  async saves(): Promise<void> {
    await this.press('Save rows');
    await this.person.isNotified('Rows saved successfully!');
  }
  /** Waits until the editor has for all rows what the board is told. */
  async isAsOnBoard(id: string): Promise<void> {
    await until(async () => {
      const { rows } = await pricesOf(id);
      const listed = await Promise.all(rows.map((_, place) => this.price(place)));
      return rows.length === (await this.rows.count()) && rows.every((row, place) => listed[place] === shownAs(row));
    });
  }
}

async function atDashboard(width: Width, shop: ShopDashboard): Promise<Editor> {
  const keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  const person = await Person.at(site, width, keeper);
  await person.opens(`/user-dashboard/${shop.id}`);
  return new Editor(person, person.page.getByRole('region', { name: 'Rate rows' }));
}

describe.each(WIDTHS)('on a screen of %d px, the rows of a shop', (width) => {
  let person: Person;
  afterEach(() => person.leaves());

  it('become its own, are added, typed and moved, and stand on its board as they did beside the fields', async () => {
    const shop = await shopWith(`Rows ${width}`, []);
    const editor = await atDashboard(width, shop);
    ({ person } = editor);
    const { part } = editor;
    await part.locator('label', { hasText: 'Own rows' }).click();
    await editor.press('Begin with the standard rows');
    const { gold_24k: standard } = await pricesOf(shop.id);
    await part.getByText(`₹${groupRupees(standard.sell)}`).waitFor();
    expect(await person.faults()).toEqual([]);

    await part.getByLabel('Add a row').selectOption('22K gold, 8 g (pavan), sell');
    await editor.press('Add');
    const before = await editor.price(4);
    await part.getByLabel('Rupees a gram').fill('50.25');
    await part.getByLabel('Round to').selectOption('₹0.01');
    const typed = await editor.price(4);
    expect(typed).not.toBe(before);
    expect(typed).toMatch(/^₹1,\d\d,\d{3}\.\d\d$/);
    await part.getByText(`How ${typed} comes about`).click();
    await part.getByText(/^\(landed ₹[\d,.]+ a gram × 0.916 × 1.028 \+ ₹50.25 a gram\) × 8 g$/).waitFor();
    expect(await person.faults()).toEqual([]);
    await part.getByLabel('Percent', { exact: true }).fill('50.01');
    await part.getByText('Percent must be at most 50').waitFor();
    expect(await person.faults()).toEqual([]);
    await part.getByLabel('Percent', { exact: true }).fill('0');

    const handle = part.getByRole('button', { name: 'Move 22K gold, 8 g (pavan)', exact: true });
    await handle.focus();
    const isSaid = (text: string) => part.getByText(text).waitFor({ state: 'attached' });
    await person.page.keyboard.press('Space');
    await isSaid('22K gold, 8 g (pavan) is picked up, place 5 of 5.');
    for (const place of [4, 3]) {
      await person.page.keyboard.press('ArrowUp');
      await isSaid(`22K gold, 8 g (pavan) is over place ${place} of 5.`);
    }
    await person.page.keyboard.press('Space');
    await isSaid('Put 22K gold, 8 g (pavan) down at place 3 of 5.');
    await until(async () => (await editor.titles())[2] === '22K gold, 8 g (pavan)');
    expect(await handle.evaluate((button) => button === document.activeElement)).toBe(true);
    await editor.saves();
    await until(async () => (await pricesOf(shop.id)).rows.length === 5);
    const { rows } = await pricesOf(shop.id);
    expect([rows[2]!.unit_grams, shownAs(rows[2]!)]).toEqual([8, typed]);
    await editor.isAsOnBoard(shop.id);
    expect(await person.faults()).toEqual([]);
  });

  it('are dragged with the pointer, and one is taken back', async () => {
    const shop = await shopWith(`Dragged ${width}`, [pavan, tola, platinum]);
    const editor = await atDashboard(width, shop);
    ({ person } = editor);
    await editor.isAsOnBoard(shop.id);
    await editor.part.scrollIntoViewIfNeeded();
    const [from, to] = await Promise.all([
      editor.rows.nth(0).locator('.rrow__grip').boundingBox(),
      editor.rows.nth(2).locator('.rrow__grip').boundingBox(),
    ]);
    const { mouse } = person.page;
    await mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
    await mouse.down();
    await mouse.move(from!.x + 10, from!.y + 40, { steps: 5 });
    await mouse.move(to!.x + 10, to!.y + to!.height / 2 + 8, { steps: 10 });
    await mouse.up();
    const order = async () => (await editor.titles()).map((title) => title.split(',')[0]);
    await until(async () => (await order()).join() === '24K gold,Platinum 950,22K gold');
    // A click within 50 ms of the drop counts as its end, and no hand is as quick.
    await until(async () => {
      const isOpen = (await editor.row(2).getAttribute('aria-expanded')) === 'true';
      if (!isOpen) await editor.row(2).click();
      return isOpen;
    });
    await editor.press('Delete row, 22K gold, 8 g (pavan)');
    await until(async () => (await editor.rows.count()) === 2);
    await editor.press('Undo');
    await until(async () => (await editor.rows.count()) === 3);
    await editor.press('Undo');
    await until(async () => (await order()).join() === '22K gold,24K gold,Platinum 950');
    expect(await person.faults()).toEqual([]);
  });

  it('that an admin saves meanwhile stand beside its own, which it keeps', async () => {
    const shop = await shopWith(`Meanwhile ${width}`, [pavan, tola]);
    const editor = await atDashboard(width, shop);
    ({ person } = editor);
    await editor.isAsOnBoard(shop.id);
    await editor.row(0).click();
    await editor.part.getByLabel('Percent', { exact: true }).fill('1.25');
    const typed = await editor.price(0);
    await site.admin.call('put', `/user/rate-rows/${shop.id}`, { rev: 1, rows_mode: 'own', rows: [platinum, pavan, tola] });
    await editor.press('Save rows');
    const versions = ['Saved meanwhile', 'Yours'].map((name) => editor.part.getByRole('region', { name }));
    await Promise.all(versions.map((version) => version.waitFor()));
    expect(await Promise.all(versions.map((version) => version.getByRole('listitem').count()))).toEqual([3, 2]);
    await versions[1]!.getByText(typed).waitFor();
    const conflict = refused(409, '/api/user/rate-rows');
    expect(await person.faults(conflict)).toEqual([]);
    await editor.press('Keep mine');
    await person.isNotified('Rows saved successfully!');
    const saved = await listOf(site.admin, shop.id);
    expect(saved).toEqual({ rev: 3, rows_mode: 'own', rows: [{ ...pavan, percent: 1.25 }, tola] });
    await editor.isAsOnBoard(shop.id);
    expect(await editor.price(0)).toBe(typed);
    expect(await person.faults(conflict)).toEqual([]);
  });

  it('are copied by an admin from another shop', async () => {
    const [from, shop] = [
      await shopWith(`Copied from ${width}`, [bought, tola, platinum]),
      await shopWith(`Copied to ${width}`, [pavan]),
    ];
    person = await Person.at(site, width, site.admin);
    await person.opens('/admin');
    await person.find(shop.shop_name);
    await person.press(`Edit & Settings, ${shop.shop_name}`);
    const dialog = person.page.getByRole('dialog');
    await dialog.waitFor();
    if (person.isPhone) await dialog.getByRole('tab', { name: 'Rate rows' }).click();
    const editor = new Editor(person, dialog.locator('.part', { has: person.page.locator('.rrows') }));
    await editor.isAsOnBoard(shop.id);
    expect(await person.faults()).toEqual([]);
    await editor.part.getByRole('combobox', { name: 'Copy from another shop' }).fill('Copied from');
    await person.page.getByRole('option', { name: new RegExp(`\\(${from.shop_name}\\)$`) }).click();
    await until(async () => (await editor.rows.count()) === 3);
    expect((await listOf(site.admin, shop.id)).rows).toEqual([pavan]);
    expect(await person.faults()).toEqual([]);
    // Escape leaves a row where it was, and the dialog open.
    await editor.rows.nth(0).locator('.rrow__grip').focus();
    // A person presses the next key when the row has moved.
    await person.page.keyboard.press('Space');
    await editor.part.getByText(/ is picked up, place 1 of 3\.$|is over place 1 of 3\.$/).waitFor({ state: 'attached' });
    await person.page.keyboard.press('ArrowDown');
    await editor.part.getByText(/ is over place 2 of 3\.$/).waitFor({ state: 'attached' });
    await person.page.keyboard.press('Escape');
    await editor.part.getByText(/ is back where it was\.$/).waitFor({ state: 'attached' });
    await editor.saves();
    const anyId = expect.stringMatching(/^[0-9a-f]{24}$/);
    const rows = [bought, tola, platinum].map((row) => ({ ...row, id: anyId }));
    expect(await listOf(site.admin, shop.id)).toEqual({ rev: 2, rows_mode: 'own', rows });
    await editor.isAsOnBoard(shop.id);
    expect(await editor.price(2)).toBe('No rate');
    expect(await person.faults()).toEqual([]);
  });
});
