import { fileURLToPath } from 'node:url';
import { swcOptions } from './deploy/local/swc-options.mjs';

/**
 * One configuration for every project: `deploy/local/jest.mjs` runs it in a project's folder, with the ring to run in RING.
 * Unit specs need nothing else; the other rings use real servers, which the specs start.
 */
const RINGS = {
  unit: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/src/**/*.test.tsx'],
  int: ['<rootDir>/src/**/*.int-spec.ts'],
  e2e: ['<rootDir>/src/**/!(timed-)*.e2e-spec.ts'],
  journey: ['<rootDir>/src/**/!(timed-)*.journey-spec.ts'],
  timed: ['<rootDir>/src/**/timed-*.{e2e,journey}-spec.ts'],
};
const ring = process.env.RING ?? 'unit';

const swc = (tsx) => ['@swc/jest', swcOptions(tsx)];

export default {
  rootDir: process.cwd(),
  testMatch: RINGS[ring],
  testEnvironment: 'node',
  testTimeout: ring === 'unit' ? 10_000 : 60_000,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // 'development' resolves every library to its sources, so that nothing has to be built before a test. Never add 'import'
  // here.
  testEnvironmentOptions: { customExportConditions: ['development', 'node', 'node-addons'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The bundler handles pictures and films; the test of a component only needs an address for them.
    '\\.(svg|png|jpg|mp4|webm)$': fileURLToPath(new URL('apps/web/src/testing/asset.ts', import.meta.url)),
  },
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
};
