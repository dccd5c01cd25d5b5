import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/** Paths that are never pages, whatever the client accepts (rule 1.2). */
const NEVER_PAGES = /^\/(api|media|docs|health)(\/|$)/;
const VITES_OWN = /^\/(@|src\/|node_modules\/|build\/)/;
/** A restart takes at most this long; a longer one has failed. */
const RESTART_MS = 5_000;
const RETRY_MS = 25;
const WORKER = '/sw.js';
/** The built app's would keep old code alive, and pages complain where there is none. */
const NO_WORKER = 'self.registration.unregister();';
/** The built page has it under another address, which only the build knows. */
const PRELOADED = /<link rel="preload".+?>/g;

/**
 * A Vite plugin that makes Vite's server the one address of the product in development: it serves pages from their sources, and
 * forwards everything that the gateway answers (rule 1.2).
 */
export function devProxy(gatewayUrl, webDir) {
  const publicFile = (path) => {
    const file = join(webDir, 'public', path);
    return path !== '/' && existsSync(file) && statSync(file).isFile();
  };
  return {
    name: 'sarafa-dev-proxy',
    transformIndexHtml: (html) => html.replace(PRELOADED, ''),
    configureServer({ middlewares }) {
      middlewares.use((incoming, response, next) => {
        const path = new URL(incoming.url, gatewayUrl).pathname;
        if (path === WORKER) {
          response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(NO_WORKER);
        } else if (isPage(incoming, path)) {
          incoming.url = path.startsWith('/public-view/') ? '/board.html' : '/index.html';
          next();
        } else if (VITES_OWN.test(path) || publicFile(path)) {
          next();
        } else {
          forward(gatewayUrl, incoming, response);
        }
      });
    },
  };
}

function isPage({ method, headers }, path) {
  return method === 'GET' && headers.accept?.includes('text/html') && !NEVER_PAGES.test(path) && !VITES_OWN.test(path);
}

/**
 * Streams in both directions, so that event streams stay open and uploads aren't kept in memory. A read waits for a server that
 * is restarting, because after a refusal a board would wait longer than the restart takes.
 */
function forward(gatewayUrl, incoming, response, giveUpAt = Date.now() + RESTART_MS) {
  const { method, headers } = incoming;
  const isRead = method === 'GET' || method === 'HEAD';
  const outgoing = request(new URL(incoming.url, gatewayUrl), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.once('error', () => response.destroy()).pipe(response);
  });
  const leave = () => outgoing.destroy();
  outgoing.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
    response.off('close', leave);
    if (response.headersSent || response.destroyed) return void response.destroy();
    if (isRead && code === 'ECONNREFUSED' && Date.now() < giveUpAt) {
      return void setTimeout(() => forward(gatewayUrl, incoming, response, giveUpAt), RETRY_MS);
    }
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ statusCode: 503, code: 'UNAVAILABLE', message: 'The server is restarting', requestId: '' }));
  });
  response.once('close', leave);
  if (isRead) outgoing.end();
  else incoming.pipe(outgoing);
}
