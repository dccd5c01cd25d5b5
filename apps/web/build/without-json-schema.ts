import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const LEFT_OUT = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out what zod only needs to write JSON schemas, which hangs on every schema: a twentieth of the board's script, and
 * a television never writes one.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'sarafa-without-json-schema',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!LEFT_OUT.test(id)) return;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return `const none = () => undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`;
    },
  };
}
