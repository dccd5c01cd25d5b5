/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { picture } from '../shared/picture.js';
import { pricedRow } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { todaysTv } from './board-edge/tv.js';

/** What reaches far above and below its line in each script, with the family that has its letters. */
const TITLES = {
  'Anek Devanagari': 'शुद्ध चाँदी कॄ ड्डू श्री',
  'Anek Gujarati': 'ચાંદી ક્ષ જ્ઞ દ્દૂ',
  'Anek Tamil': 'வெள்ளி க்ஷு ஸ்ரீ ணூ',
  'Anek Telugu': 'వెండి క్ష జ్ఞ స్త్రీ',
  'Anek Kannada': 'ಬೆಳ್ಳಿ ಕ್ಷ ಜ್ಞ ಸ್ತ್ರೀ',
  'Anek Malayalam': 'വെള്ളി ക്ഷ ജ്ഞ ഗ്ദ്ധ്രു',
  'Anek Bangla': 'রুপা ক্ষ জ্ঞ স্ত্রী',
  'Anek Gurmukhi': 'ਚਾਂਦੀ ਸ੍ਰੀ ਗੁਰੂ',
};
const NAME = 'हिंदी ગુજરાતી தமிழ் తెలుగు ಕನ್ನಡ മലയാളം বাংলা ਪੰਜਾਬੀ';
const rows = (titles: readonly string[]) => titles.map((title, index) => pricedRow(`row-${index}`, 157_821, { title }));

describe('names and titles in the scripts of India', () => {
  const tv = todaysTv();

  it('are written with our fonts, and no letter is cut above or below its line', async () => {
    const page = await tv.open({ shopName: NAME, cards: 0, ownRows: rows(Object.values(TITLES)) });
    const hasFonts = () =>
      page.evaluate(
        (titles) => titles.every(([family, title]) => document.fonts.check(`600 40px "${family}"`, title)),
        [...Object.entries(TITLES), ['Tiro Devanagari', 'हिंदी'] as const],
      );
    await until(hasFonts, 10_000, 100);
    await page.addStyleTag({ content: '.clock,.rail,.ground{visibility:hidden} .stage{transform:none!important}' });
    await picture(page, 'scripts');
    expect(await page.evaluate(faultsOfBoard)).toEqual([]);

    const seen = await page.screenshot();
    await page.addStyleTag({ content: '.cell__txt,.head__name{overflow:visible!important}' });
    expect((await page.screenshot()).equals(seen)).toBe(true);
    await page.close();
  });

  it('show nothing of the lines for which they have no room', async () => {
    const page = await tv.open({ cards: 12, ownRows: rows([...Object.values(TITLES), 'An endless title '.repeat(20)]) });
    const overflows = await page.$$eval('.cell__txt', (texts) =>
      texts
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
        .map((text) => getComputedStyle(text).overflowY),
    );
    expect(overflows).toEqual(['hidden']);
    await page.close();
  });

  it('are as large in Firefox, which counts what letters reach below the last line of a text as its height', async () => {
    const page = await tv.open({});
    const labelIn = async (language: 'hi' | 'mr') => {
      await tv.shows(page, { shop: { language } });
      return page.$eval('.tray', ({ style }) => style.getPropertyValue('--label'));
    };
    const usual = await labelIn('hi');
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollHeight')!;
      const inFirefox = function (this: Element) {
        const below = this.matches('.cell__txt') ? parseFloat(getComputedStyle(this).fontSize) / 2 : 0;
        return (get!.call(this) as number) + below;
      };
      Object.defineProperty(Element.prototype, 'scrollHeight', { get: inFirefox });
    });
    // Texts as long in the same script.
    expect(await labelIn('mr')).toBe(usual);
    expect(await page.$$eval('.cell__txt:not(.is-whole)', ({ length }) => length)).toBe(0);
    await page.close();
  });
});
