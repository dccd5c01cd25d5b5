import { fileURLToPath } from 'node:url';
import { swcOptions } from './deploy/local/swc-options.mjs';

/**
 * One configuration for every project: `deploy/local/jest.mjs` runs it in a project's folder with the ring of tests to run
 * in RING. Unit specs need nothing; the other rings use real servers, which their specs start.
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
  // 'development' makes every lib resolve to its source, so no build comes before a test. Never add 'import' here.
  testEnvironmentOptions: { customExportConditions: ['development', 'node', 'node-addons'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Pictures and films are the bundler's; a component's test needs only that they have some address.
    '\\.(svg|png|jpg|mp4|webm)$': fileURLToPath(new URL('apps/web/src/testing/asset.ts', import.meta.url)),
  },
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
};
