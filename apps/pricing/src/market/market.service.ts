import { type Metal, Metal as Metals, type MetalQuote, type Quote } from '@sarafa/contracts';
import { type Candidate, isWithin, judgeQuote, type RefusalReason } from '@sarafa/domain';
import { inSpan, Metrics } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { type RateSource, SourceError, type SourceQuote } from '../sources/rate-source.js';
import { type Sources, sourcesOf } from '../sources/sources.js';
import type { Outcome } from './poller-state.repository.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from './quotes.repository.js';
import { REASONS } from './refused-quote.js';

/** A second source shows a jump too when it is this close to it. */
const CONFIRMED_PERCENT = 1;

/** A price that was refused as too far from the last one. */
interface Jump {
  readonly metal: Metal;
  readonly label: string;
  readonly price: string;
}

/** What one poll has gathered so far. */
interface Gathered {
  readonly accepted: Partial<Record<Metal, MetalQuote>>;
  /** Accepted, or no news: no other source need be asked. */
  readonly settled: Set<Metal>;
  readonly faults: string[];
  readonly jumps: Jump[];
  /** Who answered last. */
  source: RateSource | null;
}

/** Asks the market and decides what is true (rulings 3). */
@Injectable()
export class MarketService {
  private readonly log = new Logger(MarketService.name);
  private readonly sources: Sources;
  /** Sources that asked to be left alone, and until when. */
  private readonly resting = new Map<string, number>();
  private readonly quarantined;
  private readonly failures;
  private answeredAt?: number;

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
    metrics: Metrics,
  ) {
    this.sources = sourcesOf(config);
    this.quarantined = metrics.counter({
      name: 'sarafa_quotes_quarantined_total',
      help: 'Quotes that were refused.',
      labelNames: ['metal', 'reason'],
    });
    this.failures = metrics.counter({
      name: 'sarafa_source_failures_total',
      help: 'Questions to a market source that gave no quote.',
      labelNames: ['source'],
    });
    metrics.gauge(
      'sarafa_market_last_success_timestamp_seconds',
      'When a market source gave this replica an answer last, whatever became of it.',
      () => this.answeredAt && this.answeredAt / 1_000,
    );
  }

  /** Asks source after source until both metals are settled, and keeps what is new and true. */
  async poll(): Promise<Outcome> {
    // Read first: with the database away there is nothing to judge by, and no source is asked in vain.
    const latest = await this.quotes.latest();
    const standing = latest && !latest.sample ? latest : undefined;
    const gathered: Gathered = { accepted: {}, settled: new Set(), faults: [], jumps: [], source: null };
    for (const source of this.sources.inOrder) {
      if (gathered.settled.size === Metals.options.length) break;
      // A sample never takes the place of a market price, however old that is.
      if (source.isSample && (standing || gathered.settled.size > 0)) continue;
      const answer = await this.ask(source, gathered);
      if (answer) await this.judge(source, answer, source.isSample ? undefined : standing, gathered);
    }
    await this.keep(latest, standing, gathered);
    return { source: gathered.source?.label ?? null, lastError: gathered.faults.join('; ') || null };
  }

  private async ask(source: RateSource, { faults }: Gathered): Promise<SourceQuote | undefined> {
    const { label } = source;
    const restsUntil = this.resting.get(label) ?? 0;
    if (Date.now() < restsUntil) {
      faults.push(`${label} asked for a rest until ${new Date(restsUntil).toISOString()}`);
      return undefined;
    }
    try {
      const step = { name: 'market.ask', kind: 'client', attributes: { 'market.source': label } } as const;
      const answer = await inSpan(step, () => source.ask());
      this.answeredAt = Date.now();
      return answer;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.restMs) this.resting.set(label, Date.now() + error.restMs);
      this.failures.inc({ source: label });
      this.log.warn(`${label} ${error.message}`);
      faults.push(`${label} ${error.message}`);
      return undefined;
    }
  }

  private async judge(source: RateSource, answer: SourceQuote, standing: Quote | undefined, gathered: Gathered): Promise<void> {
    gathered.source = source;
    for (const metal of Metals.options) {
      if (gathered.settled.has(metal)) continue;
      const candidate = answer[metal];
      const last = standing?.[metal];
      const refused = last ? await this.quarantine.listSince(metal, last.at) : [];
      const verdict = judgeQuote(candidate, { last, refused, jumpPercent: this.config.MARKET_JUMP_PERCENT, now: Date.now() });
      const jump = { metal, label: source.label, price: candidate.price };
      const isConfirmedJump = async () => isShownByAnother(jump, gathered.jumps) || (await this.isConfirmed(jump));
      if (verdict.kind === 'refuse' && !(verdict.reason === 'jump' && (await isConfirmedJump()))) {
        if (verdict.reason === 'jump') gathered.jumps.push(jump);
        await this.refuse(metal, source, { ...candidate, dutyIncluded: answer.dutyIncluded }, verdict.reason, last);
        gathered.faults.push(`${source.label}: ${metal} refused, ${REASONS[verdict.reason]}`);
        continue;
      }
      gathered.settled.add(metal);
      if (verdict.kind === 'no-news') continue;
      const { price, at } = candidate;
      gathered.accepted[metal] = { price, at, source: source.label, dutyIncluded: answer.dutyIncluded };
    }
  }

  private async isConfirmed({ metal, label, price }: Jump): Promise<boolean> {
    const { check } = this.sources;
    // A source can't be its own witness.
    if (!check || check.label === label) return false;
    try {
      return isWithin(await check.priceOf(metal), price, CONFIRMED_PERCENT);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.log.warn(`${check.label} ${error.message}`);
      return false;
    }
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

  private async keep(latest: Quote | null, standing: Quote | undefined, { accepted, source }: Gathered): Promise<void> {
    const gold = accepted.gold ?? standing?.gold;
    const silver = accepted.silver ?? standing?.silver;
    const isNews = accepted.gold !== undefined || accepted.silver !== undefined;
    // Before the first quote of both there is nothing to show.
    if (!isNews || !gold || !silver) return;
    const sample = source?.isSample ?? false;
    await this.quotes.add({ seq: (latest?.seq ?? 0) + 1, gold, silver, sample }, new Date());
  }
}

/** A source that was asked before, in the same poll, has seen the market there too. */
function isShownByAnother({ metal, label, price }: Jump, jumps: readonly Jump[]): boolean {
  return jumps.some(
    (other) => other.metal === metal && other.label !== label && isWithin(other.price, price, CONFIRMED_PERCENT),
  );
}
