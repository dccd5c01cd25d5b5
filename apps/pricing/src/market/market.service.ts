import { type ByMetal, entriesOf, firstMetals, Metal, type MetalQuote, type Quote } from '@sarafa/contracts';
import { type Candidate, freshForMs, type RefusalReason, type Verdict } from '@sarafa/domain';
import { Metrics } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { PriceSettingsRepository } from '../price-settings/price-settings.repository.js';
import type { RateSource, SourceQuote } from '../sources/rate-source.js';
import { type Jump, MarketJudge } from './judging/market.judge.js';
import { type Answer, MarketSources } from './asking/market.sources.js';
import type { Outcome } from './asking/poller-state.repository.js';
import { QuarantineRepository } from './judging/quarantine.repository.js';
import { QuotesRepository } from './publishing/quotes.repository.js';
import { wordsOf } from './judging/refusal-reasons.js';
import { SourceWords } from './judging/source-words.js';

/** What one poll has gathered so far. */
interface Gathered {
  readonly accepted: Partial<Record<Metal, MetalQuote>>;
  /** The metals that were accepted or had no news yet, for which no other source is asked. */
  readonly settled: Set<Metal>;
  readonly faults: string[];
  readonly jumps: Jump[];
  /** The last source that answered with more than quotes of a later time. */
  source: RateSource | null;
}

type Ask = (source: RateSource) => Promise<Answer>;

/** Asks the market and judges the answers (rules 4.1 to 4.5). */
@Injectable()
export class MarketService {
  private readonly log = new Logger(MarketService.name);
  private readonly quarantined;

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly sources: MarketSources,
    private readonly judges: MarketJudge,
    private readonly words: SourceWords,
    private readonly settings: PriceSettingsRepository,
    metrics: Metrics,
  ) {
    this.quarantined = metrics.counter({
      name: 'sarafa_quotes_quarantined_total',
      help: 'Quotes that were refused.',
      labelNames: ['metal', 'reason'],
    });
  }

  /** Asks source after source until all metals that every source has are settled, and keeps what is new and true. */
  async poll(evenResting: boolean): Promise<Outcome> {
    const { update_interval_ms } = await this.settings.current();
    const answers = new Map<RateSource, Answer>();
    const ask: Ask = async (source) => {
      const known = answers.get(source);
      if (known) return known;
      const answer = await this.sources.ask(source, evenResting);
      answers.set(source, answer);
      if ('quote' in answer && !source.isSample) {
        for (const [metal, candidate] of entriesOf(answer.quote.candidates, Metal.options))
          this.words.heard(source.label, metal, candidate);
      }
      return answer;
    };
    for (;;) {
      // Read before a source is asked: while the database is down there is nothing to judge by, and the request would be
      // wasted.
      const latest = await this.quotes.latest();
      const standing = latest && !latest.sample ? latest : undefined;
      const gathered = await this.gather(standing, freshForMs(update_interval_ms), ask);
      // Another replica or an admin has accepted a quote meanwhile, so the answers are judged again against that one.
      if (!(await this.keep(latest, standing, gathered))) continue;
      const asked = [...answers.keys()].map(({ label }) => label);
      const faults = [...gathered.faults, ...this.words.faultsOf(asked, update_interval_ms)];
      return { source: gathered.source?.label ?? null, lastError: faults.join('; ') || null };
    }
  }

  private async gather(standing: Quote | undefined, freshMs: number, ask: Ask): Promise<Gathered> {
    const gathered: Gathered = { accepted: {}, settled: new Set(), faults: [], jumps: [], source: null };
    for (const source of this.sources.inOrder) {
      if (firstMetals.every((metal) => gathered.settled.has(metal))) break;
      // A sample never replaces a market price, however old the price is.
      if (source.isSample && (standing || gathered.settled.size > 0)) continue;
      const answer = await ask(source);
      if ('fault' in answer) gathered.faults.push(answer.fault);
      else await this.judge(source, answer.quote, source.isSample ? undefined : standing, freshMs, gathered);
    }
    return gathered;
  }

  private async judge(
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
      const verdict = await this.judges.judge(metal, candidate, source, last, gathered.jumps, freshMs);
      verdicts.push(verdict);
      if (verdict.kind === 'refuse') {
        // A source that has stopped on a wrong price confirms nothing.
        const isFresh = Date.now() - Date.parse(candidate.at) <= freshMs;
        if (verdict.isLiftedByAnother && isFresh) gathered.jumps.push({ metal, label: source.label, price: candidate.price });
        await this.refuse(metal, source, { ...candidate, dutyIncluded: answer.dutyIncluded }, verdict.reason, last);
        gathered.faults.push(`${source.label}: ${metal} refused, ${wordsOf(verdict.reason)}`);
        continue;
      }
      if (verdict.kind === 'no-news') {
        // Once the standing price is old, a source that repeats its time is no answer, and the next one is asked.
        const now = Date.now();
        if (!this.words.isOpen(now) || now - Date.parse(candidate.at) <= freshMs) gathered.settled.add(metal);
        continue;
      }
      gathered.settled.add(metal);
      const { price, at } = candidate;
      gathered.accepted[metal] = { price, at, source: source.label, dutyIncluded: answer.dutyIncluded };
    }
    // Where all is of a later time, this replica's clock may be slow: no answer, after which another replica asks.
    if (verdicts.length === 0 || !verdicts.every(isOfLater)) gathered.source = source;
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

  /** False when another quote was accepted since `latest`. */
  private async keep(latest: Quote | null, standing: Quote | undefined, { accepted, source }: Gathered): Promise<boolean> {
    const isNews = Object.keys(accepted).length > 0;
    const prices: Gathered['accepted'] = { ...standing, ...accepted };
    // Before the first quote of them all there is nothing to show.
    if (!isNews || !isWhole(prices)) return true;
    const sample = source?.isSample ?? false;
    return this.quotes.add({ ...prices, seq: (latest?.seq ?? 0) + 1, sample }, new Date());
  }
}

function isOfLater(verdict: Verdict): boolean {
  return verdict.kind === 'refuse' && verdict.reason === 'future';
}

function isWhole(prices: Gathered['accepted']): prices is ByMetal<MetalQuote> {
  return firstMetals.every((metal) => prices[metal]);
}
