import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError, type Jwks, siteJwks, texts, TOKEN_ISSUER } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { JwtSecretRequestType, JwtService } from '@nestjs/jwt';
import { StateCache } from './state-cache.js';

const ALGORITHM = 'ES256';

/** The public halves of the signing keys, by `kid`, as `auth` publishes them. */
@Injectable()
export class PublishedKeys {
  private read?: { readonly published: Jwks; readonly keys: ReadonlyMap<string, KeyObject> };

  constructor(private readonly state: StateCache) {}

  /** The same map until other keys are published. Throws `UNAVAILABLE` while nobody can say which there are. */
  async current(): Promise<ReadonlyMap<string, KeyObject>> {
    const published = await this.state.loadCurrent(siteJwks, '');
    if (!published) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    if (this.read?.published !== published) {
      const keys = published.keys.map((jwk) => [jwk.kid, createPublicKey({ key: { ...jwk }, format: 'jwk' })] as const);
      this.read = { published, keys: new Map(keys) };
    }
    return this.read.keys;
  }
}

/**
 * Signs with the private key that the call brings along, and verifies with the published key that the token's `kid` names;
 * ES256 and our issuer, both ways.
 */
export function tokenService(published: PublishedKeys): JwtService {
  const tokens: JwtService = new JwtService({
    signOptions: { algorithm: ALGORITHM, issuer: TOKEN_ISSUER },
    verifyOptions: { algorithms: [ALGORITHM], issuer: TOKEN_ISSUER },
    secretOrKeyProvider: async (type, token, options) => {
      const key =
        type === JwtSecretRequestType.SIGN
          ? options && 'privateKey' in options && options.privateKey
          : (await published.current()).get(kidOf(tokens, String(token)));
      if (!key) throw new Error('There is no such key');
      return key as KeyObject;
    },
  });
  return tokens;
}

function kidOf(tokens: JwtService, token: string): string {
  return tokens.decode<{ header: { kid?: string } } | null>(token, { complete: true })?.header.kid ?? '';
}
