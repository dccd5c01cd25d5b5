/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import type { Page } from 'playwright-core';
import { barriers } from '../shared/barriers.js';
import { newShop, Person, portal, refused, SHOP_PASSWORD, PHONE } from '../shared/portal-person.js';

const site = portal({ withFiles: true });
const SHOP_NAME = 'महालक्ष्मी ज्वेलर्स';
let shop: ShopDashboard;

beforeAll(async () => {
  shop = await newShop(site.admin, 'Mahalaxmi');
  await site.admin.call('put', `/user/update/${shop.id}`, { shop_name: SHOP_NAME });
  await site.admin.call('post', '/admin/custom-tables', { title: 'सोने का सिक्का', userId: shop.id, price: 126_257 });
});

/**
 * What may stand in Latin letters on a page in Hindi: brands, the address of TVs, units of files and formats, the clock, the other
 * language, and names that people have given.
 */
const LATIN =
  /\b(admin|mahalaxmi|Mahalaxmi|Linux|Chrome Headless|Sarafa|127[\d.:]+\/tv|English|MB|MP4|H\.264|JPEG|PNG|GST|UTC|am|pm)\b/g;

/** The words in Latin letters that a person sees on the page, and those that a screen reader says of it. */
async function latinWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const named = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    // What boards can speak is offered in each language's own name, and their sample speaks it.
    const names = [...document.querySelectorAll('option')].map((option) => option.text);
    const sample = document.querySelector<HTMLElement>('.board-sample__card')?.innerText.split('\n') ?? [];
    const seen = document.body.innerText.split('\n').filter((line) => !names.includes(line) && !sample.includes(line));
    return [...seen, document.title, ...named.flatMap((node) => attributes.map((name) => node.getAttribute(name) ?? ''))];
  });
  return texts.filter((text) => /[a-z]{2}/i.test(text.replace(LATIN, '')));
}

describe('on a phone, a shop', () => {
  it('signs in in Hindi, and works on its dashboard in Hindi, until it switches back', async () => {
    const person = await Person.at(site, PHONE);
    const { page } = person;
    const signInWith = async (password: string) => {
      await page.getByLabel('यूज़रनेम').fill(shop.username);
      await page.getByLabel('पासवर्ड', { exact: true }).fill(password);
      await person.press('लॉग इन करें');
    };
    await page.goto('/login');
    await page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-IN');

    // The words change in place, and what is typed stays.
    await page.getByLabel('Username').fill('maha');
    await person.press('हिन्दी');
    await page.getByRole('heading', { name: 'फिर से स्वागत है' }).waitFor();
    expect(await page.getByLabel('यूज़रनेम').inputValue()).toBe('maha');
    await page.getByLabel('यूज़रनेम').fill('');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi');
    expect(await latinWords(page)).toEqual([]);
    expect(await barriers(page)).toEqual([]);

    await person.press('लॉग इन करें');
    await page.getByText('यूज़रनेम ज़रूरी है').waitFor();
    await signInWith('wrong password');
    await page.getByText('यूज़रनेम या पासवर्ड ग़लत है').waitFor();
    expect(await person.faults(refused(401))).toEqual([]);
    await signInWith(SHOP_PASSWORD);
    await page.getByRole('heading', { level: 1, name: SHOP_NAME }).waitFor();
    await page.getByText(/^(आपके बोर्ड पर लाइव|देरी से)$/).waitFor();
    await page.getByRole('heading', { name: 'आपके अब तक के भाव' }).waitFor();
    await page.getByRole('button', { name: 'पंक्तियाँ सेव करें' }).waitFor();
    expect(await latinWords(page)).toEqual([]);
    expect(await person.faults(refused(401))).toEqual([]);

    await page.getByRole('textbox', { name: /^सोना/ }).fill('2.5');
    await person.press('मार्जिन सेव करें');
    await person.isNotified('मार्जिन बदल गए!');
    await page.getByRole('textbox', { name: /^सोना/ }).fill('99');
    await page.getByText('सोना: मार्जिन').waitFor();
    expect(await latinWords(page)).toEqual([]);

    await person.press('पहला विज्ञापन अपलोड करें');
    await page.setInputFiles('input[type=file]', { name: 'भाव.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await page.getByText('फ़ाइल भाव.pdf सही फ़ोटो या वीडियो नहीं है।').waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'सोना.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await person.press('1 फ़ाइल अपलोड करें');
    await page.getByText('फ़ाइल सोना.png सही फ़ोटो या वीडियो नहीं है।').waitFor();
    expect(await person.faults(refused(401), refused(415))).toEqual([]);
    await person.press('सोना.png सूची से हटाएँ');
    await page.locator('.dialog__foot').getByText('बंद करें').click();

    await person.press('आपका खाता');
    await page.getByText(`${shop.username} के नाम से लॉग इन`, { exact: true }).waitFor();
    expect((await latinWords(page)).filter((text) => !text.includes(shop.username))).toEqual([]);
    await page.keyboard.press('Escape');

    await person.press('English');
    await page.getByRole('heading', { name: 'Price Margins' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-IN');
    await person.leaves();
  });
});

it('is in the first language of the browser that there is, until somebody chooses', async () => {
  const person = await Person.at(site, 1440, undefined, { locale: 'hi-IN' });
  await person.page.goto('/login');
  await person.page.getByRole('heading', { name: 'फिर से स्वागत है' }).waitFor();
  await person.press('English');
  await person.page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
  await person.page.reload();
  await person.page.getByRole('heading', { name: 'WELCOME BACK' }).waitFor();
  await person.leaves();
});
