import { AppError, texts } from '@sarafa/contracts';
import { clientNetwork } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/**
 * By then some boards have left, or another replica answers. Boards reconnect by themselves, sooner than this, and poll
 * meanwhile.
 */
const RETRY_SECONDS = 30;

/**
 * Limits the open streams of one address and of the gateway, because each stream holds memory for as long as its client likes.
 */
@Injectable()
export class StreamPlaces {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /** Takes a place until the returned function is called. Throws `UNAVAILABLE` when there is none. */
  take(address: string): () => void {
    const network = clientNetwork(address);
    const { STREAMS_PER_GATEWAY, STREAMS_PER_ADDRESS } = this.config;
    const taken = this.taken.get(network) ?? 0;
    if (this.all >= STREAMS_PER_GATEWAY || taken >= STREAMS_PER_ADDRESS)
      throw new AppError('UNAVAILABLE', texts.errors.tooManyStreams, undefined, RETRY_SECONDS);
    this.all++;
    this.taken.set(network, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.all--;
      const left = this.taken.get(network)! - 1;
      if (left > 0) this.taken.set(network, left);
      else this.taken.delete(network);
    };
  }
}
