import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SECURITY_HEADERS } from '../door/security-headers.js';

/** A body smaller than this grows when compressed, or nearly. */
const COMPRESS_FROM_BYTES = 1_024;

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  ...SECURITY_HEADERS,
} as const;

/** A public answer, ready to send. The same object is the same state: whoever has sent it once needn't send it again. */
export class Answer {
  readonly etag: string;
  /** All of the answer's headers in one object: set one by one they cost what the route itself costs. */
  readonly headers: Record<string, string>;
  private compressed?: { br: Encoded; gzip: Encoded };

  constructor(readonly body: Buffer) {
    this.etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const vary: Record<string, string> = body.length >= COMPRESS_FROM_BYTES ? { vary: 'accept-encoding' } : {};
    this.headers = { ...HEADERS, ...vary, etag: this.etag };
  }

  static json(value: unknown): Answer {
    return new Answer(Buffer.from(JSON.stringify(value)));
  }

  /** The body in an encoding that the reader takes, made once; undefined when it is to be sent as it is. */
  encoded(acceptEncoding: string | undefined): Encoded | undefined {
    if (this.body.length < COMPRESS_FROM_BYTES || !acceptEncoding) return undefined;
    const name = acceptEncoding.includes('br') ? 'br' : acceptEncoding.includes('gzip') ? 'gzip' : undefined;
    if (!name) return undefined;
    this.compressed ??= {
      br: this.encode('br', brotliCompressSync(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
      gzip: this.encode('gzip', gzipSync(this.body)),
    };
    return this.compressed[name];
  }

  private encode(name: string, body: Buffer): Encoded {
    // Another representation needs another strong tag.
    const etag = `${this.etag.slice(0, -1)}-${name}"`;
    return { body, etag, headers: { ...this.headers, etag, 'content-encoding': name } };
  }
}

export type Encoded = Pick<Answer, 'body' | 'etag' | 'headers'>;
