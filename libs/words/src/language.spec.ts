import { describe, expect, it } from '@jest/globals';
import { Language } from '@sarafa/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allLanguages } from './all.js';
import { digits, english, say, withDigits } from './language.js';

const FOLDER = join(process.cwd(), 'src/languages');
/** By their names in Unicode. */
const NUMBERING: Record<Language, string> = {
  ...{ en: 'latn', hi: 'deva', mr: 'deva', gu: 'gujr', ta: 'tamldec', te: 'telu', kn: 'knda', ml: 'mlym', bn: 'beng' },
  pa: 'guru',
};
type Tree = { readonly [key: string]: Tree } | readonly string[] | string;

const read = (language: string) => JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Tree;

/** Each message by its path, `state.asOf`. */
function pathsOf(tree: Tree, path: readonly string[] = []): [string, string][] {
  if (typeof tree === 'string') return [[path.join('.'), tree]];
  return Object.entries(tree).flatMap(([key, part]) => pathsOf(part, [...path, key]));
}

/** Every text of compiled messages. */
function textsOf(part: unknown): string[] {
  return typeof part === 'string' ? [part] : Object.values(part as object).flatMap(textsOf);
}

const argumentsOf = (message: string) => [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
const source = ['src', '../../apps/web/src', '../../apps/media/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|test)\./.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the languages of boards', () => {
  const own = pathsOf(read('en'));

  it('are a file each', () => {
    expect(
      readdirSync(FOLDER)
        .filter((name) => name.endsWith('.json'))
        .sort(),
    ).toEqual(Language.options.map((language) => `${language}.json`).sort());
  });

  it.each(Language.options.filter((language) => language !== 'en'))(
    '%s has every message, with the same arguments',
    (language) => {
      const others = pathsOf(read(language));
      expect(others.map(([path, message]) => [path, argumentsOf(message)])).toEqual(
        own.map(([path, message]) => [path, argumentsOf(message)]),
      );
      const latin = others.filter(
        ([path, message]) => path !== 'lang' && /[a-z]{2}/i.test(message.replace(/\{\w+\}|GST/g, '')),
      );
      expect(latin).toEqual([]);
      expect(others.filter(([, message]) => !message.trim())).toEqual([]);
    },
  );

  it.each(Language.options)('%s names itself, and its digits', (language) => {
    const { lang, zero } = allLanguages[language];
    expect(lang).toBe(language === 'en' ? 'en-IN' : language);
    const shown = Intl.NumberFormat(lang, { numberingSystem: NUMBERING[language], useGrouping: false }).format(9_876_543_210);
    expect(digits(9_876_543_210, { zero })).toBe(shown);
  });

  it.each(Language.options)('%s has no Latin digit left with its own digits, and none of its own without', (language) => {
    const messages = allLanguages[language];
    const own = language === 'en' ? /[^\P{Nd}0-9]/u : /[0-9]/;
    expect(textsOf(withDigits(messages, true)).filter((text) => own.test(text))).toEqual([]);
    expect(textsOf(withDigits(messages, false)).filter((text) => /[^\P{Nd}0-9]/u.test(text))).toEqual([]);
    expect(withDigits(messages, true)).toMatchObject({ state: messages.state, ads: messages.ads });
  });

  it('say numbers in the digits of their messages, and leave what people have typed', () => {
    const hindi = withDigits(allLanguages.hi, true);
    expect(say(hindi.karats, { karats: 22 }, hindi)).toBe('२२ कैरेट सोना');
    expect(hindi.labels.gold_22k).toEqual({ name: '२२ कैरेट सोना', unit: '(१० ग्राम)' });
    expect(say(hindi.dutyOf.gold, { percent: 5.5 }, hindi)).toBe('सोना ५.५%');
    expect(say(hindi.state.listed, { name: 'Zaveri 24', time: digits('9:40 am', hindi) })).toBe(
      'Zaveri 24 का भाव, ९:४० am पर तय',
    );
    expect(digits('1,23,456', hindi)).toBe('१,२३,४५६');
  });

  it('have no message that nothing says', () => {
    const keys = Object.entries(read('en')).flatMap(([key, part]) =>
      typeof part === 'string' || Array.isArray(part) ? [key] : [key, ...Object.keys(part)],
    );
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(source))).toEqual([]);
  });

  it('put arguments where the language has them', () => {
    expect(say(english.state.listed, { name: 'Zaveri', time: '9:40 am' })).toBe('Zaveri rate, set 9:40 am');
    expect(say(english.page, { page: 1, pages: 2 })).toBe('Page 1 of 2');
    expect(say(english.noRate, {})).toBe('No rate');
  });
});
