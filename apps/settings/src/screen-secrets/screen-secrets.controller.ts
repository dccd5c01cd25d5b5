import { timingSafeEqual } from 'node:crypto';
import { auth, type ScreenSecret, type ScreenTokenClaims, screens } from '@sarafa/contracts';
import { type CheckedTokens, Handles, refusedToken, RpcClient, screenTokens, StateCache } from '@sarafa/server';
import { Controller, Logger } from '@nestjs/common';
import { ScreensRepository } from '../screens/screens.repository.js';
import { secretHash } from '../secret-hash.js';

const NO_HASH = Buffer.alloc(32);

/** The secrets by which screens come back whose keys were removed (rule 14.12). */
@Controller()
export class ScreenSecretsController {
  private readonly log = new Logger(ScreenSecretsController.name);
  private readonly checked: CheckedTokens<ScreenTokenClaims>;

  constructor(
    private readonly shops: ScreensRepository,
    private readonly rpc: RpcClient,
    state: StateCache,
  ) {
    this.checked = screenTokens(state);
  }

  /** A token alone replaces no secret: whoever has a leaked key can make tokens. */
  @Handles(screens.keepSecret)
  async keep({ authorization, secret }: { authorization: string; secret: string }) {
    const { sub } = await this.checked.of(authorization);
    const is_kept = await this.shops.keepSecret(sub, secretHash(secret));
    // Two devices that share one pairing, or somebody who has told a secret first by a leaked key.
    if (!is_kept)
      this.log.warn(`Another secret is kept of the screen ${sub}: remove it and pair it again where a key has leaked`);
    return { is_kept };
  }

  /** The answer and its time don't tell an unknown screen from a wrong secret. */
  @Handles(screens.renewToken)
  async renew({ id, secret }: ScreenSecret) {
    const found = await this.shops.findSecret(id);
    const stored = found ? Buffer.from(found.hash, 'base64url') : NO_HASH;
    if (!timingSafeEqual(Buffer.from(secretHash(secret), 'base64url'), stored) || !found) throw refusedToken();
    return this.rpc.call(auth.signScreen, { id, userId: found.userId }, { role: 'public' });
  }
}
