import { type Actor, screens } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { PairingsService, type WantedClaim } from './pairings.service.js';

@Controller()
export class PairingsController {
  constructor(private readonly pairings: PairingsService) {}

  @Handles(screens.openPairing)
  open({ network }: { network?: string | undefined }) {
    return this.pairings.open(network);
  }

  @Handles(screens.redeemPairing)
  async redeem({ secret, again }: { secret: string; again?: boolean }) {
    return { claimed: await this.pairings.redeem(secret, again) };
  }

  @Handles(screens.claim)
  claim(claim: WantedClaim, actor: Actor) {
    return this.pairings.claim(actor, claim);
  }
}
