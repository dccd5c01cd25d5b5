import { type Metal, type MetalQuote } from '@sarafa/contracts';
import { AGREE_PERCENT, type Candidate, type EarlierQuote, inForce, isWithin, judgeQuote, type Verdict } from '@sarafa/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { type RateSource, SourceError } from '../../sources/rate-source.js';
import { MarketSources } from '../asking/market.sources.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';
import { SourceWords } from './source-words.js';

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
    private readonly words: SourceWords,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  /** `jumps` are the jumps of sources that were asked earlier in the same poll. The bounds don't apply to samples. */
  async judge(
    metal: Metal,
    candidate: Candidate,
    { label, isSample }: RateSource,
    last: MetalQuote | undefined,
    jumps: readonly Jump[],
    freshMs: number,
  ): Promise<Verdict> {
    const now = Date.now();
    const jumpPercent = this.config.MARKET_JUMP_PERCENT[metal];
    // Most quotes are near the last one, and need no look at what was refused before.
    const isFar = last !== undefined && !isWithin(candidate.price, last.price, jumpPercent);
    const verdict = judgeQuote(candidate, {
      ...(last ? { last: { ...last, isOwn: last.source === label } } : {}),
      series: isFar ? await this.seriesOf(metal, label, candidate.at) : [],
      isWithdrawn: await this.quotes.isWithdrawn(metal, label, candidate.at),
      released: last ? undefined : await this.quarantine.releasedFirst(metal),
      bounds: isSample ? { min: 0, max: Infinity } : inForce(this.config.MARKET_BOUNDS, now)[metal],
      jumpPercent,
      freshMs,
      now,
    });
    if (verdict.kind !== 'refuse' || !verdict.isLiftedByAnother) return verdict;
    const jump = { metal, label, price: candidate.price };
    return isShownByAnother(jump, jumps) || (await this.isConfirmed(jump, freshMs)) ? { kind: 'accept' } : verdict;
  }

  /** What the source has said since it was last accepted; nothing where the candidate is older than that. */
  private async seriesOf(metal: Metal, label: string, at: string): Promise<EarlierQuote[]> {
    const series = await this.quarantine.listSeries(metal, label);
    const oldest = series.at(-1);
    if (!oldest) return [];
    const accepted = await this.quotes.lastAtOf(metal, label, new Date(oldest.refusedAt));
    if (accepted === undefined) return series;
    const isLater = (moment: string) => Date.parse(moment) > Date.parse(accepted);
    return isLater(at) ? series.filter((said) => isLater(said.at)) : [];
  }

  private async isConfirmed({ metal, label, price }: Jump, freshMs: number): Promise<boolean> {
    const { check } = this.sources;
    // A source can't confirm itself.
    if (!check || check.label === label) return false;
    try {
      const said = await check.check(metal);
      this.words.heard(check.label, metal, said);
      // What it said before the jump confirms nothing.
      return Date.now() - Date.parse(said.at) <= freshMs && isWithin(said.price, price, AGREE_PERCENT);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.log.warn(`${check.label} ${error.message}`);
      return false;
    }
  }
}

/** Whether a source that was asked earlier in the same poll has seen this price too. */
function isShownByAnother({ metal, label, price }: Jump, jumps: readonly Jump[]): boolean {
  return jumps.some((other) => other.metal === metal && other.label !== label && isWithin(other.price, price, AGREE_PERCENT));
}
