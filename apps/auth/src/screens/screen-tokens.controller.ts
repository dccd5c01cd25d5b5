import { auth, limits, type ScreenTokenClaims } from '@sarafa/contracts';
import { type CheckedTokens, Handles, screenTokens, StateCache } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { ScreensKeys } from '../signing-keys/rings.js';
import { TokenSigner } from '../signing-keys/token-signer.js';

const LIFE_S = limits.screens.tokenDays * 86_400;

/** Signs the tokens of screens. Settings alone may say which screen gets its first one; a later one is given for the one before, or asked for by settings. */
@Controller()
export class ScreenTokensController {
  private readonly checked: CheckedTokens<ScreenTokenClaims>;

  constructor(
    private readonly signer: TokenSigner,
    private readonly keys: ScreensKeys,
    state: StateCache,
  ) {
    this.checked = screenTokens(state);
  }

  @Handles(auth.signScreen)
  sign({ id, userId }: { id: string; userId: string }) {
    return this.signed(id, userId);
  }

  /** Whether the screen is still there is known to gateways, who refuse a token of one that isn't, whenever it was signed. */
  @Handles(auth.renewScreen)
  async renew({ authorization }: { authorization: string }) {
    const { sub, shop } = await this.checked.of(authorization);
    return this.signed(sub, shop);
  }

  private async signed(id: string, userId: string) {
    const claims: Pick<ScreenTokenClaims, 'role' | 'shop'> = { role: 'screen', shop: userId };
    return { token: await this.signer.sign(this.keys, claims, id, LIFE_S) };
  }
}
