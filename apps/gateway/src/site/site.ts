import { isKnownTag, SECURITY_HEADERS } from '@sarafa/server';
import mime from 'mime';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../edge/security-headers.js';
import type { GatewayConfig } from '../gateway.config.js';
import { nothingHere, sendError } from '../http-errors.js';
import { FileTags } from './file-tags.js';
import { routes } from '../gateway.routes.js';
import { openApi } from './open-api.js';
import type { ReleaseFiles } from './release-files.js';

/** The names of built files contain a hash, so these files never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const BUILT_FILES = '/assets/*';
const MANIFESTS = ['/manifest.webmanifest', '/dashboard.en.webmanifest', '/dashboard.hi.webmanifest'];
const WEB_FILES = [BUILT_FILES, '/brand/*', '/sw.js', ...MANIFESTS, '/favicon.svg', '/robots.txt'];
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const DOCS_DIR = fileURLToPath(new URL('../../docs-page', import.meta.url));

/** Serves the web app's pages and files, and the API's documentation, from a plain Fastify instance. */
export async function serveSite(site: FastifyInstance, { WEB_DIR }: GatewayConfig, releases: ReleaseFiles): Promise<void> {
  // Imported here and not at the top: this CommonJS package requires an ES module, which Jest on Node 20 can't do.
  const { default: files } = await import('@fastify/static');
  const swaggerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

  site.addHook('onRequest', async (_, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  await site.register(files, {
    root: WEB_DIR,
    serve: false,
    cacheControl: false,
    etag: false,
    lastModified: false,
    preCompressed: true,
  });
  const tags = new FileTags();
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, folder = WEB_DIR) => {
    const tag = await tags.of(join(folder, name));
    if (!tag) return request.is404 ? sendError(reply, nothingHere()) : reply.callNotFound();
    void reply.header('etag', tag);
    if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.sendFile(name, folder);
  };
  // The files are listed one by one, because a page that was served as a file would lack its content security policy.
  for (const path of WEB_FILES) {
    site.get(path, async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply) => {
      const below = request.params['*'] ?? '';
      if (below.includes('..')) return sendError(reply, nothingHere());
      const name = path.slice(1).replace('*', below);
      if (path !== BUILT_FILES) return send(request, reply.header('cache-control', 'no-cache'), name);
      void reply.headers({ 'cache-control': IMMUTABLE, 'access-control-allow-origin': '*' });
      if (await tags.of(join(WEB_DIR, name))) return send(request, reply, name);
      const content = await releases.find(below);
      if (!content) return sendError(reply.header('cache-control', 'no-store'), nothingHere());
      return reply.type(typeOf(below)).send(content);
    });
  }

  const page = (name: string, frame: 'anybody' | 'nobody') => {
    const policy = { 'content-security-policy': contentSecurityPolicy(frame), 'cache-control': 'no-cache' };
    return (request: FastifyRequest, reply: FastifyReply) => send(request, reply.headers(policy), name);
  };
  const board = page('board.html', 'anybody');
  const portal = page('index.html', 'nobody');

  site.get('/docs', (request, reply) => send(request, reply.headers(DOCS_HEADERS), 'index.html', DOCS_DIR));
  site.get('/docs/init.js', (request, reply) => send(request, reply, 'init.js', DOCS_DIR));
  for (const name of SWAGGER_FILES) site.get(`/docs/${name}`, (request, reply) => send(request, reply, name, swaggerDir));
  // The same bytes for all, because an answer that isn't read holds its own.
  let document: Buffer | undefined;
  site.get('/docs/openapi.json', (_, reply) => {
    document ??= Buffer.from(JSON.stringify(openApi(routes)));
    return reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(document);
  });
  site.get('/public-view/*', board);
  // The page knows itself by its address. The service worker leads there too, since a TV may start without a network.
  const asTyped = /^\/tv\/?(?=$|\?)/i;
  const atTv = ({ url }: FastifyRequest) => url.replace(asTyped, '/tv');
  site.get('/tv', (request, reply) => (atTv(request) === request.url ? board(request, reply) : reply.redirect(atTv(request))));

  site.setNotFoundHandler((request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return sendError(reply, nothingHere());
    return asTyped.test(request.url) ? reply.redirect(atTv(request)) : portal(request, reply);
  });
}

function typeOf(name: string): string {
  const type = mime.getType(name) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

const DOCS_HEADERS = { 'content-security-policy': contentSecurityPolicy('nobody'), 'cache-control': 'no-cache' };
