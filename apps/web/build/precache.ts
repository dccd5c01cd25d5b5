import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { ADS_CACHE_PREFIX, MEDIA_CACHE, SHELL_CACHE_PREFIX } from '../src/shared/cache-names.js';

/** What stands in the service worker's source where the list goes. */
const PLACEHOLDER = '__PRECACHE__';
/** Files of `public/` that a board needs with no network. */
const PUBLIC_FILES = ['favicon.svg', 'manifest.webmanifest', 'brand/demo-shop-logo.svg'];
/** The background film is left out: the poster stands in for it, and browsers ask for films in byte ranges. */
const LEFT_OUT = /\.(mp4|webm)$/;

/**
 * Writes into the service worker which files make up the board's shell, and a version over their content: the worker's own
 * bytes change when any of them does, which is how a browser notices a new release.
 */
export function precache(): Plugin {
  return {
    name: 'sarafa-precache',
    enforce: 'post',
    apply: 'build',
    // Before what is compressed, after what Vite itself still writes.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const worker = outputs.find((output) => output.type === 'chunk' && output.name === 'service-worker');
        const entry = outputs.find((output) => output.type === 'chunk' && output.name === 'board');
        if (worker?.type !== 'chunk' || entry?.type !== 'chunk')
          throw new Error('No service worker or board among the outputs');

        const needed = reachable(entry, bundle);
        const built = outputs
          .filter(({ fileName }) => needed.has(fileName) && !LEFT_OUT.test(fileName))
          .map((output) => ({ name: output.fileName, content: output.type === 'chunk' ? output.code : output.source }));
        const shell = outputs.find(({ fileName }) => fileName === 'board.html');
        if (shell?.type !== 'asset') throw new Error('No board.html among the outputs');
        const copied = PUBLIC_FILES.map((name) => ({
          name,
          content: readFileSync(fileURLToPath(new URL(`../public/${name}`, import.meta.url))),
        }));

        const files = [...built, ...copied].sort((a, b) => (a.name < b.name ? -1 : 1));
        const hash = createHash('sha256').update(shell.source);
        for (const { name, content } of files) hash.update(name).update(content);
        const list = {
          shellCache: SHELL_CACHE_PREFIX + hash.digest('hex').slice(0, 12),
          shellCachePrefix: SHELL_CACHE_PREFIX,
          mediaCache: MEDIA_CACHE,
          adsCachePrefix: ADS_CACHE_PREFIX,
          entry: entry.fileName,
          files: files.map(({ name }) => `/${name}`),
        };
        worker.code = worker.code.replace(PLACEHOLDER, JSON.stringify(list));
      },
    },
  };
}

/** What the board loads, and nothing of the portal: a chunk with all it imports, its styles, and what both of them show. */
function reachable(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const waiting = [entry.fileName];
  for (const name of waiting) {
    if (found.has(name)) continue;
    found.add(name);
    const output = bundle[name];
    if (output?.type !== 'chunk') continue;
    const { importedCss = [], importedAssets = [] } = output.viteMetadata ?? {};
    waiting.push(...output.imports, ...output.dynamicImports, ...importedCss, ...importedAssets);
  }
  return found;
}
