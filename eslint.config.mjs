import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { fences } from './deploy/fences/eslint-rules.mjs';

const SOURCES = ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.{ts,tsx}'];
/**
 * The only places that may read the environment. What an app reads is declared in its configuration, which is checked at start.
 */
const READS_ENVIRONMENT = [
  ...['libs/server/src/config*.ts', 'apps/*/src/main.ts'],
  ...['libs/testing/src/**', 'apps/e2e/src/**', '**/*.spec.ts', '**/*.int-spec.ts', '**/*.test.tsx'],
];

/** The specs of every ring, and those of `node:test`. */
const SPECS = ['**/*.spec.ts', '**/*.{int,e2e,journey}-spec.ts', '**/*.test.tsx', '**/*.test.mjs'];

const READ_ELSEWHERE = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only configuration reads the environment (libs/server/src/config.ts).',
  },
  {
    selector: "ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name='env']",
    message: 'Only configuration reads the environment (libs/server/src/config.ts).',
  },
];

/** A word in one language within a component: as text, or as a name that people read or hear. */
const SAID_IN_PLACE = [
  'JSXText[value=/\\p{L}/u]',
  ...[
    ':matches(JSXElement, JSXFragment) > JSXExpressionContainer',
    'JSXAttribute[name.name=/^(aria-label|title|placeholder|label|description|alt)$/]',
    'JSXAttribute[name.name=/^(aria-label|title|placeholder|label|description|alt)$/] > JSXExpressionContainer',
  ].flatMap((place) => [
    `${place} > Literal[value=/\\p{L}/u]`,
    `${place} > :matches(ConditionalExpression, LogicalExpression) > Literal[value=/\\p{L}/u]`,
    `${place} > TemplateLiteral > TemplateElement[value.raw=/\\p{L}/u]`,
  ]),
].map((selector) => ({ selector, message: 'What people read is a message in every language (apps/web/src/languages).' }));

const IN_BROWSERS = ['apps/web', 'apps/e2e'];

const exists = (path) => existsSync(join(import.meta.dirname, path));

function projects() {
  return ['apps', 'libs'].flatMap((kind) => readdirSync(join(import.meta.dirname, kind)).map((name) => `${kind}/${name}`));
}

/**
 * The TypeScript programs with the types of a project's files: one program for everything that runs on Node, so that it is read
 * once, and the project's own for code that runs in a browser. One list for all projects would be searched for every file.
 */
function typesOf(project) {
  const own = [`${project}/tsconfig.spec.json`, `${project}/src/service-worker/tsconfig.json`];
  return {
    files: [`${project}/src/**/*.{ts,tsx}`],
    languageOptions: {
      parserOptions: {
        project: IN_BROWSERS.includes(project) ? own.filter(exists) : ['tsconfig.check.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  };
}

export default tseslint.config(
  {
    ignores: ['**/node_modules', '**/dist', '**/.results', '.nx', '.data', '.cache', 'apps/web/public'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    plugins: { fences },
    rules: {
      'fences/kebab-file-name': 'error',
      'fences/reasoned-suppression': 'error',
      'max-lines': ['error', 400],
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 10 },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A schema and the type of what it parses have the same name.
      '@typescript-eslint/no-redeclare': 'off',
      // Nest's modules are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  ...projects().map(typesOf),
  {
    files: SOURCES,
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: SOURCES,
    ignores: READS_ENVIRONMENT,
    rules: {
      'no-restricted-syntax': ['error', ...READ_ELSEWHERE],
    },
  },
  {
    files: ['apps/web/src/**/*.tsx'],
    ignores: SPECS,
    rules: {
      'no-restricted-syntax': ['error', ...READ_ELSEWHERE, ...SAID_IN_PLACE],
    },
  },
  {
    files: SPECS,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='only'][object.name=/^(describe|it|test)$/]",
          message: 'All specs run, not this one alone.',
        },
        {
          selector: "CallExpression[callee.name=/^(fdescribe|fit)$/][arguments.0.type='Literal']",
          message: 'All specs run, not this one alone.',
        },
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
);
