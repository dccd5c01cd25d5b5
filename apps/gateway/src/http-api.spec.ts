import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@sarafa/contracts';
import { format, resolveConfig } from 'prettier';
import type { z } from 'zod';
import { routes } from './gateway.routes.js';

const FILE = fileURLToPath(new URL('../../../libs/contracts/src/http-api.ts', import.meta.url));
const names = new Map(Object.entries(contracts).map(([name, contract]) => [contract as unknown, name]));

/** A stream is no answer with a contract. */
const read = routes.filter(({ mediaType }) => !mediaType);

async function source(): Promise<string> {
  const used = new Set<string>();
  /** The expression that gives a contract: `ShopDashboard` or `z.array(ShopDashboard)`. */
  const expression = (contract: z.ZodType, path: string): string => {
    const name = names.get(contract);
    const { element } = contract as unknown as z.ZodArray<z.ZodType>;
    if (name) used.add(name);
    else if (!element) throw new Error(`The answer of ${path} is no contract of libs/contracts`);
    return name ?? `z.array(${expression(element, path)})`;
  };
  const entries = read.map(({ method, path, access, fresh, status, answers }) => {
    const documented = path.replaceAll(/:(\w+)/g, '{$1}');
    return `'${method.toUpperCase()} ${documented}': { access: ${JSON.stringify(access)}, ${fresh ? `fresh: '${fresh}', ` : ''}status: ${status}, answer: ${expression(answers, path)} },`;
  });
  return format(
    `// Made from the gateway's controllers by \`npm run api\`; not edited by hand.
    import { z } from 'zod';
    import { ${[...used].sort().join(', ')} } from './index.js';

    /** The routes that clients ask: who may, when it takes a fresh sign-in, the status of success and the contract of its answer. */
    export const httpApi = { ${entries.join('\n')} } as const;

    /** \`GET /prices/user/{id}\` */
    export type HttpRoute = keyof typeof httpApi;

    /** What a route answers when all goes well. */
    export type AnswerTo<R extends HttpRoute> = z.output<(typeof httpApi)[R]['answer']>;
    `,
    { ...(await resolveConfig(FILE)), parser: 'typescript' },
  );
}

describe('the table of routes for clients', () => {
  it('is that of the controllers: `npm run api` writes it', async () => {
    const made = await source();
    if (process.env.WRITE_HTTP_API) await writeFile(FILE, made);
    expect(await readFile(FILE, 'utf8')).toBe(made);
  });
});
