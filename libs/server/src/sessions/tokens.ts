import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError, type Jwks, type StateKey, texts, TOKEN_ISSUER } from '@sarafa/contracts';
import { JwtSecretRequestType, JwtService } from '@nestjs/jwt';
import type { StateCache } from '../state/state-cache.js';

const ALGORITHM = 'ES256';

type PublicKeys = ReadonlyMap<string, Jwks['keys'][number]>;

/** The public halves of a ring of signing keys by `kid`, as `auth` publishes them. */
export class PublishedKeys {
  private read?: { readonly published: Jwks; readonly keys: PublicKeys };

  constructor(
    private readonly state: StateCache,
    private readonly ring: StateKey<Jwks>,
  ) {}

  /** Answers the same map until other keys are published. Throws `UNAVAILABLE` while the keys can't be known. */
  async current(): Promise<PublicKeys> {
    const published = await this.state.loadCurrent(this.ring, '');
    if (!published) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    if (this.read?.published !== published) {
      this.read = { published, keys: new Map(published.keys.map((jwk) => [jwk.kid, jwk])) };
    }
    return this.read.keys;
  }
}

/**
 * Signs with the private key that the caller passes, and verifies with the published key that the token's `kid` names. Both use
 * ES256 and our issuer.
 */
export function tokenService(published: PublishedKeys): JwtService {
  const tokens: JwtService = new JwtService({
    signOptions: { algorithm: ALGORITHM, issuer: TOKEN_ISSUER },
    verifyOptions: { algorithms: [ALGORITHM], issuer: TOKEN_ISSUER },
    secretOrKeyProvider: async (type, token, options) => {
      const key =
        type === JwtSecretRequestType.SIGN
          ? options && 'privateKey' in options && options.privateKey
          : publicKey((await published.current()).get(kidOf(String(token))));
      if (!key) throw new Error('There is no such key');
      return key as KeyObject;
    },
  });
  return tokens;
}

/** Imported when a token names the key, so that one unreadable key doesn't invalidate the tokens of the others. */
function publicKey(jwk: Jwks['keys'][number] | undefined): KeyObject | undefined {
  return jwk && createPublicKey({ key: { ...jwk }, format: 'jwk' });
}

/** The key that a token says it is signed with; empty for what says none. */
export function kidOf(token: string): string {
  return new JwtService().decode<{ header: { kid?: string } } | null>(token, { complete: true })?.header.kid ?? '';
}
