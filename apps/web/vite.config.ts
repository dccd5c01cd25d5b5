import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { precache } from './build/precache.js';
import { leanZod } from './build/lean-zod.js';

/** Tizen 2021 and webOS 6 (rule 8.13). */
const TARGET = 'chrome79';

export default defineConfig({
  plugins: [react(), leanZod(), precache(TARGET), compressed()],
  // The libs are read from source, so that a build needs none before it.
  resolve: { conditions: ['development', ...defaultClientConditions.filter((condition) => !condition.includes('|'))] },
  build: {
    target: TARGET,
    // All of them know `<link rel="modulepreload">`.
    modulePreload: { polyfill: false },
    // The page's policy allows no font from a data: address.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { board: 'board.html', portal: 'index.html' } },
  },
});
