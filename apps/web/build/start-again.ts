import type { HtmlTagDescriptor, Plugin } from 'vite';
import { classicScript } from './classic-script.js';

const NAME = 'start-again.js';

/**
 * Puts the script that loads a page again, where that failed to start, into every page. It has no other file, so that it runs
 * where one of the others is missing.
 */
export function startAgain(target: string): Plugin {
  return {
    name: 'sarafa-start-again',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: NAME, source: await classicScript('app/start-again.ts', target) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        const script = Object.values(bundle).find((output) => output.type === 'asset' && output.names.includes(NAME));
        if (!script) throw new Error(`No ${NAME} among the outputs`);
        return [{ tag: 'script', attrs: { async: true, src: `/${script.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}
