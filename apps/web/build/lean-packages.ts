import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const JSON_SCHEMA = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/;
const REACT_DOM = /\/react-dom\/cjs\/react-dom(-client)?\.production\.js$/;
const HINTS =
  /^exports\.(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule) = function [^]*?\n};\n|,\n  D: prefetchDNS,[^]*?M: preinitModuleScript(?=\n};)/gm;

/**
 * Leaves unused parts of packages out of the bundle that each use of them would otherwise bring along: of zod the writer of JSON
 * schemas and its English error messages (the contracts have messages of their own wherever a person may type something wrong),
 * of react-dom the functions that ask a browser to fetch files early. Together these are a fourteenth of the board's script.
 */
export function leanPackages(): Plugin {
  return {
    name: 'sarafa-lean-packages',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (SENTENCES.test(id)) return `export default () => ({ localeError: () => 'is not valid' });`;
      if (REACT_DOM.test(id)) return readFileSync(id, 'utf8').replace(HINTS, '');
      if (!JSON_SCHEMA.test(id)) return;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return `const none = () => undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`;
    },
  };
}
