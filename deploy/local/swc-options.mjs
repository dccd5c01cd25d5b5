/** How TypeScript becomes JavaScript where types aren't checked: in specs, and in `npm run dev`. The same as tsconfig.base.json. */
export const swcOptions = (tsx) => ({
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', tsx, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
  },
});
