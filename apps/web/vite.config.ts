import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { precache } from './build/precache.js';
import { leanZod } from './build/lean-zod.js';

/** The browser of Tizen 2021 and webOS 6 (rule 8.13). */
const TARGET = 'chrome79';

const SHARED = [
  'contracts/src/(common|errors|karats|kinds|landed|limits|market-rows|metals|pricing|shop-profile|tables)',
  'domain/src/(board-rows|formats)',
  'web/src/shared/(card-title|dates|day-change|fixed-rates|texts/board-texts)',
];

export default defineConfig({
  plugins: [react(), leanZod(), precache(TARGET), compressed()],
  // Reads the libs from their sources, so that they needn't be built first.
  resolve: { conditions: ['development', ...defaultClientConditions.filter((condition) => !condition.includes('|'))] },
  build: {
    target: TARGET,
    // All supported browsers know `<link rel="modulepreload">`.
    modulePreload: { polyfill: false },
    // The content security policy allows no font from a data: address.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { board: 'board.html', portal: 'index.html' },
      output: {
        // Otherwise the chunk that board and portal share would be named after a small module of ours.
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', test: /\/node_modules\/zod\// },
            // What boards and the portal both need. In one file it is compressed better than in the many that the parts of the
            // portal would make of it.
            {
              name: 'shop',
              test: new RegExp(`/(${SHARED.join('|')})\\.tsx?$`),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
