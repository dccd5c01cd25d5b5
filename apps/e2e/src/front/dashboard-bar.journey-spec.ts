/// <reference lib="dom" />
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type SignedInCaller, signIn, until } from '@sarafa/testing';
import { newShop, PHONE, Person, portal, SHOP_PASSWORD } from '../shared/portal-person.js';

const site = portal();
let keeper: SignedInCaller;
let person: Person;
beforeAll(async () => {
  const shop = await newShop(site.admin, 'With places');
  await site.admin.call('put', `/user/update/${shop.id}`, { may_set_list: true });
  keeper = await signIn(site.w.product.url, shop.username, SHOP_PASSWORD);
});
afterEach(() => person.leaves());

const opened = async (width: 390 | 1440) => {
  person = await Person.at(site, width, keeper);
  await person.opens(`/user-dashboard/${keeper.userId}`);
  await person.page.waitForLoadState('networkidle');
  return person.page.getByRole('navigation');
};
const isCurrent = (name: string) => person.page.locator('nav [aria-current]', { hasText: name }).waitFor();
/** What has the focus and isn't wholly above the bar. */
const isBehindTheBar = () =>
  person.page.evaluate(() => {
    const [bar, focused] = [document.querySelector('nav')!, document.activeElement!];
    if (bar.contains(focused) || focused === document.body) return '';
    return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1 ? focused.outerHTML : '';
  });

describe.each([PHONE, 1440] as const)('the bar of a dashboard, %i px wide', (width) => {
  it('leads to each part, and follows scrolling to the last one', async () => {
    const bar = await opened(width);
    await isCurrent('Rates');
    for (const name of ['Settings', 'Ads & screens', 'Rates']) {
      await bar.getByRole('link', { name }).click();
      await isCurrent(name);
    }
    for (const name of ['Ads & screens', 'Settings']) {
      for (let turns = 0; turns < 40 && (await bar.locator('[aria-current]').textContent()) !== name; turns += 1) {
        await person.page.mouse.wheel(0, 200);
        await person.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      }
      await isCurrent(name);
    }
    expect(await person.faults()).toEqual([]);
  });
});

it('hides neither what has the focus nor the last line, and has room for its words in Hindi', async () => {
  const bar = await opened(PHONE);
  const covered = new Set<string>();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await person.page.keyboard.press('Tab');
    covered.add(await isBehindTheBar());
  }
  expect([...covered]).toEqual(['']);
  const last = person.page.getByText('How your boards will say a label and a rate.');
  // The page grows while one scrolls, as its parts are drawn.
  await until(async () => {
    await person.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const { y, height } = (await last.boundingBox())!;
    return y + height < (await bar.boundingBox())!.y;
  });
  await person.press('हिन्दी');
  await bar.getByRole('link', { name: 'सेटिंग' }).waitFor();
  const cut = await bar
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).length);
  expect(cut).toBe(0);
  expect(await person.faults()).toEqual([]);
});
