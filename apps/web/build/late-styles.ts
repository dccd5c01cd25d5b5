import type { Plugin } from 'vite';

const LATE = /\n *<link rel="stylesheet"[^>]* href="\/assets\/board-[^>]*>/;
const END = '\n  </body>';

/**
 * Links the styles of the board's screens at the end of its page, behind those of the loading screen. A browser paints what
 * stands above a stylesheet without waiting for that stylesheet, and runs the page's script only after it.
 */
export function lateStyles(): Plugin {
  return {
    name: 'sarafa-late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        if (!path.endsWith('board.html')) return html;
        const [link] = LATE.exec(html) ?? [];
        if (!link || !html.includes(END)) throw new Error('No styles of the board in board.html');
        return html.replace(link, '').replace(END, link + END);
      },
    },
  };
}
