import { createHash } from 'node:crypto';

/** What is stored of a TV's secret. A secret of 256 bits can't be guessed, so its hash needs no salt and no slowness. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
