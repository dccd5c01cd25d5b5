import { createHash } from 'node:crypto';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader, type JWK } from 'jose';
import { z } from 'zod';

const HOW = '32 random bytes in base64, as `openssl rand -base64 32` makes them';
const KEY = /^[A-Za-z0-9+/]{43}=$/;
const ENCODER = new TextEncoder();

/** `MASTER_KEY`: the key that wraps, and behind it, after a comma each, older ones that only read what they have wrapped. */
export const MasterKeyList = z
  .string({ error: `is needed: ${HOW}` })
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => KEY.test(key)), { error: `must be ${HOW}; older keys follow behind commas` })
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')));

/** Something was wrapped by a master key that isn't there. */
export class MissingMasterKey extends Error {}

/** Wraps private keys as JWE (RFC 7516), so that the database and its backups don't hold what signs tokens. */
export class MasterKeys {
  /** By their ids, the one that wraps first. */
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor(keys: Buffer[]) {
    this.keys = new Map(keys.map((key) => [idOf(key), key]));
  }

  wrap(jwk: JWK): Promise<string> {
    const [first] = this.keys;
    const [kid, key] = first!;
    const jwe = new CompactEncrypt(ENCODER.encode(JSON.stringify(jwk)));
    return jwe.setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid }).encrypt(key);
  }

  /** Throws `MissingMasterKey`. */
  async unwrap(wrapped: string): Promise<JWK> {
    const { kid = '' } = decodeProtectedHeader(wrapped);
    const key = this.keys.get(kid);
    if (!key) {
      const held = [...this.keys.keys()].join(', ');
      throw new MissingMasterKey(`Signing keys are wrapped by the master key ${kid}, and MASTER_KEY has only ${held}`);
    }
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const { plaintext } = await compactDecrypt(wrapped, key, options);
    return JSON.parse(new TextDecoder().decode(plaintext)) as JWK;
  }

  /** Whether an older one of our keys has wrapped it. A key that we don't have may be a newer one. */
  isOutdated(wrapped: string): boolean {
    return [...this.keys.keys()].indexOf(decodeProtectedHeader(wrapped).kid ?? '') > 0;
  }
}

/** What the log calls a master key: the beginning of its SHA-256. */
function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
