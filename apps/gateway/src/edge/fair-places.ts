import { AppError, texts } from '@sarafa/contracts';
import { clientNetwork, widestNetwork } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { ClientAddresses } from './client-addresses.js';

/** By then some have left, or another replica answers. Boards come back by themselves, sooner than this, and poll meanwhile. */
const RETRY_SECONDS = 30;
/** How many files are read at one time, of which each holds a connection to media for as long as its client likes. */
const FILES_PER_GATEWAY = 2_000;
const FILES_PER_ADDRESS = 500;
/** Paired screens have as many places as this part of all others, which nobody else can take. */
const PART_OF_SCREENS = 0.1;

/** The place of one open stream, or of one file that is being read. */
export class Place {
  /** Ends what has the place, which then leaves it. */
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
 * Shares places of which each holds memory for as long as its client likes. When all are taken, who comes from a network with fewer
 * places gets the newest one of the network that has most. So no handful of networks can keep all others out.
 */
export abstract class FairPlaces {
  private readonly ofAddress = new Map<string, number>();
  /** Without the screens' own places, which nobody else can get. */
  private readonly ofNetwork = new Map<string, Set<Place>>();
  private all = 0;
  private screens = 0;

  constructor(
    private readonly perGateway: number,
    private readonly perAddress: number,
    private readonly addresses: ClientAddresses,
  ) {}

  abstract refusal(): AppError;

  /** Takes a place until `leave`. A screen is one that is known to be paired. Throws `UNAVAILABLE` when there is none. */
  take(address: string, isScreen = false): Place {
    // Further screens than have places of their own take those of boards.
    const isOwn = isScreen && this.screens < this.perGateway * PART_OF_SCREENS;
    const place = new Place(clientNetwork(address), widestNetwork(address), isOwn);
    const isTold = this.addresses.isTold(address);
    const isFull = isTold && (this.ofAddress.get(place.address) ?? 0) >= this.perAddress;
    if (isFull || (!isOwn && this.all >= this.perGateway && !this.isGivenWay(place))) throw this.refusal();
    this.count(place, 1);
    if (!place.isScreen) {
      const places = this.ofNetwork.get(place.network) ?? new Set();
      this.ofNetwork.set(place.network, places.add(place));
    }
    return place;
  }

  /** May be called more than once. */
  leave(place: Place): void {
    if (place.isGone) return;
    place.isGone = true;
    const places = this.ofNetwork.get(place.network);
    if (places?.delete(place) && places.size === 0) this.ofNetwork.delete(place.network);
    this.count(place, -1);
  }

  private count({ address, isScreen }: Place, one: 1 | -1): void {
    const taken = (this.ofAddress.get(address) ?? 0) + one;
    if (taken > 0) this.ofAddress.set(address, taken);
    else this.ofAddress.delete(address);
    if (isScreen) this.screens += one;
    else this.all += one;
  }

  /** Frees a place of the network with most, unless that has hardly more than the one of `place` will have. */
  private isGivenWay({ network }: Place): boolean {
    const own = this.ofNetwork.get(network)?.size ?? 0;
    let most: Set<Place> | undefined;
    for (const places of this.ofNetwork.values()) if (places.size > (most?.size ?? 0)) most = places;
    if (!most || most.size <= own + 1) return false;
    const newest = [...most].at(-1)!;
    this.leave(newest);
    newest.end();
    return true;
  }
}

/** The places for open streams. A board whose stream loses its place polls. */
@Injectable()
export class StreamPlaces extends FairPlaces {
  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, addresses: ClientAddresses) {
    super(config.STREAMS_PER_GATEWAY, config.STREAMS_PER_ADDRESS, addresses);
  }

  refusal(): AppError {
    return new AppError('UNAVAILABLE', texts.errors.tooManyStreams, undefined, RETRY_SECONDS);
  }
}

/** The places for files of media that are being read. A file whose place is lost breaks off. */
@Injectable()
export class FilePlaces extends FairPlaces {
  constructor(addresses: ClientAddresses) {
    super(FILES_PER_GATEWAY, FILES_PER_ADDRESS, addresses);
  }

  refusal(): AppError {
    return new AppError('UNAVAILABLE', texts.errors.partDown, undefined, RETRY_SECONDS);
  }
}
