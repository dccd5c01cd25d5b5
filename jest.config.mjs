import { fileURLToPath } from 'node:url';
import { RINGS } from './deploy/local/rings.mjs';
import { swcOptions } from './deploy/local/swc-options.mjs';

/**
 * One configuration for every project: `deploy/local/jest.mjs` runs it in a project's folder, with the ring to run in RING.
 */
const ring = process.env.RING ?? 'unit';

const swc = (tsx) => ['@swc/jest', swcOptions(tsx)];

export default {
  rootDir: process.cwd(),
  testRegex: [RINGS[ring].source],
  // Keeps logs and pictures when a spec fails.
  testEnvironment: ring === 'unit' ? 'node' : fileURLToPath(new URL('deploy/local/spec-environment.mjs', import.meta.url)),
  testSequencer: fileURLToPath(new URL('deploy/local/longest-first.mjs', import.meta.url)),
  // Ends only what hangs: on a busy machine a spec takes several times as long.
  testTimeout: ring === 'unit' ? 60_000 : 240_000,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // 'development' resolves every library to its sources, so that nothing has to be built before a test. Never add 'import'
  // here.
  testEnvironmentOptions: { customExportConditions: ['development', 'node', 'node-addons'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The bundler handles pictures and films; the test of a component only needs an address for them.
    '\\.(svg|png|jpg|mp4|webm)$': fileURLToPath(new URL('apps/web/src/testing/asset.ts', import.meta.url)),
  },
  transform: {
    '\\.ts$': swc(false),
    '\\.tsx$': swc(true),
    '/src/languages/(pages/[a-z]+/)?[a-z-]+\\.json$': fileURLToPath(
      new URL('apps/web/build/jest-messages.mjs', import.meta.url),
    ),
  },
};
