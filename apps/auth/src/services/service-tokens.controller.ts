import { auth, type ServiceTokenClaims } from '@sarafa/contracts';
import { currentRequest, Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { PeoplesKeys } from '../signing-keys/rings.js';
import { TokenSigner } from '../signing-keys/token-signer.js';

/** A token that was stolen is good for an hour at most; auth may be away for half of that. */
const LIFE_S = 3_600;

/** Signs the tokens by which services know each other. */
@Controller()
export class ServiceTokensController {
  constructor(
    private readonly signer: TokenSigner,
    private readonly keys: PeoplesKeys,
  ) {}

  /** The token names whoever receives the answer, so that nobody gets another one's; a call without such a part isn't carried out. */
  @Handles(auth.signService)
  async sign() {
    const part = currentRequest()!.answeredTo!;
    const claims: Pick<ServiceTokenClaims, 'role'> = { role: 'service' };
    return { token: await this.signer.sign(this.keys, claims, part, LIFE_S), life_s: LIFE_S };
  }
}
