import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import {
  ADS_CACHE_PREFIX,
  MEDIA_CACHE,
  RELEASES_CACHE,
  SHELL_CACHE_PREFIX,
  SPARE_CACHE_PREFIX,
} from '../src/shared/release/cache-names.js';
import { nameOnUse } from '../src/shared/release/files-on-use.js';
import { filesIn } from '../src/shared/release/server-page.js';
import { classicScript } from './classic-script.js';
import { filesOnUse } from './files-on-use.js';

/** The placeholder in the board's page that the release's name replaces. */
const PLACEHOLDER = '%RELEASE%';
/** The files of `public/` that a board needs without a network. */
const PUBLIC_FILES = ['favicon.svg', 'manifest.webmanifest', 'brand/demo-shop-logo.svg'];
/** The background film is left out: the poster replaces it, and browsers ask for films in byte ranges. */
const LEFT_OUT = /\.(mp4|webm)$/;

/**
 * Builds the service worker, which contains the list of the board's files, and names the release by a hash of their content.
 * The name is in the board's page, in the worker (so the worker changes with any file, by which a browser notices a new
 * release) and in `release.json`, from which the gateway tells boards the release.
 */
export function precache(target: string): Plugin {
  return {
    name: 'sarafa-precache',
    enforce: 'post',
    apply: 'build',
    // Runs after Vite's own changes and before the compression.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const entry = outputs.find((output) => output.type === 'chunk' && output.name === 'board');
        const page = outputs.find(({ fileName }) => fileName === 'board.html');
        if (entry?.type !== 'chunk' || page?.type !== 'asset') throw new Error('No board among the outputs');

        const needed = reachable(entry, bundle);
        for (const path of filesIn(String(page.source))) needed.add(path.slice(1));
        const built = outputs
          .filter(({ fileName }) => needed.has(fileName) && !LEFT_OUT.test(fileName))
          .map((output) => ({ name: output.fileName, content: output.type === 'chunk' ? output.code : output.source }));
        const copied = PUBLIC_FILES.map((name) => ({
          name,
          content: readFileSync(fileURLToPath(new URL(`../public/${name}`, import.meta.url))),
        }));
        const files = [...built, ...copied].sort((a, b) => (a.name < b.name ? -1 : 1));

        const hash = createHash('sha256').update(page.source);
        for (const { name, content } of files) hash.update(name).update(content);
        const release = hash.digest('hex').slice(0, 12);
        const source = String(page.source);
        if (!source.includes(PLACEHOLDER)) throw new Error(`No ${PLACEHOLDER} in board.html`);
        page.source = source.replace(PLACEHOLDER, release);
        this.emitFile({ type: 'asset', fileName: 'release.json', source: JSON.stringify({ release }) });

        const paths = files.map(({ name }) => `/${name}`);
        const precached = {
          release,
          shellCachePrefix: SHELL_CACHE_PREFIX,
          spareCachePrefix: SPARE_CACHE_PREFIX,
          releasesCache: RELEASES_CACHE,
          mediaCache: MEDIA_CACHE,
          adsCachePrefix: ADS_CACHE_PREFIX,
          entry: entry.fileName,
          files: paths.filter((path) => !nameOnUse(path)),
          onUse: filesOnUse(paths),
        };
        const worker = await classicScript('service-worker/service-worker.ts', target, {
          __PRECACHE__: JSON.stringify(precached),
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker });
      },
    },
  };
}

/**
 * The files that the board loads, and nothing of the portal: a chunk with all its imports and styles, and the pictures that
 * these use.
 */
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
