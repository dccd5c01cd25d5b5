import { Metal, type MetalQuote, type Quote, texts } from '@sarafa/contracts';
import {
  AGREE_PERCENT,
  type Candidate,
  type EarlierQuote,
  inForce,
  isMarketOpen,
  isWithin,
  judgeQuote,
  type RefusalReason,
  refusalReasons,
  type Verdict,
} from '@sarafa/domain';
import { Metrics } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { type RateSource, SourceError, type SourceQuote } from '../../sources/market-source.js';
import { MarketSources } from '../asking/market.sources.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';
import { wordsOf } from './refusal-reasons.js';
import { HeardPrices } from './heard-prices.js';

/** A price that was refused as a jump, but may still be the market's. */
interface Jump {
  readonly metal: Metal;
  readonly label: string;
  readonly price: string;
}

/** What one poll has gathered so far. */
export interface Gathered {
  readonly accepted: Partial<Record<Metal, MetalQuote>>;
  /** The metals that were accepted or had no news yet, for which no other source is asked. */
  readonly settled: Set<Metal>;
  readonly faults: string[];
  readonly jumps: Jump[];
  /** The last source that answered with more than quotes of a later time. */
  source: RateSource | null;
}

/** Judges what sources answer, metal by metal (rules 4.1 to 4.5). */
@Injectable()
export class MarketJudge {
  private readonly log = new Logger(MarketJudge.name);
  private readonly quarantined;

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly sources: MarketSources,
    private readonly heardPrices: HeardPrices,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
    metrics: Metrics,
  ) {
    this.quarantined = metrics.counter({
      name: 'sarafa_quotes_quarantined_total',
      help: 'Quotes that were refused.',
      labelNames: ['metal', 'reason'],
    });
    // From zero, because the first refusal of a counter that begins with it is no increase to the alert.
    for (const metal of Metal.options) for (const reason of refusalReasons) this.quarantined.inc({ metal, reason }, 0);
  }

  /** Adds to `gathered` what is accepted of this answer, and what is refused to the quarantine. */
  async judge(
    source: RateSource,
    answer: SourceQuote,
    standing: Quote | undefined,
    freshMs: number,
    gathered: Gathered,
  ): Promise<void> {
    const verdicts: Verdict[] = [];
    for (const metal of Metal.options) {
      const candidate = answer.candidates[metal];
      if (!candidate || gathered.settled.has(metal)) continue;
      const last = standing?.[metal];
      const verdict = await this.verdictOf(metal, candidate, source, last, gathered.jumps, freshMs);
      verdicts.push(verdict);
      if (verdict.kind === 'refuse') {
        // A source that has stopped on a wrong price confirms nothing.
        const isFresh = Date.now() - Date.parse(candidate.at) <= freshMs;
        if (verdict.isLiftedByAnother && isFresh) gathered.jumps.push({ metal, label: source.label, price: candidate.price });
        await this.refuse(metal, source, { ...candidate, dutyIncluded: answer.dutyIncluded }, verdict.reason, last);
        gathered.faults.push(texts.sources.refused(source.label, texts.sources.metals[metal], wordsOf(verdict.reason)));
        continue;
      }
      if (verdict.kind === 'no-news') {
        // Once the standing price is old, a source that repeats its time is no answer, and the next one is asked.
        const now = Date.now();
        if (!isMarketOpen(this.config.MARKET_HOURS, now) || now - Date.parse(candidate.at) <= freshMs)
          gathered.settled.add(metal);
        continue;
      }
      gathered.settled.add(metal);
      const { price, at } = candidate;
      gathered.accepted[metal] = { price, at, source: source.label, dutyIncluded: answer.dutyIncluded };
    }
    // Where all is of a later time, this replica's clock may be slow: no answer, after which another replica asks.
    // A source of which nothing is left to judge doesn't replace the one that answered before.
    if (verdicts.length === 0) gathered.source ??= source;
    else if (!verdicts.every(isOfLater)) gathered.source = source;
  }

  /** `jumps` are the jumps of sources that were asked earlier in the same poll. The bounds don't apply to samples. */
  private async verdictOf(
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

  private async refuse(
    metal: Metal,
    { label }: RateSource,
    { price, currency, unit, at, dutyIncluded }: Candidate & { dutyIncluded: boolean },
    reason: RefusalReason,
    last: MetalQuote | undefined,
  ): Promise<void> {
    const judgedAgainst = { last_price: last?.price ?? null, last_at: last?.at ?? null };
    const said = { metal, price, currency, unit, at, source: label, duty_included: dutyIncluded };
    const refusal = { ...said, reason, ...judgedAgainst, refused_at: new Date() };
    if (!(await this.quarantine.add(refusal))) return;
    this.quarantined.inc({ metal, reason });
    this.log.warn(`${label}: ${metal} ${price} at ${at} refused: ${reason}`);
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
      this.heardPrices.add(check.label, metal, said);
      // What it said before the jump confirms nothing.
      return Date.now() - Date.parse(said.at) <= freshMs && isWithin(said.price, price, AGREE_PERCENT);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.log.warn(texts.sources.without(check.label, texts.sources.metals[metal], error.message));
      return false;
    }
  }
}

/** Whether a source that was asked earlier in the same poll has seen this price too. */
function isShownByAnother({ metal, label, price }: Jump, jumps: readonly Jump[]): boolean {
  return jumps.some((other) => other.metal === metal && other.label !== label && isWithin(other.price, price, AGREE_PERCENT));
}

function isOfLater(verdict: Verdict): boolean {
  return verdict.kind === 'refuse' && verdict.reason === 'future';
}
