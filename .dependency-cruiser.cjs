/**
 * Which way imports may run (docs/architecture.md). For every rule `deploy/fences/fences.test.mjs` has files that break
 * the rule, and proves that the rule finds them.
 */
const SPECS = '\\.(spec|int-spec|e2e-spec|journey-spec|test)\\.tsx?$';
/** What the specs of one project have in common. */
const SHARED_BY_SPECS = '^(apps|libs)/[^/]+/src/testing/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** A package, wherever it is installed. */
const packages = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);

module.exports = {
  forbidden: [
    rule('no-cycles', 'What imports each other is one thing; decorated classes even fail at start.', {}, { circular: true }),
    rule('no-unresolved', 'An import that leads nowhere fails at start.', {}, { couldNotResolve: true }),
    rule(
      'own-dependencies',
      'A package names what it imports in its own package.json.',
      { path: '^(apps|libs)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'contracts-on-zod-only',
      'Browser and server read the contracts: they may drag nothing along.',
      { path: '^libs/contracts/src/', pathNot: SPECS },
      { pathNot: ['^libs/contracts/', ...packages('zod')] },
    ),
    rule(
      'domain-is-pure',
      'The rules of the trade need no input or output: contracts and decimal.js, nothing else.',
      { path: '^libs/domain/src/', pathNot: SPECS },
      { pathNot: ['^libs/(domain|contracts)/', ...packages('decimal\\.js')] },
    ),
    rule(
      'words-on-domain',
      'Boards on televisions contain what the words import.',
      { path: '^libs/words/src/', pathNot: SPECS },
      { pathNot: '^libs/(words|contracts|domain)/' },
    ),
    rule('libs-below-apps', 'Libraries know no app.', { path: '^libs/' }, { path: '^apps/' }),
    rule(
      'server-on-contracts',
      'The server library is nothing domain-specific.',
      { path: '^libs/server/', pathNot: [SPECS, SHARED_BY_SPECS] },
      { path: '^libs/', pathNot: '^libs/(server|contracts)/' },
    ),
    rule(
      'testing-on-contracts',
      'The testing library stands on contracts and server.',
      { path: '^libs/testing/' },
      { path: '^libs/', pathNot: '^libs/(testing|contracts|server)/' },
    ),
    rule(
      'testing-in-specs-only',
      'What helps specs never reaches the product.',
      { pathNot: [SPECS, SHARED_BY_SPECS, '^libs/testing/', '^apps/e2e/', '^deploy/'] },
      { path: ['^libs/testing/', SHARED_BY_SPECS] },
    ),
    rule(
      'apps-apart',
      'Services speak over the bus, never by import.',
      { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'standalone-takes-app-entries',
      'Of an app, standalone sees <name>.app.ts alone.',
      { path: '^apps/standalone/' },
      { path: '^apps/', pathNot: '^apps/(standalone/|([^/]+)/src/\\2\\.app\\.ts$)' },
    ),
    rule(
      'web-on-contracts-and-domain',
      'The web app shares contracts, domain and the words of boards with the server, nothing that needs Node.',
      { path: '^apps/web/src/', pathNot: SPECS },
      { path: '^libs/', pathNot: '^libs/(contracts|domain|words)/' },
    ),
    rule(
      'web-without-node',
      'Browsers have no Node modules.',
      { path: '^apps/web/src/', pathNot: SPECS },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'web-features-apart',
      'A feature knows of another what its index.ts shows: what belongs to none is shared.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1/|[^/]+/index\\.ts$)' },
    ),
    rule(
      'web-features-below-app',
      'app -> features -> shared.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    rule(
      'web-shared-at-the-bottom',
      'app -> features -> shared.',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    rule(
      'e2e-is-black-box',
      'It knows the product by its contracts and its doors.',
      { path: '^apps/e2e/' },
      { path: '^libs/', pathNot: '^libs/(contracts|domain|testing)/' },
    ),
    rule(
      'e2e-areas-apart',
      "An area of specs doesn't run again for another area's files: what two need is shared.",
      { path: '^apps/e2e/src/([^/]+)/' },
      { path: '^apps/e2e/src/', pathNot: '^apps/e2e/src/($1|shared)/' },
    ),
    rule(
      'e2e-boards-without-product',
      "The specs of boards don't run again for a change in the server, so they don't start it.",
      { path: '^apps/e2e/src/boards/' },
      { path: '^apps/e2e/src/shared/(harness|parts|portal-person|edited-shop)\\.ts$' },
    ),
    rule(
      'database-in-repositories',
      'Queries stand in repositories, documents in schemas, and nowhere else.',
      { path: '^(apps|libs)/', pathNot: [SPECS, SHARED_BY_SPECS, '\\.(schema|repository)\\.ts$', '^libs/(server|testing)/'] },
      { path: packages('mongoose', 'mongodb') },
    ),
    rule(
      'mongoose-module-in-modules',
      'Beside schemas and repositories only the wiring knows of Mongoose.',
      { path: '^(apps|libs)/', pathNot: [SPECS, '\\.(schema|repository|module)\\.ts$', '^libs/server/'] },
      { path: packages('@nestjs/mongoose') },
    ),
    rule(
      'gateway-without-database',
      'The gateway answers from memory, also while the database is down, so it loads no driver, by way of a library either.',
      { path: '^apps/gateway/', pathNot: SPECS },
      { path: packages('mongoose', 'mongodb', '@nestjs/mongoose'), reachable: true },
    ),
    rule(
      'product-packages-only',
      'Images carry no development packages.',
      { path: '^(apps|libs)/[^/]+/src/', pathNot: [SPECS, SHARED_BY_SPECS, '^libs/testing/', '^apps/e2e/'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Built files aren't sources.
    exclude: { path: '^(apps|libs)/[^/]+/(dist|\\.results)/' },
    // Imports of types count too, because they connect files just as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.base.json` },
    // 'development' resolves to the libraries' sources.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'types', 'import', 'node', 'default'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
};
