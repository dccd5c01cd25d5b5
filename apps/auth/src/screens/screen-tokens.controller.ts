import { auth, limits, type ScreenTokenClaims } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { TokenSigner } from '../signing-keys/token-signer.js';

const LIFE_S = limits.screens.tokenDays * 86_400;

/** Signs the tokens of screens. Whether a screen may have one is decided by whoever asks: NATS lets only settings and gateways. */
@Controller()
export class ScreenTokensController {
  constructor(private readonly signer: TokenSigner) {}

  @Handles(auth.signScreen)
  async sign({ id, userId }: { id: string; userId: string }) {
    const claims: Pick<ScreenTokenClaims, 'role' | 'shop'> = { role: 'screen', shop: userId };
    return { token: await this.signer.sign(claims, id, LIFE_S) };
  }
}
