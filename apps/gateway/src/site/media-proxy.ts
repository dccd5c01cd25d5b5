import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, texts } from '@sarafa/contracts';
import { requestHeaders } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FilePlaces, type Place } from '../edge/fair-places.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { sendPublicError } from '../http-errors.js';
import { type HotFile, HotFiles } from './hot-files.js';

/** The request headers that concern the file, and none that concern the person. */
const ASKED = ['range', 'if-range', 'if-none-match', 'accept'];
/** When media is silent for this long before its answer begins, it counts as down. */
const UNANSWERED_MS = 5_000;
/** An address without a file is asked for once in this time: names of files are made anew for each upload, so none appears later but a rate card's, which gateways don't ask for here. */
const NOTHING_MS = 60_000;
const NOTHINGS_KEPT = 10_000;
/** No file has a longer address. */
const LONGEST_PATH = 200;
/**
 * How long a player waits for a later part of a film that is coming into memory. The index of many films is at their end, and players ask
 * for it first.
 */
const LATER_PART_MS = 500;

/** `GET /media/...`: files from media. */
export function serveMedia(site: FastifyInstance, proxy: MediaProxy): void {
  site.addHook('onClose', async () => proxy.close());
  site.get('/media/*', (request: FastifyRequest, reply) => proxy.serve(request, reply));
}

/**
 * Passes a file on as it comes, unless several clients read the file at once: then media sends it once for all of them. By
 * `node:http`, because fetch takes nearly twice as long.
 */
@Injectable()
export class MediaProxy {
  private readonly mediaUrl: string;
  private readonly secure: boolean;
  private readonly agent: http.Agent;
  private readonly hot = new HotFiles();
  /** How many reads of a file are under way, by its path. */
  private readonly open = new Map<string, number>();
  /** Until when there is nothing at an address, by its path. */
  private readonly nothing = new Map<string, number>();

  constructor(
    @Inject(GATEWAY_CONFIG) { MEDIA_URL }: GatewayConfig,
    private readonly places: FilePlaces,
  ) {
    this.mediaUrl = MEDIA_URL;
    this.secure = MEDIA_URL.startsWith('https:');
    this.agent = new (this.secure ? https : http).Agent({ keepAlive: true });
  }

  close(): void {
    this.agent.destroy();
    this.hot.clear();
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // The client has left already, so its 'close' event has passed.
    if (reply.raw.destroyed) return reply.hijack();
    const path = pathOf(request);
    if ((this.nothing.get(path) ?? 0) > performance.now()) return sendPublicError(reply, noSuchFile());
    const isShared = request.method === 'GET' && (this.open.has(path) || this.hot.has(path));
    try {
      this.hold(request, reply);
      this.open.set(path, (this.open.get(path) ?? 0) + 1);
      reply.raw.once('close', () => this.closed(path));
      if (!isShared || !(await this.fromMemory(request, reply))) await this.straight(request, reply);
    } catch (error) {
      const told = error instanceof AppError ? error : partDown();
      if (!reply.raw.headersSent) return sendPublicError(reply, told);
    }
    return reply;
  }

  /** Answers with the file at `path` under headers that aren't media's. False where there is no such file, and no answer yet. */
  async send(path: string, headers: Record<string, string>, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (reply.raw.destroyed) throw partDown();
    const place = this.hold(request, reply);
    const asked = { id: request.id, url: path, headers: {} };
    const answer = await this.ask(asked, methodOf(request), reply).catch(() => undefined);
    if (answer?.statusCode === 200) {
      const { 'content-length': length } = answer.headers;
      this.pass(reply, answer, { ...headers, ...(length && { 'content-length': length }) });
      return true;
    }
    answer?.resume();
    if (answer?.statusCode !== 404) throw partDown();
    this.places.leave(place);
    return false;
  }

  /** Takes a place until the answer has been sent, or its connection has closed. Throws where there is none. */
  private hold({ ip, raw }: FastifyRequest, reply: FastifyReply): Place {
    const place = this.places.take(ip);
    // An answer may wait behind others on its connection, and would go on until its turn comes.
    place.end = () => raw.socket.destroy();
    reply.raw.once('close', () => this.places.leave(place));
    return place;
  }

