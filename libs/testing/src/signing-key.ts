import { compactDecrypt, type JWK } from 'jose';
import type { Database } from './shops.js';

/** The `MASTER_KEY` of each product that a harness starts. */
export const MASTER_KEY = Buffer.alloc(32, 'specs').toString('base64');

/** The newest key of a ring with its private half, for tokens that a product would never sign. */
export async function signingKey(
  db: Database,
  ring: 'ring' | 'screens' = 'ring',
  masterKey = MASTER_KEY,
): Promise<{ readonly kid: string; readonly jwk: JWK }> {
  const found = await db
    .collection<{ _id: string; keys: { kid: string; wrapped: string }[] }>('signing_keys')
    .findOne({ _id: ring });
  const { kid, wrapped } = found!.keys.at(-1)!;
  const { plaintext } = await compactDecrypt(wrapped, Buffer.from(masterKey, 'base64'));
  return { kid, jwk: JSON.parse(Buffer.from(plaintext).toString()) as JWK };
}
