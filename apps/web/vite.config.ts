import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { precache } from './build/precache.js';
import { withoutJsonSchema } from './build/without-json-schema.js';

export default defineConfig({
  plugins: [react(), withoutJsonSchema(), precache(), compressed()],
  // The libs are read from source, so that a build needs none before it.
  resolve: { conditions: ['development', ...defaultClientConditions.filter((condition) => !condition.includes('|'))] },
  build: {
    // Tizen 2021 and webOS 6 (rulings 8).
    target: 'chrome79',
    // The page's policy allows no font from a data: address.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { board: 'board.html', portal: 'index.html', 'service-worker': 'src/service-worker/service-worker.ts' },
      output: {
        // A worker rules over the folder it lies in.
        entryFileNames: ({ name }) => (name === 'service-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
