import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const APP = 'portal-start';

/**
 * Preloads the portal's app from its page. The page's script imports the app once the language of the page is settled, and
 * without a preload the browser would hear of the app's files only then.
 */
export function preloadedApp(): Plugin {
  return {
    name: 'sarafa-preloaded-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith('index.html')) return undefined;
        const app = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === APP);
        if (app?.type !== 'chunk') throw new Error(`No ${APP} among the outputs`);
        return filesOf(app, bundle)
          .filter((name) => !html.includes(name))
          .map((name): HtmlTagDescriptor => {
            return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` }, injectTo: 'head' };
          });
      },
    },
  };
}

/** The file of a chunk, and those that it imports at once. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): string[] {
  if (!found.has(chunk.fileName)) {
    found.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') filesOf(imported, bundle, found);
    }
  }
  return [...found];
}
