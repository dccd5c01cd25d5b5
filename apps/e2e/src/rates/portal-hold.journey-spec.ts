/** @first */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PriceSnapshot, ShopDashboard } from '@sarafa/contracts';
import { inKolkata, kolkataTime } from '@sarafa/domain';
import { type SignedInCaller, signIn, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { LIVELY } from '../shared/harness.js';
import { newShop, Person, portal, SHOP_PASSWORD, TABLET, PHONE } from '../shared/portal-person.js';

const site = portal({ pace: LIVELY });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let gold = 467_500;
/** Moves the market up, so that no journey meets the prices of another. */
function marketRises(): void {
  gold += 1_000;
  site.w.quote(String(gold), '6938');
}

const pricesOf = async (id: string) => (await site.w.json(`/prices/user/${id}`)) as unknown as PriceSnapshot;
const goldOf = async (id: string) => (await pricesOf(id)).gold_24k.sell!;
const isShown = async (id: string, price: number) => (await goldOf(id)) === price;
const rupees = (price: number) => `₹${price.toLocaleString('en-IN')}`;

interface Opened {
  readonly shop: ShopDashboard;
  readonly keeper: SignedInCaller;
  readonly person: Person;
  readonly board: Page;
}

/** A shop whose rates move with each quote, on a phone. */
async function opened(name: string): Promise<Opened> {
  const shop = await newShop(site.admin, name);
  await site.admin.call('put', `/user/update/${shop.id}`, { dynamic_price_interval: 1 });
  const keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
  const person = await Person.at(site, PHONE, keeper);
  await person.opens(`/user-dashboard/${shop.id}`);
  return { shop, keeper, person, board: await person.opensBoard(shop.id) };
}

describe('a shop', () => {
  let shop: ShopDashboard;
  let keeper: SignedInCaller;
  let person: Person;
  let board: Page;
  let page: Page;
  beforeAll(async () => {
    ({ shop, keeper, person, board } = await opened('Held'));
    ({ page } = person);
  });
  afterAll(() => person.leaves());

  it('holds its rates for a quarter of an hour, which its board says, and releases them', async () => {
    const sell = await goldOf(shop.id);
    await page.getByText('Your boards keep the rates that they show now.').waitFor();
    expect(await person.faults()).toEqual([]);

    await person.press('15 min');
    await person.isNotified('Rates held till ');
    const { held } = await pricesOf(shop.id);
    const [since, till] = [held!.since, held!.until].map((instant) => kolkataTime(Date.parse(instant)));
    expect(Math.abs(Date.parse(held!.until) - Date.now() - 15 * MINUTE_MS)).toBeLessThan(10_000);
    await board.getByText(`Rate held since ${since}`).waitFor();
    await board.getByText(`Until ${till}`).waitFor();
    await page.getByRole('region', { name: 'Rates on your board' }).getByText(`Rate held since ${since}`).waitFor();
    await page.getByText(/^1[45]:\d\d left$/).waitFor();
    expect(await person.faults()).toEqual([]);
    await picture(page, 'hold-on');

    marketRises();
    const isMoved = async () => (await site.w.json('/prices/detailed')) as unknown as PriceSnapshot;
    await until(async () => (await isMoved()).gold_24k.sell! > sell);
    expect(await isShown(shop.id, sell)).toBe(true);
    expect(await board.getByRole('img', { name: rupees(sell) }).count()).toBe(1);

    await person.press('Release');
    await person.isNotified('Your rates aren’t held any more');
    await board.getByText(/^(Live|Delayed)$/).waitFor();
    const after = await goldOf(shop.id);
    expect(after).toBeGreaterThan(sell);
    await board.getByRole('img', { name: rupees(after) }).waitFor();
    await page.getByRole('button', { name: 'Release' }).waitFor({ state: 'detached' });
    expect(await person.faults()).toEqual([]);
  });

  describe('with a later time today', () => {
    // Just before midnight there is no later time today.
    const isTimeLeft = () => inKolkata(Date.now()).getUTCHours() < 23 || inKolkata(Date.now()).getUTCMinutes() < 58;
    beforeAll(async () => void (await until(isTimeLeft, 3 * MINUTE_MS)), 4 * MINUTE_MS);

    it('holds its rates till closing, on a device whose clock is hours behind', async () => {
      const { shop, person, board } = await opened('Closing');
      const { page } = person;
      await page.clock.install({ time: Date.now() - 5 * HOUR_MS });
      await page.reload();
      const soon = inKolkata(Date.now() + MINUTE_MS);
      const closing = soon.getUTCHours() < 12 ? '12:00' : '23:59';
      await person.press('Till closing');
      await page.getByLabel('Closing time today').fill('00:00');
      await page.getByText('Choose a time later today, at most 12 hours ahead').waitFor();
      expect(await person.faults()).toEqual([]);
      await page.getByLabel('Closing time today').fill(closing);
      const words = closing === '12:00' ? '12:00 pm' : '11:59 pm';
      await picture(page, 'hold-closing');
      await person.press(`Hold till ${words}`);
      await person.isNotified(`Rates held till ${words}`);
      await board.getByText(`Until ${words}`).waitFor();
      const { held } = await pricesOf(shop.id);
      expect(kolkataTime(Date.parse(held!.until))).toBe(words);
      await page.getByText(`Your boards keep these rates till ${words}.`).waitFor();
      expect(await person.faults()).toEqual([]);
      await person.leaves();
    });
  });

  it('switches on what its prices have changed by today', async () => {
    // A day without the one before has nothing to be compared with.
    const yesterday = new Date(Date.now() - 24 * HOUR_MS);
    await site.w.db.collection('quotes').updateOne({ seq: 1 }, { $set: { accepted_at: yesterday } });
    for (let time = 0; time < 2; time++) {
      const before = await goldOf(shop.id);
      marketRises();
      await until(async () => !(await isShown(shop.id, before)));
    }
    expect(await board.locator('.day').count()).toBe(0);
    await page
      .getByRole('switch', { name: /^Show today’s change/ })
      .locator('xpath=ancestor::*[contains(@class,"Switch-root")]')
      .click();
    await person.isNotified('Your boards show today’s change');
    const { rows } = await pricesOf(shop.id);
    const by = rows![0]!.price! - rows![0]!.day!.open;
    expect(by).toBeGreaterThan(0);
    await until(async () => (await board.locator('.cell--24 .day').innerText()) === `▲ ${rupees(by)} today`);
    // Silver stands where it stood when the day began.
    expect(await board.locator('.cell--ag .day').innerText()).toBe('');
    await picture(board, 'day-board');
    await page.reload();
    await page.getByRole('img', { name: `Up ${rupees(by)} today` }).waitFor();
    expect(await person.faults()).toEqual([]);
    await picture(page, 'day-dashboard', true);
  });

  it('can’t hold its rates once its subscription has ended, and is told why', async () => {
    await site.admin.call('put', `/user/${shop.id}/subscription`, { active: false });
    await page.reload();
    await page.getByText('Rates can be held again once your subscription is renewed.').waitFor();
    for (const name of ['15 min', '1 h', 'Till closing'])
      expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    expect(await person.faults()).toEqual([]);
    await picture(page, 'hold-ended');
    await site.admin.call('put', `/user/${shop.id}/subscription`, { active: true });
  });

  it('sets its own rates, which its board shows, and changes one of them with a tap and six keys', async () => {
    expect(await page.getByRole('region', { name: 'Today’s rates' }).count()).toBe(0);
    await site.admin.call('put', `/user/update/${shop.id}`, { may_set_list: true });
    await page.reload();
    const rates = page.getByRole('region', { name: 'Today’s rates' });
    const sell = (purity: string) => rates.getByRole('group', { name: purity }).getByLabel('Sell, ₹ per gram');
    const { gold_24k, gold_22k } = await pricesOf(shop.id);
    const gram = Math.round(gold_22k.sell! / 10);
    await sell('24K gold').fill(String(Math.round(gold_24k.sell! / 10)));
    await sell('22K gold').fill(String(gram));
    await picture(page, 'own-rates-first', true);
    await page.keyboard.press('Enter');
    await person.isNotified('Rate list created successfully!');
    await board.getByRole('img', { name: rupees(gram * 10) }).waitFor();
    await board.getByText(`${shop.shop_name} rate, set `).waitFor();
    expect(await person.faults()).toEqual([]);

    await sell('22K gold').tap();
    await page.keyboard.type(String(gram + 35));
    await page.keyboard.press('Enter');
    await person.isNotified('Rate list updated successfully!');
    await board.getByRole('img', { name: rupees((gram + 35) * 10) }).waitFor();
    await rates.getByText(/^On your boards\. Set /).waitFor();
    // A zero too many is asked about once.
    await sell('22K gold').tap();
    await page.keyboard.type(`${gram}0`);
    await page.keyboard.press('Enter');
    await rates.getByText(/^22K gold: that is \d+(\.\d)? % above your last rate/).waitFor();
    expect(await person.faults()).toEqual([]);
    await picture(page, 'own-rates-doubt', true);
  });

  it('has the rates of a list, which its board and its dashboard name, and holds them', async () => {
    const name = 'Zaveri Association';
    const rates = { gold: { fineness: 999, per_gram: 15_800 }, silver: { fineness: 999, per_gram: 240 } };
    const { body } = await site.admin.call('post', '/admin/rate-lists', { name, ...rates });
    const { rateList } = body as { rateList: { id: string; set_at: string } };
    await site.admin.call('put', `/user/update/${shop.id}`, { rate_list_id: rateList.id });
    const words = `${name} rate, set ${kolkataTime(Date.parse(rateList.set_at))}`;
    await board.getByText(words).waitFor();
    await page.reload();
    await page.getByText(words).waitFor();
    expect(await person.faults()).toEqual([]);
    await picture(board, 'listed-board');
    await person.press('1 h');
    await person.isNotified('Rates held till ');
    await board.getByText('Rate held since ').waitFor();
    expect(await person.faults()).toEqual([]);
  });

  it('finds its held rates and their day in order on a tablet', async () => {
    await site.admin.call('put', `/user/rates/hold/${shop.id}`, { until: new Date(Date.now() + 3_600_000).toISOString() });
    const other = await Person.at(site, TABLET, keeper);
    await other.opens(`/user-dashboard/${shop.id}`);
    await other.page.getByText(/^(1 h 0 min|59:\d\d) left$/).waitFor();
    expect(await other.faults()).toEqual([]);
    await picture(other.page, `hold-on-${TABLET}`);
    await other.leaves();
  });
});
