import { isKnownTag } from '@sarafa/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoded } from '../boards/answer.js';
import { addressesOf } from './paths.js';
import type { PeerOf } from './peers.js';

export type ReadRequest = FastifyRequest<{ Params: { id?: string } }>;

/** What the reader at this address is answered at once; undefined when there is more to it. Whatever it throws, too, is more. */
export type AnswerAtOnce = (id: string, address: string) => Answer | undefined;

export type Handler = (request: ReadRequest, reply: FastifyReply) => unknown;

const OF_SHOP = '/:id';

/** Words, then perhaps a shop's id, then perhaps a query without escapes. An address that is written in any other way is Fastify's. */
const ADDRESS = /^((?:\/[a-z-]+)+?)(?:\/([0-9a-f]{24}))?(?:\?[!-$&-~]*)?$/;

/**
 * The door for what boards read. An answer that is in memory goes out by node:http alone, since Fastify's way costs a read a
 * fifth of its throughput. Everything else, each error too, is Fastify's: one registration serves both, so they can't differ.
 */
export class HotDoor {
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

  /** `path` is made of words and may end in `/:id`. */
  read(path: string, atOnce: AnswerAtOnce, handler: Handler): void {
    if (path.endsWith(OF_SHOP)) this.ofShop.set(path.slice(0, -OF_SHOP.length), atOnce);
    else this.ofAll.set(path, atOnce);
    this.handle(path, handler);
  }

  /** Whether an address is one of this door's, in whatever writing. */
  has(url: string): boolean {
    return (this.addresses ??= addressesOf(this.paths)).test(url);
  }

  /** Whether it has answered; otherwise nothing has happened to the request. Its address has no prefix. */
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
  // Ended with its body, head and body would take a gathered write beside an empty one; so they are one plain write.
  socket?.cork();
  response.write(encoded.body, 'latin1');
  socket?.uncork();
  response.end();
}
