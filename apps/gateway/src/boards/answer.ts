import type { BoardEventName, ScreenEventName } from '@sarafa/contracts';
import { HSTS, SECURITY_HEADERS } from '@sarafa/server';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Encoding, encodingFor } from './negotiation.js';

/** A smaller body hardly shrinks, or even grows, when it is compressed. */
export const COMPRESS_FROM_BYTES = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, BROTLI),
  gzip: (text) => gzipSync(text),
};

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  ...SECURITY_HEADERS,
} as const;

/** A public answer, ready to send. The same object means the same state, so an object that was sent needn't be sent again. */
export class Answer {
  private plain?: Encoded;
  private readonly compressed: Partial<Record<Encoding, Encoded>> = {};
  private framed?: { readonly event: BoardEventName; readonly bytes: Buffer };

  /**
   * `text` is JSON in ASCII. Writing it as latin1 costs a quarter of writing UTF-8, which matters when one quote goes to 10,000
   * boards.
   */
  constructor(readonly text: string) {}

  static json(value: unknown): Answer {
    return new Answer(asciiJson(value));
  }

  /** The representation for a client with these encodings. Made on first use, because a push needs none. */
  as(acceptEncoding: string | undefined): Encoded {
    // A string is sent in one write together with the head; a buffer would need a gathered write, which costs more.
    this.plain ??= this.encode(this.text);
    if (this.text.length < COMPRESS_FROM_BYTES) return this.plain;
    const name = encodingFor(acceptEncoding);
    if (!name) return this.plain;
    return (this.compressed[name] ??= this.encode(COMPRESS[name](this.text), name));
  }

  /** The event that carries the answer. Made once, because all boards with this answer are sent the same bytes. */
  frame(event: BoardEventName): Buffer {
    if (this.framed?.event !== event) this.framed = { event, bytes: Buffer.from(eventFrame(event, this.text), 'latin1') };
    return this.framed.bytes;
  }

  private encode(body: string | Buffer, encoding?: Encoding): Encoded {
    const vary: Record<string, string> = this.text.length < COMPRESS_FROM_BYTES ? {} : { vary: 'accept-encoding' };
    const encoded: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    return new Encoded(body, { ...HEADERS, ...vary, ...encoded });
  }
}

type Headers = Record<string, string>;

/**
 * One representation of an answer. Its headers are one object, because setting them one by one costs as much as the rest of the
 * route.
 */
export class Encoded {
  /** Strong, so each representation has its own: the compressed one has other bytes. */
  readonly etag: string;
  /** The headers of an answer without the body, and without its length. */
  readonly headers: Headers;
  private complete?: Headers;
  private safe?: Encoded;

  constructor(
    readonly body: string | Buffer,
    headers: Headers,
  ) {
    this.etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    this.headers = { ...headers, etag: this.etag };
  }

  /** The headers of an answer with its body. A string here is ASCII, so it has as many bytes as characters. */
  get headersWithLength(): Headers {
    return (this.complete ??= { ...this.headers, 'content-length': String(this.body.length) });
  }

  /** The same representation for a client that came by TLS. */
  get overTls(): Encoded {
    return (this.safe ??= new Encoded(this.body, { ...this.headers, ...HSTS }));
  }
}

/** JSON in ASCII: characters beyond ASCII are escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A Server-Sent Event as it is sent. `json` is ASCII on one line, so the frame is ASCII too. */
export function eventFrame(event: BoardEventName | ScreenEventName, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}
