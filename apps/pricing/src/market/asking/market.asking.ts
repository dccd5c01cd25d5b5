import { setTimeout } from 'node:timers/promises';
import { type ByMetal, entriesOf, firstMetals, Metal, type MetalQuote, type Quote, texts } from '@sarafa/contracts';
import { freshForMs } from '@sarafa/domain';
import { asAppError, inSpan } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { PriceSettingsRepository } from '../../price-settings/price-settings.repository.js';
import type { RateSource } from '../../sources/market-source.js';
import { type Gathered, MarketJudge } from '../judging/market.judge.js';
import { HeardPrices } from '../judging/heard-prices.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';
import { MarketSources, type SourceAnswer } from './market.sources.js';
import { type Outcome, PollerStateRepository } from './poller-state.repository.js';

/**
 * A source may take longer than a caller waits. Then the caller is answered with what is known at that moment, and boards get the
 * result when it comes.
 */
const LONGEST_WAIT_MS = 3_000;

type Ask = (source: RateSource) => Promise<SourceAnswer>;

/** One question to the market (rules 4.1 to 4.5), from claiming its time to publishing the result. */
@Injectable()
export class MarketAsking {
  private readonly log = new Logger(MarketAsking.name);

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly sources: MarketSources,
    private readonly judge: MarketJudge,
    private readonly heardPrices: HeardPrices,
    private readonly settings: PriceSettingsRepository,
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
      return await this.poll(evenResting);
    } catch (error) {
      // A database that is away for a moment is no defect.
      if (asAppError(error).code === 'UNAVAILABLE') this.log.warn({ err: error });
      else this.log.error({ err: error });
      return { source: null, lastError: texts.sources.brokenOff };
    }
  }

  /** Asks source after source until all metals that every source has are settled, and keeps what is new and true. */
  private async poll(evenResting: boolean): Promise<Outcome> {
    const { update_interval_ms } = await this.settings.current();
    const answers = new Map<RateSource, SourceAnswer>();
    const ask: Ask = async (source) => {
      const known = answers.get(source);
      if (known) return known;
      const answer = await this.sources.ask(source, evenResting);
      answers.set(source, answer);
      if (answer.quote && !source.isSample) {
        for (const [metal, candidate] of entriesOf(answer.quote.candidates, Metal.options))
          this.heardPrices.add(source.label, metal, candidate);
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
      const faults = [...gathered.faults, ...this.heardPrices.faultsOf(asked, update_interval_ms)];
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
      gathered.faults.push(...answer.faults);
      if (answer.quote) await this.judge.judge(source, answer.quote, source.isSample ? undefined : standing, freshMs, gathered);
    }
    return gathered;
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

function isWhole(prices: Gathered['accepted']): prices is ByMetal<MetalQuote> {
  return firstMetals.every((metal) => prices[metal]);
}
