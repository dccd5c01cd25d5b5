import { SECURITY_HEADERS } from '@sarafa/server';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { HSTS } from '../door/security-headers.js';
import { type Encoding, encodingFor } from './negotiation.js';

/** A body smaller than this grows when compressed, or nearly. */
export const COMPRESS_FROM_BYTES = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  ...SECURITY_HEADERS,
} as const;

/** A public answer, ready to send. The same object is the same state: whoever has sent it once needn't send it again. */
export class Answer {
  private plain?: Encoded;
  private compressed?: { br: Encoded; gzip: Encoded };

  /** `text` is JSON in ASCII: written as latin1 it costs a quarter of UTF-8, which counts at 10,000 boards a quote. */
  constructor(readonly text: string) {}

  static json(value: unknown): Answer {
    return new Answer(asciiJson(value));
  }

  /** What is sent to a reader who takes these encodings; made when first asked for, since a push needs none of it. */
  as(acceptEncoding: string | undefined): Encoded {
    // As a string it goes out in one write with its head; a buffer of its own would take a gathered write, which costs more.
    this.plain ??= this.encode(this.text);
    if (this.text.length < COMPRESS_FROM_BYTES) return this.plain;
    const name = encodingFor(acceptEncoding);
    if (!name) return this.plain;
    this.compressed ??= {
      br: this.encode(brotliCompressSync(this.text, BROTLI), 'br'),
      gzip: this.encode(gzipSync(this.text), 'gzip'),
    };
    return this.compressed[name];
  }

  private encode(body: string | Buffer, encoding?: Encoding): Encoded {
    const vary: Record<string, string> = this.text.length < COMPRESS_FROM_BYTES ? {} : { vary: 'accept-encoding' };
    const encoded: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    return new Encoded(body, { ...HEADERS, ...vary, ...encoded });
  }
}

type Headers = Record<string, string>;

/** One representation of an answer. All its headers stand in one object: set one by one they cost what the route itself costs. */
export class Encoded {
  /** Strong, for each representation: the compressed one has other bytes. */
  readonly etag: string;
  /** Of an answer without the body; the length comes with the body. */
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

  /** As `headers`, of an answer with its body. A string here is ASCII, so its letters are its bytes. */
  get headersWithLength(): Headers {
    return (this.complete ??= { ...this.headers, 'content-length': String(this.body.length) });
  }

  /** The same for a reader who came by TLS. */
  get overTls(): Encoded {
    return (this.safe ??= new Encoded(this.body, { ...this.headers, ...HSTS }));
  }
}

/** JSON text without a letter beyond ASCII: what others write as it is stands as its escape. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
