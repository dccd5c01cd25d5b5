import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SECURITY_HEADERS } from '../door/security-headers.js';

/** A body smaller than this grows when compressed, or nearly. */
const COMPRESS_FROM_BYTES = 1_024;

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
    if (this.text.length < COMPRESS_FROM_BYTES || !acceptEncoding) return this.plain;
    const name = acceptEncoding.includes('br') ? 'br' : acceptEncoding.includes('gzip') ? 'gzip' : undefined;
    if (!name) return this.plain;
    this.compressed ??= {
      br: this.encode(brotliCompressSync(this.text, BROTLI), 'br'),
      gzip: this.encode(gzipSync(this.text), 'gzip'),
    };
    return this.compressed[name];
  }

  /** A strong tag for each representation: the compressed one has other bytes. */
  private encode(body: string | Buffer, encoding?: string): Encoded {
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const vary: Record<string, string> = this.text.length < COMPRESS_FROM_BYTES ? {} : { vary: 'accept-encoding' };
    const encoded: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    return { body, etag, headers: { ...HEADERS, ...vary, ...encoded, etag } };
  }
}

/** One representation of an answer. All its headers stand in one object: set one by one they cost what the route itself costs. */
export interface Encoded {
  readonly body: string | Buffer;
  readonly etag: string;
  readonly headers: Record<string, string>;
}

/** JSON text without a letter beyond ASCII: what others write as it is stands as its escape. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
