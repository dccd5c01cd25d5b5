import { setTimeout } from 'node:timers/promises';
import { asAppError, inSpan } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { MarketService } from '../market.service.js';
import { type Outcome, PollerStateRepository } from './poller-state.repository.js';

/**
 * A source may take longer than a caller waits. Then the caller is answered with what is known at that moment, and boards get the
 * result when it comes.
 */
const LONGEST_WAIT_MS = 3_000;

/** One question to the market, from claiming its time to publishing the result. */
@Injectable()
export class MarketAsking {
  private readonly log = new Logger(MarketAsking.name);

  constructor(
    private readonly market: MarketService,
    private readonly state: PollerStateRepository,
    private readonly publisher: MarketPublisher,
  ) {}

  /**
   * Undefined when another replica has asked since `askedAt`; then nothing is asked. With `evenResting` sources that asked for a
   * pause are asked too.
   */
  async ask(askedAt: Date | null, now: Date, evenResting = false): Promise<Outcome | undefined> {
    if (!(await this.state.claim(askedAt, now))) return undefined;
    return inSpan({ name: 'market.poll', kind: 'internal' }, async () => {
      const outcome = await this.pollOrFail(evenResting);
      await this.state.finish(outcome);
      await this.publisher.publishSoon();
      return outcome;
    });
  }

  /**
   * Asks at once, also sources that asked for a pause. If another replica has asked since `askedAt`, that question counts as the
   * answer.
   */
  async askNow(askedAt?: Date | null): Promise<void> {
    const last = askedAt === undefined ? (await this.state.read()).asked_at : askedAt;
    await Promise.race([this.ask(last, new Date(), true), setTimeout(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** A poll that was interrupted counts as one without an answer, so the next comes sooner than an interval. */
  private async pollOrFail(evenResting: boolean): Promise<Outcome> {
    try {
      return await this.market.poll(evenResting);
    } catch (error) {
      // A database that is away for a moment is no defect.
      if (asAppError(error).code === 'UNAVAILABLE') this.log.warn({ err: error });
      else this.log.error({ err: error });
      return { source: null, lastError: 'the question broke off; the log says why' };
    }
  }
}
