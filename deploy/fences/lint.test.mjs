// Proves that the lint rules that this repository relies on work: the files of the table break one rule alone, or none.
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ESLint } from 'eslint';
import { ROOT } from '../local/run.mjs';
import { folderWith } from '../local/specs/folder-with.mjs';

const [SERVER, WEB] = ['apps/pricing/src', 'apps/web/src'];
const ANY = 'export const a: any = 1;\n';
const OF_ESLINT = '// eslint-disable-next-line @typescript-eslint/no-explicit-any';

/** Files by the rule that they break. */
const BREAKING = [
  ['@typescript-eslint/no-floating-promises', `${SERVER}/unawaited.ts`, 'async function save(): Promise<void> {}\nsave();\n'],
  ['@typescript-eslint/no-explicit-any', `${SERVER}/any.ts`, ANY],
  [
    '@typescript-eslint/consistent-type-imports',
    `${SERVER}/type.ts`,
    "import { Shop } from './shop.js';\nexport const a: Shop = 1;\n",
  ],
  ['no-restricted-syntax', `${SERVER}/environment.ts`, 'export const a = process.env.HOME;\n'],
  [
    'no-restricted-syntax',
    `${SERVER}/only.spec.ts`,
    'declare const describe: { only: { each(rows: number[]): (name: string) => void } };\ndescribe.only.each([1])("%d");\n',
  ],
  [
    'react-hooks/rules-of-hooks',
    `${WEB}/hooks.ts`,
    `declare function useState(first: number): number;
     export function useOdd(isOdd: boolean): number {
       if (isOdd) return useState(1);
       return 0;
     }`,
  ],
  ['no-restricted-syntax', `${WEB}/said-in-text.tsx`, 'export const Rates = () => <b>Rates</b>;\n'],
  ['no-restricted-syntax', `${WEB}/said-in-name.tsx`, 'export const Close = () => <button aria-label="Close" />;\n'],
  [
    'no-restricted-syntax',
    `${WEB}/said-in-choice.tsx`,
    "export const Switch = ({ isOn }: { isOn: boolean }) => <b>{isOn ? 'On' : 1}</b>;\n",
  ],
  ['fences/kebab-file-name', `${SERVER}/kebabFileName.ts`, 'export const a = 1;\n'],
  ['fences/reasoned-suppression', `${SERVER}/suppressed.ts`, `${OF_ESLINT}\n${ANY}`],
  ['max-lines', `${SERVER}/long.ts`, 'void 0;\n'.repeat(401)],
];

/** What looks alike and is allowed. */
const ALLOWED = [
  [`${SERVER}/main.ts`, 'export const a = process.env.HOME;\n'],
  [`${SERVER}/well-suppressed.ts`, `${OF_ESLINT} -- the reason stands here\n${ANY}`],
  [`${SERVER}/shop.ts`, 'export type Shop = number;\n'],
  [
    `${WEB}/said-by-message.tsx`,
    `const words = { rates: 'Rates' };
     export const Rates = ({ percent }: { percent: number }) => (
       <p className="num" title={\`\${words.rates} · \${percent}%\`}>
         ₹ {words.rates} {percent > 0 && <b className="up">{percent}%</b>}
       </p>
     );`,
  ],
];

const TYPES = {
  compilerOptions: { strict: true, target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext' },
  include: ['apps'],
};

describe('lint rules', () => {
  const found = {};
  before(async () => {
    const files = [...BREAKING.map(([, path, text]) => [path, text]), ...ALLOWED];
    const cwd = folderWith({ ...Object.fromEntries(files), 'tsconfig.json': JSON.stringify(TYPES) });
    const parserOptions = { project: ['./tsconfig.json'], tsconfigRootDir: cwd };
    const overrideConfigFile = join(ROOT, 'eslint.config.mjs');
    const eslint = new ESLint({ cwd, overrideConfigFile, overrideConfig: { languageOptions: { parserOptions } } });
    for (const { filePath, messages } of await eslint.lintFiles(['apps'])) {
      found[basename(filePath)] = messages.map(({ ruleId }) => ruleId);
    }
  });

  for (const [rule, path] of BREAKING) it(`${rule} bites`, () => assert.deepEqual(found[basename(path)], [rule]));

  it('the environment is read in main.ts, a suppression with its reason passes, and signs are no words', () => {
    for (const [path] of ALLOWED) assert.deepEqual(found[basename(path)], [], path);
  });
});
