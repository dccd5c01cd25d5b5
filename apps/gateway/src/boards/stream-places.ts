import { AppError, texts } from '@sarafa/contracts';
import { clientNetwork, widestNetwork } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { ClientAddresses } from '../edge/client-addresses.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/**
 * By then some boards have left, or another replica answers. Boards reconnect by themselves, sooner than this, and poll
 * meanwhile.
 */
const RETRY_SECONDS = 30;
/** Paired screens have as many places as this part of all others, which nobody else can take. */
const PART_OF_SCREENS = 0.1;

/** The place of one open stream. */
export class StreamPlace {
  /** Ends the stream, which then leaves the place. */
  end: () => void = () => undefined;
  /** Whether another one has got the place. */
  isGone = false;

  constructor(
    readonly address: string,
    readonly network: string,
    readonly isScreen: boolean,
  ) {}
}

/**
 * Shares the places for open streams, because each stream holds memory for as long as its client likes. When all are taken, who comes
 * from a network with fewer streams gets the newest place of the network that has most; the board that loses it polls. So no handful
 * of networks can keep all others out.
 */
@Injectable()
export class StreamPlaces {
  private readonly ofAddress = new Map<string, number>();
  /** Without the screens' own places, which nobody else can get. */
  private readonly ofNetwork = new Map<string, Set<StreamPlace>>();
  private all = 0;
  private screens = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly addresses: ClientAddresses,
  ) {}

  /** Takes a place until `leave`. A screen is one that is known to be paired. Throws `UNAVAILABLE` when there is none. */
  take(address: string, isScreen = false): StreamPlace {
    const { STREAMS_PER_GATEWAY, STREAMS_PER_ADDRESS } = this.config;
    // Further screens than have places of their own take those of boards.
    const isOwn = isScreen && this.screens < STREAMS_PER_GATEWAY * PART_OF_SCREENS;
    const place = new StreamPlace(clientNetwork(address), widestNetwork(address), isOwn);
    const isTold = this.addresses.isTold(address);
    const isFull = isTold && (this.ofAddress.get(place.address) ?? 0) >= STREAMS_PER_ADDRESS;
    if (isFull || (!isOwn && this.all >= STREAMS_PER_GATEWAY && !this.isGivenWay(place))) throw this.refusal();
    this.count(place, 1);
    if (!place.isScreen) {
      const places = this.ofNetwork.get(place.network) ?? new Set();
      this.ofNetwork.set(place.network, places.add(place));
    }
    return place;
  }

  refusal(): AppError {
    return new AppError('UNAVAILABLE', texts.errors.tooManyStreams, undefined, RETRY_SECONDS);
  }

  /** May be called more than once. */
  leave(place: StreamPlace): void {
    if (place.isGone) return;
    place.isGone = true;
    const places = this.ofNetwork.get(place.network);
    if (places?.delete(place) && places.size === 0) this.ofNetwork.delete(place.network);
    this.count(place, -1);
  }

  private count({ address, isScreen }: StreamPlace, one: 1 | -1): void {
    const taken = (this.ofAddress.get(address) ?? 0) + one;
    if (taken > 0) this.ofAddress.set(address, taken);
    else this.ofAddress.delete(address);
    if (isScreen) this.screens += one;
    else this.all += one;
  }

  /** Frees a place of the network with most, unless that has hardly more than the one of `place` will have. */
  private isGivenWay({ network }: StreamPlace): boolean {
    const own = this.ofNetwork.get(network)?.size ?? 0;
    let most: Set<StreamPlace> | undefined;
    for (const places of this.ofNetwork.values()) if (places.size > (most?.size ?? 0)) most = places;
    if (!most || most.size <= own + 1) return false;
    const newest = [...most].at(-1)!;
    this.leave(newest);
    newest.end();
    return true;
  }
}
