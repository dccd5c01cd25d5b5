// `node deploy/local/recorded.mjs NAME PROGRAM ARGUMENTS...`: runs a check in the workspace's root. What it prints goes to
// .results/NAME.txt too, which `npm test` reads and Nx keeps while nothing changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { notFromCache } from './cached.mjs';
import { ROOT, capture } from './run.mjs';

const [name, program, ...args] = process.argv.slice(2);
notFromCache();
const env = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
const { code, output } = await capture(program, args, { env });
mkdirSync(join(ROOT, '.results'), { recursive: true });
writeFileSync(join(ROOT, '.results', `${name}.txt`), output);
process.stdout.write(output);
process.exitCode = code;