  private closed(path: string): void {
    const left = this.open.get(path)! - 1;
    if (left > 0) this.open.set(path, left);
    else this.open.delete(path);
  }

  private async straight(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const answer = await this.ask(request, methodOf(request), reply);
    if (answer.statusCode === 404) this.remember(pathOf(request));
    this.pass(reply, answer);
  }

  private remember(path: string): void {
    if (path.length > LONGEST_PATH) return;
    if (this.nothing.size >= NOTHINGS_KEPT) this.nothing.clear();
    this.nothing.set(path, performance.now() + NOTHING_MS);
  }

  /**
   * False when the file has no place in memory, when the part that is asked for isn't there yet, or media's answer is no part of a file.
   * Media still judges each request.
   */
  private async fromMemory(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const answer = await this.ask(request, 'HEAD', reply);
    answer.resume();
    const part = partOf(answer);
    const whole = () => this.ask(request, 'GET');
    const file = part && this.hot.get(pathOf(request), part.etag, part.length, whole);
    if (!file || !(await file.reaches(part.first, part.first > 0 ? LATER_PART_MS : Infinity))) return false;
    this.begin(reply, answer);
    send(file, part, reply.raw);
    return true;
  }

  private pass(reply: FastifyReply, answer: http.IncomingMessage, headers?: http.OutgoingHttpHeaders): void {
    this.begin(reply, answer, headers);
    answer.pipe(reply.raw);
    // A file that breaks off must not look complete.
    answer.on('error', () => reply.raw.destroy());
  }

  private begin(reply: FastifyReply, answer: http.IncomingMessage, headers: http.OutgoingHttpHeaders = answer.headers): void {
    reply.hijack();
    const own = reply.getHeaders() as http.OutgoingHttpHeaders;
    reply.raw.writeHead(answer.statusCode ?? 502, { ...own, ...headers });
  }

  /** Asks for what the client has asked for, for as long as `reply` is open; without a reply, for the whole file. */
  private ask(
    { id, url, headers: asked }: Pick<FastifyRequest, 'id' | 'url' | 'headers'>,
    method: 'GET' | 'HEAD',
    reply?: FastifyReply,
  ): Promise<http.IncomingMessage> {
    const passed = reply ? ASKED.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])) : [];
    const headers = { ...Object.fromEntries(passed), 'x-request-id': id, ...requestHeaders() } as http.OutgoingHttpHeaders;
    return new Promise((resolve, reject) => {
      const upstream = (this.secure ? https : http).request(
        this.mediaUrl + url,
        { method, agent: this.agent, timeout: UNANSWERED_MS, headers },
        (answer) => {
          // From now on the client sets the pace: a paused film is read no further.
          upstream.setTimeout(0);
          resolve(answer);
        },
      );
      upstream.on('timeout', () => upstream.destroy());
      upstream.on('error', reject);
      reply?.raw.on('close', () => upstream.destroy());
      upstream.end();
    });
  }
}

function methodOf({ method }: FastifyRequest): 'GET' | 'HEAD' {
  return method === 'HEAD' ? 'HEAD' : 'GET';
}

function partDown(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}

function noSuchFile(): AppError {
  return new AppError('NOT_FOUND', texts.errors.noSuchFile);
}

/** A query doesn't make it another file. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

interface Part {
  readonly etag: string;
  /** The length of the whole file. */
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

/** Which bytes of which file an answer announces; undefined when it announces none. */
function partOf({ statusCode, headers }: http.IncomingMessage): Part | undefined {
  const { etag } = headers;
  if (!etag) return undefined;
  if (statusCode === 200) {
    const length = Number(headers['content-length']);
    return length > 0 ? { etag, length, first: 0, last: length - 1 } : undefined;
  }
  const [, first, last, length] =
    (statusCode === 206 && /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')) || [];
  return length === undefined ? undefined : { etag, length: Number(length), first: Number(first), last: Number(last) };
}

/** A client that leaves, or a file that breaks off, ends the connection. */
function send(file: HotFile, { first, last }: Part, response: http.ServerResponse): void {
  pipeline(Readable.from(file.pieces(first, last), { objectMode: false, highWaterMark: 0 }), response).catch(() =>
    response.destroy(),
  );
}
