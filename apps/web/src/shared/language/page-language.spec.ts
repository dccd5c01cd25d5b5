import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from '@jest/globals';
import { ErrorCode, texts } from '@sarafa/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import answers from '../../languages/pages/hi/answers.json' with { type: 'json' };
import { say } from './page-language.js';
import boards from '../../languages/pages/en/boards.json' with { type: 'json' };
import english from '../../languages/pages/en/dashboard.json' with { type: 'json' };

const FOLDER = join(process.cwd(), 'src/languages/pages');
const CONTRACTS = join(process.cwd(), '../../libs/contracts/src');
type Tree = { readonly [key: string]: Tree } | readonly string[] | string;

const names = (language: string) => readdirSync(join(FOLDER, language)).sort();
const read = (language: string, name: string) =>
  JSON.parse(readFileSync(join(FOLDER, language, name), 'utf8')) as { readonly [key: string]: Tree };

/** Each message by its path, `dashboard.json.hold.till`. */
function messagesOf(tree: Tree, path: readonly string[]): [string, string][] {
  if (typeof tree === 'string') return [[path.join('.'), tree]];
  return Object.entries(tree).flatMap(([key, part]) => messagesOf(part, [...path, key]));
}

/** The names of a message's arguments, those within choices too. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element) => {
    if (element.type === TYPE.argument) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return [element.value, ...Object.values(element.options).flatMap((option) => argumentsOf(option.value))];
  });
  return [...new Set(found)].sort();
}

/** What a message says, without its arguments. */
function wordsOf(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return ' ';
      return Object.values(element.options)
        .map((option) => wordsOf(option.value))
        .join(' ');
    })
    .join('');
}

/** What stays Latin in Hindi: units of files, names of formats, of paper and of the trade, times of day, and signs in a username. */
const LATIN = /\b(CGST|SGST|IGST|HUID|PAN|VA|A5|MB|MP4|H\.264|PNG|JPEG|JSON|UTC|am)\b/g;
/** The code that says messages; some are named by what the contracts and the domain know. */
const source = ['src', '../../libs/contracts/src', '../../libs/domain/src']
  .map((folder) => join(process.cwd(), folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|test)\.|languages/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the languages of pages', () => {
  const own = names('en').flatMap((name) => messagesOf(read('en', name), [name]));
  const hindi = names('hi')
    .filter((name) => name !== 'answers.json')
    .flatMap((name) => messagesOf(read('hi', name), [name]));

  it('have every message, with the same arguments', () => {
    const outline = (messages: [string, string][]) =>
      messages.map(([path, message]) => [path, argumentsOf(parse(message)).join()]);
    expect(outline(hindi)).toEqual(outline(own));
  });

  it('are in their own script, and say something', () => {
    const all = [...hindi, ...messagesOf(read('hi', 'answers.json'), ['answers.json'])];
    const words = all.map(([path, message]) => [path, wordsOf(parse(message))] as const);
    expect(words.filter(([, said]) => /[a-z]/i.test(said.replace(LATIN, '')))).toEqual([]);
    expect(all.filter(([, message]) => !message.trim())).toEqual([]);
  });

  it('have no message that nothing says', () => {
    const keysOf = (tree: Tree): string[] =>
      typeof tree === 'string' || Array.isArray(tree)
        ? []
        : Object.entries(tree).flatMap(([key, part]) => [key, ...keysOf(part as Tree)]);
    const keys = names('en').flatMap((name) => keysOf(read('en', name)));
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(source))).toEqual([]);
  });

  it('put arguments where the language has them, and choose by them', () => {
    expect(say(english.hold.till, { time: '9:00 pm' })).toBe('Hold till 9:00 pm');
    expect([1, 2].map((count) => say(english.upload.total, { count, megabytes: '1.0' }))).toEqual([
      '1 file, 1.0 MB',
      '2 files, 1.0 MB',
    ]);
    expect([true, false].map((isOn) => say(boards.switches.show_day_change.saved, { isOn }))).toEqual([
      'Your boards show today’s change',
      'Your boards don’t show today’s change',
    ]);
  });
});

describe('the server’s answers in another language', () => {
  /** Only developers get these to read. */
  const TECHNICAL = [
    ...[texts.errors.malformedId, texts.errors.nothingHere, texts.errors.noSuchFile, texts.errors.notUtf8],
    ...[texts.errors.notJson, texts.errors.forbiddenKey],
  ] as readonly string[];
  const patterns = (table: object) =>
    Object.keys(table).map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\w+\}/)
            .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('.+')}$`,
        ),
    );
  const missing = (said: readonly string[], table: object) =>
    said.filter((text) => !patterns(table).some((pattern) => pattern.test(text)));

  it('are there for each code', () => {
    expect(Object.keys(answers.codes)).toEqual([...ErrorCode.options, 'OTHER']);
  });

  it('are there for each text of the contracts, and for no other', () => {
    const textsIn = (tree: unknown): string[] => {
      if (typeof tree === 'string') return [tree];
      // A text with arguments depends on them: one for each way in which it may begin.
      if (typeof tree === 'function')
        return [tree as (...values: unknown[]) => string].flatMap((text) => [
          text(1, 1),
          text(2, 'video'),
          text(false, 'image'),
        ]);
      return Object.values(tree as object).flatMap(textsIn);
    };
    // The end of a sentence about a field is among the fields.
    const said = textsIn(texts).filter((text) => !TECHNICAL.includes(text));
    expect(missing(said, { ...answers.texts, ...answers.fields })).toEqual([]);
    expect(patterns(answers.texts).filter((pattern) => !said.some((text) => pattern.test(text)))).toEqual([]);
  });

  it('are there for what is said of fields that people fill in', () => {
    const files = ['accounts', 'custom-tables', 'holds', 'rate-lists', 'rate-rows-editing', 'screens', 'sent', 'shops'];
    const code = files.map((name) => readFileSync(join(CONTRACTS, `${name}.ts`), 'utf8')).join('\n');
    const said = [...code.matchAll(/['`]((?:must|may|is) [^'`\n]+)['`]/g)].map(([, text]) => text!.replace(/\$\{.*?\}/g, '1'));
    expect(said.length).toBeGreaterThan(20);
    // Nobody can type these: milliseconds are chosen, and booleans are switches.
    const chosen = ['must be whole milliseconds', 'must be true or false'];
    expect(missing(said, answers.fields).filter((text) => !chosen.includes(text))).toEqual([]);
  });
});
