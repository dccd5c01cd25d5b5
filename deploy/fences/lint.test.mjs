// Proves that the lint rules that this repository relies on work: `fixtures/lint` has a file for each rule that breaks it
// alone.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const FIXTURES = fileURLToPath(new URL('./fixtures/lint', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../eslint.config.mjs', import.meta.url));
const parserOptions = { project: ['./tsconfig.json'], tsconfigRootDir: FIXTURES };

const broken = {
  'no-floating-promises.ts': '@typescript-eslint/no-floating-promises',
  'no-explicit-any.ts': '@typescript-eslint/no-explicit-any',
  'consistent-type-imports.ts': '@typescript-eslint/consistent-type-imports',
  'no-restricted-syntax.ts': 'no-restricted-syntax',
  'only.spec.ts': 'no-restricted-syntax',
  'hooks.ts': 'react-hooks/rules-of-hooks',
  'said-in-text.tsx': 'no-restricted-syntax',
  'said-in-name.tsx': 'no-restricted-syntax',
  'said-in-choice.tsx': 'no-restricted-syntax',
  'kebabFileName.ts': 'fences/kebab-file-name',
  'reasoned-suppression.ts': 'fences/reasoned-suppression',
};

describe('lint rules', () => {
  let eslint;
  let found;
  before(async () => {
    eslint = new ESLint({
      cwd: FIXTURES,
      overrideConfigFile: CONFIG,
      overrideConfig: { languageOptions: { parserOptions } },
    });
    const results = await eslint.lintFiles(['apps']);
    found = new Map(results.map(({ filePath, messages }) => [filePath.split('/').pop(), messages.map(({ ruleId }) => ruleId)]));
  });

  for (const [file, rule] of Object.entries(broken)) {
    it(`${rule} bites`, () => assert.deepEqual(found.get(file), [rule]));
  }

  it('max-lines bites', async () => {
    const [{ messages }] = await eslint.lintText('void 0;\n'.repeat(401), { filePath: 'long.mjs' });
    assert.deepEqual(
      messages.map(({ ruleId }) => ruleId),
      ['max-lines'],
    );
  });

  it('the environment is read in main.ts, a suppression with its reason passes, and signs are no words', () => {
    const passing = ['main.ts', 'well-suppressed.ts', 'shop.ts', 'said-by-message.tsx'];
    assert.deepEqual(
      passing.map((file) => found.get(file)),
      passing.map(() => []),
    );
  });
});
