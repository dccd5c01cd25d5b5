import { AppError, texts } from '@sarafa/contracts';
import { clientNetwork } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { MinuteCounts } from './minute-counts.js';

const MINUTE_MS = 60_000;
/** More addresses than this in one minute are an attack. */
const MAX_ADDRESSES = 200_000;

/** A screen beats every 30 seconds, and once more for each command that it has done. */
const BEATS_OF_A_SCREEN = 60;

/**
 * The ceilings for what is public, in a minute: reads of one address (or one IPv6 network), with the streams of boards that don't
 * exist; files; refused beats of an address; and the beats of one screen. Counters of our own, because reads are counted before
 * the most frequent of them: that needs one look-up, where @fastify/rate-limit adds a hook, a promise and three headers.
 */
@Injectable()
export class PublicLimit {
  private readonly counts: MinuteCounts;
  /** Apart from the reads of boards, so that whoever loads files loses neither rates nor streams. */
  private readonly files: MinuteCounts;
  /** Of refused screens, apart from all else: whoever reads much from an address takes no TV behind it from its shop's list. */
  private readonly refusedBeats: MinuteCounts;
  /** By screen. */
  private readonly beats = new MinuteCounts(BEATS_OF_A_SCREEN, MAX_ADDRESSES);
  private startedAt = performance.now();

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig) {
    this.counts = new MinuteCounts(config.PUBLIC_RATE_LIMIT_PER_MINUTE, MAX_ADDRESSES);
    this.files = new MinuteCounts(config.PUBLIC_RATE_LIMIT_PER_MINUTE, MAX_ADDRESSES);
    this.refusedBeats = new MinuteCounts(config.PUBLIC_RATE_LIMIT_PER_MINUTE, MAX_ADDRESSES);
  }

  /** Counts one read. False above the ceiling. */
  allows(address: string): boolean {
    return this.counts.add(clientNetwork(address));
  }

  /** Counts one read of a page, a built file, a document or media. False above the ceiling. */
  allowsFile(address: string): boolean {
    return this.files.add(clientNetwork(address));
  }

  /** Whether the address has been refused in this minute. */
  isAbove(address: string): boolean {
    return this.counts.isAbove(clientNetwork(address));
  }

  /** Counts a beat whose token is refused. */
  countRefusedBeat(address: string): void {
    this.refusedBeats.add(clientNetwork(address));
  }

  /** False where so many tokens were refused that those of the address aren't looked at any more. */
  allowsBeatsFrom(address: string): boolean {
    return !this.refusedBeats.isAbove(clientNetwork(address));
  }

  /** Counts one beat of a screen. False above the ceiling. */
  allowsBeatOf(screen: string): boolean {
    return this.beats.add(screen);
  }

  /** Tells a refused client to wait until the next minute. */
  refusal(): AppError {
    const seconds = Math.max(1, Math.ceil((this.startedAt + MINUTE_MS - performance.now()) / 1_000));
    return new AppError('TOO_MANY_REQUESTS', texts.errors.tooManyRequests, undefined, seconds);
  }

  @Interval(MINUTE_MS)
  protected clear(): void {
    this.counts.clear();
    this.files.clear();
    this.refusedBeats.clear();
    this.beats.clear();
    this.startedAt = performance.now();
  }
}
