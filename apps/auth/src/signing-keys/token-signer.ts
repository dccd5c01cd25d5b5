import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SigningKeys } from './signing-keys.js';

/** Signs tokens with the key that signs now. */
@Injectable()
export class TokenSigner {
  constructor(
    private readonly keys: SigningKeys,
    private readonly tokens: JwtService,
  ) {}

  /** `claims` are those beside the subject and the times. Throws `UNAVAILABLE` while no key could be published. */
  async sign(claims: object, subject: string, lifeS: number): Promise<string> {
    const { kid, jwk } = await this.keys.signing();
    const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return this.tokens.signAsync(claims, { privateKey, keyid: kid, subject, expiresIn: lifeS });
  }
}
