import { type Metal, type MetalQuote } from '@sarafa/contracts';
import { type Candidate, isWithin, judgeQuote, type Verdict } from '@sarafa/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { inForce } from '../effective-dated.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { type RateSource, SourceError } from '../sources/rate-source.js';
import { MarketSources } from './market.sources.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from './quotes.repository.js';

/** A second source confirms a jump when its price is this close. */
const CONFIRMED_PERCENT = 1;

/** A price that was refused as a jump, but may still be the market's. */
export interface Jump {
  readonly metal: Metal;
  readonly label: string;
  readonly price: string;
}

/** Judges one metal's price (rule 4.2). */
@Injectable()
export class MarketJudge {
  private readonly log = new Logger(MarketJudge.name);

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly sources: MarketSources,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  /** `jumps` are the jumps of sources that were asked earlier in the same poll. The bounds don't apply to samples. */
  async judge(
    metal: Metal,
    candidate: Candidate,
    { label, isSample }: RateSource,
    last: MetalQuote | undefined,
    jumps: readonly Jump[],
  ): Promise<Verdict> {
    const now = Date.now();
    const verdict = judgeQuote(candidate, {
      ...(last ? { last } : {}),
      refused: last ? await this.quarantine.listSince(metal, last.at, label) : [],
      isWithdrawn: await this.quotes.isWithdrawn(metal, label, candidate.at),
      bounds: isSample ? { min: 0, max: Infinity } : inForce(this.config.MARKET_BOUNDS, now)[metal],
      jumpPercent: this.config.MARKET_JUMP_PERCENT,
      now,
    });
    if (verdict.kind !== 'refuse' || !verdict.isLiftedByAnother) return verdict;
    const jump = { metal, label, price: candidate.price };
    return isShownByAnother(jump, jumps) || (await this.isConfirmed(jump)) ? { kind: 'accept' } : verdict;
  }

  private async isConfirmed({ metal, label, price }: Jump): Promise<boolean> {
    const { check } = this.sources;
    // A source can't confirm itself.
    if (!check || check.label === label) return false;
    try {
      return isWithin(await check.priceOf(metal), price, CONFIRMED_PERCENT);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.log.warn(`${check.label} ${error.message}`);
      return false;
    }
  }
}

/** Whether a source that was asked earlier in the same poll has seen this price too. */
function isShownByAnother({ metal, label, price }: Jump, jumps: readonly Jump[]): boolean {
  return jumps.some(
    (other) => other.metal === metal && other.label !== label && isWithin(other.price, price, CONFIRMED_PERCENT),
  );
}
