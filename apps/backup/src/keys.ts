import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { CountQueuingStrategy } from 'node:stream/web';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { Refusal } from './refusal.js';

const SALT = 'sarafa backup 1';
const WRONG_KEY = /no identity matched/;

/**
 * All that is made of `BACKUP_KEY`. Content is encrypted in the age format for an identity of its own, so that age's own program could
 * open it too. Whoever doesn't have the key doesn't know the recipient either; manifests are signed all the same.
 */
export class Keys {
  private readonly identity: string;
  private readonly encrypter = new Encrypter();
  private readonly decrypter = new Decrypter();
  private readonly naming: Buffer;
  private readonly signing: Buffer;

  private constructor(private readonly key: string) {
    this.identity = bech32.encode('AGE-SECRET-KEY-', bech32.toWords(this.derived('identity')), false).toUpperCase();
    this.decrypter.addIdentity(this.identity);
    this.naming = this.derived('names of files');
    this.signing = this.derived('signature of manifests');
  }

  static async of(key: string): Promise<Keys> {
    const keys = new Keys(key);
    keys.encrypter.addRecipient(await identityToRecipient(keys.identity));
    return keys;
  }

  async seal(content: Readable): Promise<Readable> {
    return fromWeb(await this.encrypter.encrypt(toWeb(content)));
  }

  /** Throws, at once or within the stream, where the content is another's or was changed. */
  async open(sealed: Readable): Promise<Readable> {
    const opened = await this.decrypter.decrypt(toWeb(sealed)).catch((error: Error) => {
      sealed.destroy();
      if (WRONG_KEY.test(error.message))
        throw new Refusal('BACKUP_KEY is not the key of this backup: set the one that it was made with');
      throw error;
    });
    return fromWeb(opened);
  }

  /** What a file of this content is called. The content's own hash would tell strangers which known file it is. */
  nameOf(sha256: string): string {
    return createHmac('sha256', this.naming).update(sha256).digest('hex');
  }

  sign(text: string): string {
    return createHmac('sha256', this.signing).update(text).digest('hex');
  }

  isSigned(text: string, signature: string): boolean {
    return timingSafeEqual(
      createHmac('sha256', this.signing).update(text).digest(),
      Buffer.from(signature.padEnd(64, '0').slice(0, 64), 'hex'),
    );
  }

  private derived(use: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, SALT, use, 32));
  }
}

/** Node by itself counts chunks as if they were bytes, and would keep thousands of them. */
const strategy = new CountQueuingStrategy({ highWaterMark: 2 });
const toWeb = (stream: Readable) => Readable.toWeb(stream, { strategy }) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as never);
