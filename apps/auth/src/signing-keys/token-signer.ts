import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { SigningKeys } from './signing-keys.js';

/** Signs tokens with the key of a ring that signs now. */
@Injectable()
export class TokenSigner {
  constructor(private readonly tokens: JwtService) {}

  /** `claims` are those beside the subject and the times. Throws `UNAVAILABLE` while no key could be published. */
  async sign(keys: SigningKeys, claims: object, subject: string, lifeS: number): Promise<string> {
    const { kid, privateKey } = await keys.signing();
    return this.tokens.signAsync(claims, { privateKey, keyid: kid, subject, expiresIn: lifeS });
  }
}
