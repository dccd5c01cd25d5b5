// Compiles the files of src/languages, for the bundle and for specs: JSON with ICU messages becomes JSON that `say` reads
// without a parser.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The languages of boards, `hi.json`, and those of pages, `pages/hi/dashboard.json`. */
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
 * The compiled file as JSON. Throws for a message that isn't ICU MessageFormat, or has what nothing says yet. Boards know no
 * choices (plurals and the like), because these would be code in every board's script.
 */
export function compileMessages(text, path) {
  const withChoices = !BOARD_LANGUAGE_FILE.test(path);
  return JSON.stringify(compiledTree(JSON.parse(text), withChoices));
}

function compiledTree(tree, withChoices) {
  if (typeof tree === 'string') return compiled(parse(tree), withChoices, tree);
  if (Array.isArray(tree)) return tree.map((part) => compiledTree(part, withChoices));
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, compiledTree(part, withChoices)]));
}

/**
 * A text without arguments stays a text; any other becomes a list in which texts and names of arguments alternate. In the place
 * of a name there may be a choice: `{by: 'count', isPlural: true, of: {one: …, other: …}}`.
 */
function compiled(elements, withChoices, message, counted) {
  const parts = [''];
  for (const { type, value, options, offset } of elements) {
    if (type === TYPE.literal) parts[parts.length - 1] += value;
    else if (type === TYPE.argument) parts.push(value, '');
    else if (type === TYPE.pound) parts.push(counted, '');
    else if (withChoices && (type === TYPE.select || (type === TYPE.plural && !offset))) {
      const isPlural = type === TYPE.plural;
      const of = Object.entries(options).map(([key, option]) => [
        key,
        compiled(option.value, withChoices, message, isPlural ? value : counted),
      ]);
      parts.push({ by: value, isPlural, of: Object.fromEntries(of) }, '');
    } else throw new Error(`This kind of argument is not supported: ${message}`);
  }
  return parts.length === 1 ? parts[0] : parts;
}
