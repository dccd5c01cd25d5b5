// Compiles the texts of pages, for the bundle and for specs: JSON with ICU messages becomes JSON that `say` reads without a
// parser. Those of boards have plain arguments alone, so they are checked and stay as they are.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The languages of boards, `hi.json` in libs/words, and those of pages, `pages/hi/dashboard.json`. */
export const LANGUAGE_FILE = /\/src\/languages\/(?:pages\/[a-z]+\/)?[a-z-]+\.json$/;
export const BOARD_LANGUAGE_FILE = /\/src\/languages\/[a-z]+\.json$/;

/** The attribute of an import that is loaded on use. */
const LAZY_JSON = /,\s*\{\s*with:\s*\{\s*type:\s*'json'\s*\}\s*\}/g;

/** The Vite plugin. */
export function messages() {
  let isServed = false;
  return {
    name: 'sarafa-messages',
    // Before Vite makes a module of the JSON.
    enforce: 'pre',
    configResolved: ({ command }) => void (isServed = command === 'serve'),
    transform: (text, id) => {
      if (LANGUAGE_FILE.test(id)) return { code: compileMessages(text, id) };
      // In development Vite serves the module that it makes of the JSON, and leaves the attribute, which asks the browser for JSON.
      return isServed && id.includes('/src/') && LAZY_JSON.test(text) ? { code: text.replaceAll(LAZY_JSON, '') } : undefined;
    },
  };
}

/**
 * The file as JSON, compiled for a page. Throws for a message that isn't ICU MessageFormat, or has what nothing says yet. Boards
 * know no choices (plurals and the like) and no quotes, because these would be code in every board's script.
 */
export function compileMessages(text, path) {
  return JSON.stringify(
    treeOf(JSON.parse(text), BOARD_LANGUAGE_FILE.test(path) ? checked : (message) => compiled(parse(message), message)),
  );
}

function treeOf(tree, of) {
  if (typeof tree === 'string') return of(tree);
  if (Array.isArray(tree)) return tree.map((part) => treeOf(part, of));
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, treeOf(part, of)]));
}

function checked(message) {
  const read = parse(message).map(({ type, value }) =>
    type === TYPE.argument ? `{${value}}` : type === TYPE.literal && value,
  );
  if (read.join('') !== message) throw new Error(`A board can't say this: ${message}`);
  return message;
}

/**
 * A text without arguments stays a text; any other becomes a list in which texts and names of arguments alternate. In the place
 * of a name there may be a choice: `{by: 'count', isPlural: true, of: {one: …, other: …}}`.
 */
function compiled(elements, message, counted) {
  const parts = [''];
  for (const { type, value, options, offset } of elements) {
    if (type === TYPE.literal) parts[parts.length - 1] += value;
    else if (type === TYPE.argument) parts.push(value, '');
    else if (type === TYPE.pound) parts.push(counted, '');
    else if (type === TYPE.select || (type === TYPE.plural && !offset)) {
      const isPlural = type === TYPE.plural;
      const of = Object.entries(options).map(([key, option]) => [
        key,
        compiled(option.value, message, isPlural ? value : counted),
      ]);
      parts.push({ by: value, isPlural, of: Object.fromEntries(of) }, '');
    } else throw new Error(`This kind of argument is not supported: ${message}`);
  }
  return parts.length === 1 ? parts[0] : parts;
}
