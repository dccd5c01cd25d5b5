import { isKnownTag } from '@sarafa/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoded } from '../boards/answer.js';
import { addressesOf } from './paths.js';
import type { PeerOf } from './peers.js';

export type ReadRequest = FastifyRequest<{ Params: { id?: string } }>;

/**
 * The answer for the client at this address if it can be given at once; undefined, or an error, leaves the request to Fastify.
 */
export type AnswerAtOnce = (id: string, address: string) => Answer | undefined;

export type Handler = (request: ReadRequest, reply: FastifyReply) => unknown;

const OF_SHOP = '/:id';

/** Words, an optional shop id, and an optional query without escapes. Fastify handles addresses in any other form. */
const ADDRESS = /^((?:\/[a-z-]+)+?)(?:\/([0-9a-f]{24}))?(?:\?[!-$&-~]*)?$/;

/**
 * Serves what boards read. An answer that is in memory is sent by node:http alone, because Fastify would cost a fifth of the
 * throughput. Fastify handles everything else, including every error. Each route is registered once for both ways, so that they
 * can't differ.
 */
export class FastPath {
  private readonly ofShop = new Map<string, AnswerAtOnce>();
  private readonly ofAll = new Map<string, AnswerAtOnce>();
  private readonly paths: string[] = [];
  private addresses: RegExp | undefined;

  constructor(
    readonly fastify: FastifyInstance,
    private readonly peerOf: PeerOf,
  ) {}

  /** What has no answer at once: a stream. `path` as Fastify reads it. */
  handle(path: string, handler: Handler): void {
    this.paths.push(path);
    this.fastify.get(path, handler);
  }

  /** `path` consists of words and may end in `/:id`. */
  read(path: string, atOnce: AnswerAtOnce, handler: Handler): void {
    if (path.endsWith(OF_SHOP)) this.ofShop.set(path.slice(0, -OF_SHOP.length), atOnce);
    else this.ofAll.set(path, atOnce);
    this.handle(path, handler);
  }

  /** Whether an address belongs to one of these routes, with or without the prefix, a slash at the end or a query. */
  has(url: string): boolean {
    return (this.addresses ??= addressesOf(this.paths)).test(url);
  }

  /** Whether the request was answered; otherwise it is untouched. Its address has no prefix. */
  answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const [, path, id] = ADDRESS.exec(request.url!) ?? [];
    const atOnce = path && (id ? this.ofShop : this.ofAll).get(path);
    if (!atOnce) return false;
    const { address, isTls } = this.peerOf(request);
    if (address === undefined) return false;
    const answer = attempt(() => atOnce(id ?? '', address));
    if (!answer) return false;
    const encoded = answer.as(request.headers['accept-encoding']);
    send(request, response, isTls ? encoded.overTls : encoded);
    return true;
  }
}

function attempt(work: () => Answer | undefined): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function send({ headers: asked }: IncomingMessage, response: ServerResponse, encoded: Encoded): void {
  if (isKnownTag(asked['if-none-match'], encoded.etag)) {
    response.writeHead(304, encoded.headers).end();
    return;
  }
  const { socket } = response;
  response.writeHead(200, encoded.headersWithLength);
  // `end(body)` would send head and body as a gathered write, followed by an empty write. Corked, they become one plain write.
  socket?.cork();
  response.write(encoded.body, 'latin1');
  socket?.uncork();
  response.end();
}
