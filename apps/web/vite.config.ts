import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { precache } from './build/precache.js';
import { startAgain } from './build/start-again.js';
import { preloadedApp } from './build/preloaded-app.js';
import { lateStyles } from './build/late-styles.js';
import { leanImports } from './build/lean-imports.js';
import { leanPackages } from './build/lean-packages.js';
import { BOARD_LANGUAGE_FILE, messages } from './build/messages.mjs';

/** The browser of Tizen 2021 and webOS 6 (rule 8.13). */
const TARGET = 'chrome79';

const SHARED = [
  'contracts/src/(board-events|board-limits|common|karats|kinds|market-rows|media|metals|pricing|released-errors|settings|shop-profile|shop-settings|tables)',
  'domain/src/(board-rows|formats)',
  'words/src/(index|card-title|dates|fixed-rates|language|languages/en)',
  'web/src/shared/(changes|day-change|language/language|texts/board-texts)',
  'web/src/(app/crash-guard|shared/(ground|release/load-part|release/server-page|release/workers|typed|ui/use-failed-picture|use-decoder|zod-without-eval))',
];

/** With a script, because Vite links styles that have a file without one after those that override them. */
const SHARED_STYLES = 'fonts|fonts-indic|tokens';

const isLanguage = (id: string) => BOARD_LANGUAGE_FILE.test(id) && !id.endsWith('/en.json');

export default defineConfig({
  plugins: [
    react(),
    messages(),
    leanPackages(),
    leanImports(),
    preloadedApp(),
    lateStyles(),
    startAgain(TARGET),
    precache(TARGET),
    compressed(),
  ],
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
      // Contracts that a page doesn't use go: making one does nothing else, which the bundler can't know by itself.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // The service worker knows by this name what a television keeps of its own languages alone.
        chunkFileNames: ({ moduleIds }) => `assets/${moduleIds.some(isLanguage) ? 'language-' : ''}[name]-[hash].js`,
        // Otherwise the chunk that board and portal share would be named after a small module of ours.
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', test: /\/node_modules\/zod\// },
            // The page links these styles before those of the other screens, and so they are a file of their own.
            { name: 'loading', test: /\/board\/loading\.css$/ },
            // What boards and the portal both need. In one file it is compressed better than in the many that the parts of the
            // portal would make of it.
            {
              name: 'shop',
              test: new RegExp(
                `/(${SHARED.join('|')})\\.(tsx?|json)$|/shared/(${SHARED_STYLES})\\.css$|/shared/(brand/(mark|lockup-on-dark)|media/)|vite/preload-helper`,
              ),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
