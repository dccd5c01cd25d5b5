import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, texts } from '@sarafa/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FairPlaces } from '../edge/fair-places.js';
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

/** `GET /media/...`: files from media. By `node:http`, because fetch takes nearly twice as long. */
export function serveMedia(site: FastifyInstance, mediaUrl: string, places: FairPlaces): void {
  const proxy = new MediaProxy(mediaUrl, places);
  site.addHook('onClose', async () => proxy.close());
  site.get('/media/*', (request: FastifyRequest, reply) => proxy.serve(request, reply));
}

/** Passes a file on as it comes, unless several clients read the file at once: then media sends it once for all of them. */
class MediaProxy {
  private readonly secure: boolean;
  private readonly agent: http.Agent;
  private readonly hot = new HotFiles();
  /** How many reads of a file are under way, by its path. */
  private readonly open = new Map<string, number>();
  /** Until when there is nothing at an address, by its path. */
  private readonly nothing = new Map<string, number>();

  constructor(
    private readonly mediaUrl: string,
    private readonly places: FairPlaces,
  ) {
    this.secure = mediaUrl.startsWith('https:');
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
      const place = this.places.take(request.ip);
      // A read may wait behind others on its connection, and would go on until its turn comes.
      place.end = () => request.raw.socket.destroy();
      this.open.set(path, (this.open.get(path) ?? 0) + 1);
      reply.raw.once('close', () => {
        this.places.leave(place);
        this.closed(path);
      });
      if (!isShared || !(await this.fromMemory(request, reply))) await this.straight(request, reply);
    } catch (error) {
      const told = error instanceof AppError ? error : new AppError('UNAVAILABLE', texts.errors.partDown);
      if (!reply.raw.headersSent) return sendPublicError(reply, told);
    }
    return reply;
  }

  private closed(path: string): void {
    const left = this.open.get(path)! - 1;
    if (left > 0) this.open.set(path, left);
    else this.open.delete(path);
  }

  private async straight(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const answer = await this.ask(request, request.method === 'HEAD' ? 'HEAD' : 'GET', reply);
    if (answer.statusCode === 404) this.remember(pathOf(request));
    this.begin(reply, answer);
    answer.pipe(reply.raw);
    // A file that breaks off must not look complete.
    answer.on('error', () => reply.raw.destroy());
  }

  private remember(path: string): void {
    if (path.length > LONGEST_PATH) return;
    if (this.nothing.size >= NOTHINGS_KEPT) this.nothing.clear();
    this.nothing.set(path, performance.now() + NOTHING_MS);
  }

  /** False when the file has no place in memory, or media's answer is no part of a file. Media still judges each request. */
  private async fromMemory(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const answer = await this.ask(request, 'HEAD', reply);
    answer.resume();
    const part = partOf(answer);
    const whole = () => this.ask(request, 'GET');
    const file = part && this.hot.get(pathOf(request), part.etag, part.length, whole);
    if (!file) return false;
    this.begin(reply, answer);
    send(file, part, reply.raw);
    return true;
  }

  private begin(reply: FastifyReply, answer: http.IncomingMessage): void {
    reply.hijack();
    const own = reply.getHeaders() as http.OutgoingHttpHeaders;
    reply.raw.writeHead(answer.statusCode ?? 502, { ...own, ...answer.headers });
  }

  /** Asks for what the client has asked for, for as long as `reply` is open; without a reply, for the whole file. */
  private ask(
    { id, url, headers: asked }: FastifyRequest,
    method: 'GET' | 'HEAD',
    reply?: FastifyReply,
  ): Promise<http.IncomingMessage> {
    const passed = reply ? ASKED.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])) : [];
    const headers = { ...Object.fromEntries(passed), 'x-request-id': id } as http.OutgoingHttpHeaders;
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
