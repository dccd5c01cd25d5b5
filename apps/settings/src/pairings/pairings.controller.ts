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
  async redeem({ secret }: { secret: string }) {
    return { claimed: await this.pairings.redeem(secret) };
  }

  @Handles(screens.claim)
  claim(claim: WantedClaim, actor: Actor) {
    return this.pairings.claim(actor, claim);
  }
}
