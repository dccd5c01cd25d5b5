import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/**
 * Takes Vite's preloading out of dynamic imports: it is nearly a kilobyte of a board's script, and what it is for happens nowhere
 * here. Our pages have all their styles from the beginning, and the parts that are loaded later need no others.
 */
export function leanImports(): Plugin {
  return {
    name: 'sarafa-lean-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const isLate = output.type === 'chunk' && output.isDynamicEntry;
        if (isLate && output.viteMetadata?.importedCss.size)
          this.error(`${output.fileName} has styles of its own, which nothing loads`);
      }
    },
  };
}
