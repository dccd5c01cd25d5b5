import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';
import { ADS_CACHE_PREFIX, MEDIA_CACHE, RELEASES_CACHE, SHELL_CACHE_PREFIX } from '../src/shared/cache-names.js';

const WORKER = fileURLToPath(new URL('../src/service-worker/service-worker.ts', import.meta.url));
/** What stands in the board's page where its release goes. */
const PLACEHOLDER = '%RELEASE%';
/** Files of `public/` that a board needs with no network. */
const PUBLIC_FILES = ['favicon.svg', 'manifest.webmanifest', 'brand/demo-shop-logo.svg'];
/** The background film is left out: the poster stands in for it, and browsers ask for films in byte ranges. */
const LEFT_OUT = /\.(mp4|webm)$/;

/**
 * Makes the service worker, which knows the files of the board's shell, and names the release: a hash over their content. It
 * stands in the board's page, in the worker (whose own bytes so change with any file, by which a browser notices a new
 * release) and in `release.json`, from which the gateway tells it to boards.
 */
export function precache(target: string): Plugin {
  return {
    name: 'sarafa-precache',
    enforce: 'post',
    apply: 'build',
    // Before what is compressed, after what Vite itself still writes.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const entry = outputs.find((output) => output.type === 'chunk' && output.name === 'board');
        const page = outputs.find(({ fileName }) => fileName === 'board.html');
        if (entry?.type !== 'chunk' || page?.type !== 'asset') throw new Error('No board among the outputs');

        const needed = reachable(entry, bundle);
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

        const worker = await workerCode(target, {
          release,
          shellCachePrefix: SHELL_CACHE_PREFIX,
          releasesCache: RELEASES_CACHE,
          mediaCache: MEDIA_CACHE,
          adsCachePrefix: ADS_CACHE_PREFIX,
          entry: entry.fileName,
          files: files.map(({ name }) => `/${name}`),
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker });
      },
    },
  };
}

/** One classic script: Chromium 79 takes no modules for a worker. */
async function workerCode(target: string, precached: object): Promise<string> {
  const bundler = await rolldown({
    input: WORKER,
    platform: 'browser',
    transform: {
      target,
      define: { __PRECACHE__: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    },
  });
  const { output } = await bundler.generate({ format: 'iife', minify: true });
  await bundler.close();
  return output[0].code;
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
