import { groupRupees } from '@sarafa/domain';
import { withDateTimes } from '../language/page-dates.js';
import { ownAnswers, say } from '../language/page-language.js';

// In English the server's texts are shown letter for letter. In another language the page says its own text in place of each that
// it knows, and of any other what the code means.

interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly message: string;
}

/** By the table of answers, what each of its texts with arguments looks like. */
const templates = new WeakMap<object, readonly Template[]>();

/** A text of the server, or one that the contracts have for both, in the language of the page. Any other text stays as it is. */
export function answerText(text: string): string {
  return ownText(text) ?? text;
}

/** Undefined in English, and for a text that nobody knows. */
function ownText(text: string): string | undefined {
  const answers = ownAnswers();
  return answers && known(answers.texts, text, {});
}

/** What is wrong with market sources, one fault after the other, in the language of the page and with the times that people know. */
export function sourceFaultsText(faults: string): string {
  return faults
    .split('; ')
    .map((fault) => withDateTimes(ownText(fault) ?? failureText(fault)))
    .join('; ');
}

/** Why a source gave no answer. No name of a source has a space. */
function failureText(fault: string): string {
  const space = fault.indexOf(' ');
  const failure = ownText(fault.slice(space + 1));
  return failure ? `${fault.slice(0, space)}: ${failure}` : fault;
}

/** Why the server has refused a call, in the language of the page. */
export function problemText(code: string, message: string): string {
  const own = ownAnswers();
  if (!own) return message;
  const codes: Readonly<Record<string, string>> = own.codes;
  return known(own.texts, message, {}) ?? codes[code] ?? own.codes.OTHER;
}

/** The number that ends `must be at most 9999999.99`, from ten thousand, as it is grouped wherever it is shown. */
const LARGE_BOUND = /^(must be at (?:most|least) )(-?\d{5,}(?:\.\d+)?)$/;

/** What is wrong with a field. The contracts' messages are the end of a sentence: 'must have at least 3 characters'. */
export function fieldText(label: string | undefined, fault: string): string {
  const message = fault.replace(LARGE_BOUND, (_, most: string, bound: string) => most + groupRupees(Number(bound)));
  const own = ownAnswers();
  if (!own) return label && /^[a-z]/.test(message) ? `${label} ${message}` : message;
  const named = { label: label ?? own.field };
  return known(own.fields, message, named) ?? known(own.texts, message, {}) ?? say(own.fieldFault, named);
}

function known(table: Readonly<Record<string, string>>, text: string, values: Readonly<Record<string, string>>) {
  const same = table[text];
  if (same) return say(same, values);
  if (!templates.has(table)) templates.set(table, templatesOf(table));
  for (const { pattern, names, message } of templates.get(table)!) {
    const match = pattern.exec(text);
    // What stands in the text may be one of the texts too: the interval in 'Fresh rates every 5 minutes'.
    const found = match && Object.fromEntries(names.map((name, index) => [name, answerText(match[index + 1]!)]));
    if (found) return say(message, { ...values, ...found });
  }
  return undefined;
}

/** The texts with arguments, `File {name} is too large.`, as patterns. */
function templatesOf(table: Readonly<Record<string, string>>): Template[] {
  return Object.entries(table)
    .filter(([text]) => text.includes('{'))
    .map(([text, message]) => {
      const pieces = text.split(/\{(\w+)\}/);
      const source = pieces.map((piece, index) => (index % 2 ? '(.+?)' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
      return {
        pattern: new RegExp(`^${source.join('')}$`, 's'),
        names: pieces.filter((_, index) => index % 2),
        message,
      };
    });
}
