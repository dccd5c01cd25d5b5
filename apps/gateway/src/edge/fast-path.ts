import { AppError, httpError, texts } from '@sarafa/contracts';
import { asAppError, HSTS, isKnownTag, SECURITY_HEADERS, textOf } from '@sarafa/server';
import { Logger } from '@nestjs/common';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoded } from '../boards/answer.js';
import { addressesOf } from './paths.js';
import type { PeerOf } from './peers.js';

export type ReadRequest = FastifyRequest<{ Params: { id?: string } }>;

/**
 * The answer for the client at this address if it can be given at once; undefined, or an error, leaves the request to Fastify.
 */
export type AnswerAtOnce = (id: string, address: string) => Answer | undefined;

/** Answers a small JSON body from a client at this address. An error is answered as everywhere. */
export type PostHandler = (body: unknown, headers: IncomingHttpHeaders, address: string) => Promise<object>;

export type Handler = (request: ReadRequest, reply: FastifyReply) => unknown;

const OF_SHOP = '/:id';
/** An address without its query and without a slash at its end. */
const PATH = /^[^?]*?(?=\/?(?:\?|$))/;
/** The longest body of a post. */
const MAX_BODY = 4_096;
/** As Nest's answers have: such an answer belongs to whoever has asked. */
const POST_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...SECURITY_HEADERS };

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
  private readonly posts = new Map<string, PostHandler>();
  private readonly paths: string[] = [];
  private readonly log = new Logger(FastPath.name);
  private addresses: RegExp | undefined;
  /** Is told of each post that is answered with an error. */
  onPostRefused: (path: string, status: number) => void = () => undefined;

  constructor(
    readonly fastify: FastifyInstance,
    private readonly peerOf: PeerOf,
    private readonly newRequestId: () => string,
  ) {}

  /** What has no answer at once: a stream. `path` as Fastify reads it. */
  handle(path: string, handler: Handler): void {
    this.paths.push(path);
    this.fastify.get(path, handler);
  }

  /** What is posted so often that Nest would cost more than the answer itself. */
  post(path: string, handler: PostHandler): void {
    this.posts.set(path, handler);
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
    if (request.method === 'POST') return this.answersPost(request, response);
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

  private answersPost(request: IncomingMessage, response: ServerResponse): boolean {
    const path = PATH.exec(request.url!)![0];
    const handler = this.posts.get(path);
    if (!handler) return false;
    const { address = '', isTls } = this.peerOf(request);
    const headers = isTls ? { ...POST_HEADERS, ...HSTS } : POST_HEADERS;
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY) chunks.push(chunk);
    });
    request.once('end', () => {
      this.posted(handler, length, chunks, request, address).then(
        (answer) => response.writeHead(200, headers).end(JSON.stringify(answer)),
        (error: unknown) => this.refuse(path, response, headers, error),
      );
    });
    return true;
  }

  private async posted(
    handler: PostHandler,
    length: number,
    chunks: Buffer[],
    { headers }: IncomingMessage,
    address: string,
  ): Promise<object> {
    if (length > MAX_BODY) throw new AppError('TOO_LARGE', `The body has more than ${MAX_BODY} bytes`);
    return handler(jsonOf(Buffer.concat(chunks)), headers, address);
  }

  private refuse(path: string, response: ServerResponse, headers: OutgoingHttpHeaders, thrown: unknown): void {
    const error = asAppError(thrown);
    const body = httpError(error, this.newRequestId());
    if (error.code === 'INTERNAL') this.log.error({ err: thrown, requestId: body.requestId });
    if (error.retryAfterSeconds) response.setHeader('retry-after', error.retryAfterSeconds);
    this.onPostRefused(path, body.statusCode);
    response.writeHead(body.statusCode, headers).end(JSON.stringify(body));
  }
}

/** JSON as everywhere: in UTF-8. */
function jsonOf(bytes: Buffer): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('INVALID_INPUT', texts.errors.notJson);
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
