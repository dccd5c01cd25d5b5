import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EdgeScreens, send } from './edge-screens.js';
import { customTables, prices, profile, type Scene, SHOP_ID, USUAL } from './fixtures.js';

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** What may come in place of an answer: an error of our own, a proxy's error page, a page of another server, or nothing. */
export type Failure = 'refusal' | 'proxy' | 'page' | 'silence';

/**
 * Imitates the product's HTTP API for boards, for states that the real product can't be brought to quickly. It serves the built
 * board and pushes any given scene.
 */
export class BoardEdge {
  scene: Scene = USUAL;
  /** The folder with the web app's files; another release's folder may replace it. */
  folder = DIST;
  /** Without streams it is like a proxy that lets no stream through. */
  hasStreams = true;
  /** While it is cut, each request loses its connection. */
  isCut = false;
  /** The paths at which a page of another server answers with 200, and as fresh for months, as where a network asks for a sign-in. */
  signIn: RegExp | undefined;
  /** The paths whose answers wait for `line`, as on a slow one. */
  slow: RegExp | undefined;
  line: Promise<void> = Promise.resolve();
  /** How many requests have lost their connection. */
  lost = 0;
  /** How much later it is by the server's clock than here; milliseconds. */
  ahead = 0;
  /** The failure of the read of the shop's own rates. */
  failure: Failure | undefined;
  /** How often the rates without margins were asked for. */
  detailedAsked = 0;
  /** The ads' files by name, at `/media/ads/<name>`; any other name is 404. */
  readonly ads = new Map<string, Buffer>();
  /** Whether ads come to their middle and no further. */
  stopsAds = false;
  /** The ranges in which ads were asked for. */
  readonly ranges: string[] = [];
  /** What it says to a TV that is paired here. */
  readonly screens = new EdgeScreens();
  /** What each stream was last told, by event: as by the product, it is told changes alone. */
  private readonly streams = new Map<ServerResponse, Map<string, string>>();

  static async start(): Promise<BoardEdge> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return new BoardEdge(server);
  }

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      this.answer(request, response).catch(() => response.writeHead(404).end());
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get board(): string {
    return `${this.origin}/public-view/${SHOP_ID}`;
  }

  /** Where a TV is paired. */
  get tv(): string {
    return `${this.origin}/tv`;
  }

  show(scene: Partial<Scene>): void {
    this.scene = { ...USUAL, ...scene };
    for (const [stream, told] of this.streams) this.tell(stream, told);
  }

  /** Breaks the connection of every open stream. */
  breakStreams(): void {
    for (const stream of this.streams.keys()) stream.destroy();
  }

  /** Closes the server with all connections. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isCut) {
      this.lost += 1;
      return void request.socket.destroy();
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://edge');
    if (this.signIn?.test(pathname)) return fail('page', response);
    if (this.slow?.test(pathname)) await this.line;
    if (await this.screens.answer(request, response, pathname)) return;
    if (pathname === `/boards/${SHOP_ID}/events`)
      return this.hasStreams ? this.open(response, searchParams.get('screen')) : void response.writeHead(502).end();
    if (this.failure && pathname === `/prices/user/${SHOP_ID}`) return fail(this.failure, response);
    if (pathname === '/prices/detailed') this.detailedAsked += 1;
    const json = this.json(pathname);
    if (json !== undefined)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (pathname.startsWith('/media/ads/')) return this.sendAd(pathname.slice('/media/ads/'.length), request, response);
    const file = pathname.startsWith('/public-view/') || pathname === '/tv' ? '/board.html' : pathname;
    const content = await readFile(join(this.folder, file));
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
  }

  private json(path: string): unknown {
    const { scene } = this;
    const reads: Record<string, unknown> = {
      [`/user/dashboard/${SHOP_ID}`]: profile(scene),
      [`/prices/user/${SHOP_ID}`]: prices(scene),
      '/prices/detailed': { ...prices(scene), source: 'API + Import Duty Only' },
      [`/user/custom-tables/public/${SHOP_ID}`]: customTables(scene),
      [`/advertisements/public/${SHOP_ID}`]: scene.ads,
      '/settings/maintenance': { isMaintenanceMode: scene.isMaintenanceMode },
      '/prices/settings/public-view-enabled': { enabled: scene.enabled },
    };
    return reads[path];
  }

  private sendAd(name: string, request: IncomingMessage, response: ServerResponse): void {
    const bytes = this.ads.get(name);
    if (!bytes) return void response.writeHead(404).end();
    const type = {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
    };
    const [range, from = 0] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    if (range) this.ranges.push(range);
    const part = bytes.subarray(Number(from));
    const inAll = range && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(range ? 206 : 200, { ...type, 'content-length': part.length, ...inAll });
    if (!this.stopsAds || request.method === 'HEAD') return void response.end(part);
    response.write(part.subarray(0, Math.max(0, bytes.length / 2 - Number(from))));
  }

  private open(response: ServerResponse, screen: string | null): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const told = new Map<string, string>();
    this.streams.set(response, told);
    this.screens.enter(response, screen);
    const tellTime = () => send(response, 'heartbeat', { now: new Date(Date.now() + this.ahead).toISOString() });
    const beat = setInterval(tellTime, 15_000);
    beat.unref();
    response.once('close', () => {
      clearInterval(beat);
      this.streams.delete(response);
    });
    this.tell(response, told);
    tellTime();
  }

  /** The prices come last: a board that has them has all of the scene. */
  private tell(stream: ServerResponse, told: Map<string, string>): void {
    const { scene } = this;
    const tell = (event: string, data: unknown) => {
      const text = JSON.stringify(data);
      if (told.get(event) === text) return;
      told.set(event, text);
      send(stream, event, data);
    };
    tell('profile', profile(scene));
    if (!scene.isSubscriptionValid) return;
    tell('advertisements', scene.ads);
    tell('custom-tables', customTables(scene));
    tell('maintenance', { isMaintenanceMode: scene.isMaintenanceMode, enabled: scene.enabled });
    if (scene.hasPrices) tell('prices', prices(scene));
  }
}

function fail(failure: Failure, response: ServerResponse): void {
  if (failure === 'silence') return;
  if (failure === 'refusal') {
    const refusal = { statusCode: 503, code: 'UNAVAILABLE', message: 'Try again later', requestId: 'none' };
    return void response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
  }
  const headers = { 'content-type': 'text/html', 'cache-control': 'max-age=31536000' };
  response.writeHead(failure === 'proxy' ? 502 : 200, headers).end('<!doctype html><h1>Welcome</h1>');
}
