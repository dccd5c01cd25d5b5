/// <reference lib="dom" />
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
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { newShop, Person, type Portal, SHOP_PASSWORD, type Width } from '../shared/portal-person.js';

export const pavan: RateRow = { ...rateRowDefaults, id: 'pavan', metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' };
export const tola: RateRow = { ...pavan, id: 'tola', fineness: 1_000, unit_grams: 11.6638, round_to: 0.01 };
export const bought: RateRow = {
  ...pavan,
  id: 'bought',
  side: 'buy',
  rupees_per_gram: -12.55,
  round_to: 0.1,
  rounding: 'down',
};
export const platinum: RateRow = { ...pavan, id: 'platinum', metal: 'platinum', fineness: 950 };

export const pricesOf = async (site: Portal, id: string) =>
  (await site.w.json(`/prices/user/${id}`)) as unknown as PriceSnapshot & { rows: PricedRow[] };
export const listOf = async (caller: SignedInCaller, id: string) =>
  (await caller.call('get', `/user/rate-rows/${id}`)).body as RateRows;
export const shownAs = ({ price }: PricedRow) => (price === null ? 'No rate' : `₹${groupRupees(price)}`);

/** A shop with margins, and these rows of its own. */
export async function shopWith(site: Portal, name: string, rows: RateRow[]): Promise<ShopDashboard> {
  const shop = await newShop(site.admin, name);
  await site.admin.call('put', `/user/update/${shop.id}`, { gold_margin: 2.5, sell_margin: 0.3 });
  if (rows.length > 0) await site.admin.call('put', `/user/rate-rows/${shop.id}`, { rev: 0, rows_mode: 'own', rows });
  return shop;
}

/** The editor on a screen. */
export class Editor {
  constructor(
    private readonly site: Portal,
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
      const { rows } = await pricesOf(this.site, id);
      const listed = await Promise.all(rows.map((_, place) => this.price(place)));
      return rows.length === (await this.rows.count()) && rows.every((row, place) => listed[place] === shownAs(row));
    });
  }
}

/** A shop at its own dashboard, on a screen of that width, or on this one. */
export async function atDashboard(
  site: Portal,
  width: Width,
  shop: ShopDashboard,
  screen: BrowserContextOptions = {},
): Promise<Editor> {
  const keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  const person = await Person.at(site, width, keeper, screen);
  await person.opens(`/user-dashboard/${shop.id}`);
  return new Editor(site, person, person.page.getByRole('region', { name: 'Rate rows' }));
}
