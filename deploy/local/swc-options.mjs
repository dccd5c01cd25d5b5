/**
 * How TypeScript is compiled where types aren't checked: in specs and in `npm run dev`. The options match tsconfig.base.json.
 * @returns {import('@swc/core').Options}
 */
export const swcOptions = (tsx) => ({
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    // Node and Jest want `with { type: 'json' }` at imports of JSON.
    experimental: { keepImportAttributes: true },
    parser: { syntax: 'typescript', tsx, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
  },
});
