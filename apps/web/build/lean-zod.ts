import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const JSON_SCHEMA = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/;

/**
 * Leaves out of zod what the web app has no use for, and what hangs on every schema: the half that writes JSON schemas, and its
 * English sentences about faults: the contracts have their own words for whatever a person may type wrongly. Together a fourteenth of the board's script.
 */
export function leanZod(): Plugin {
  return {
    name: 'sarafa-lean-zod',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (SENTENCES.test(id)) return `export default () => ({ localeError: () => 'is not valid' });`;
      if (!JSON_SCHEMA.test(id)) return;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return `const none = () => undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`;
    },
  };
}
