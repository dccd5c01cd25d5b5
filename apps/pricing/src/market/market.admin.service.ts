import { setTimeout } from 'node:timers/promises';
import {
  type Actor,
  AppError,
  type HistoryPoint,
  type HistoryQuery,
  limits,
  portalTexts,
  type PriceSettings,
  type RefusedQuote,
} from '@sarafa/contracts';
import { requireAdmin, requireSignedIn } from '@sarafa/server';
import { NO_MARGINS, rateBook } from '@sarafa/domain';
import { Inject, Injectable } from '@nestjs/common';
import { dutyInForce } from '../duties/duty-in-force.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { PriceSettingsService } from '../price-settings/price-settings.service.js';
import { MarketAsking } from './market.asking.js';
import { MarketPublisher } from './market.publisher.js';
import { PollerStateRepository } from './poller-state.repository.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from './quotes.repository.js';
import { isReleasable, refusedQuote } from './refused-quote.js';

/** A source may take longer than a caller waits: then the status says what was known by then, and boards hear the rest. */
const LONGEST_WAIT_MS = 4_000;
/** As many as a person reads. */
const LISTED = 200;

/** What people ask of the market. */
@Injectable()
export class MarketAdminService {
  constructor(
    private readonly asking: MarketAsking,
    private readonly state: PollerStateRepository,
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly publisher: MarketPublisher,
    private readonly settings: PriceSettingsService,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  /** Asks now, whoever leads; at most once in five seconds over all replicas. */
  async refresh(actor: Actor): Promise<void> {
    requireAdmin(actor);
    const now = new Date();
    const { asked_at } = await this.state.read();
    if (!(await this.state.claimRefresh(now, new Date(now.getTime() - limits.refreshPauseMs)))) throw tooSoon();
    // Where the poller has just asked, that is the answer.
    await Promise.race([this.asking.ask(asked_at, now), setTimeout(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** What the market's status says of the next question follows before the answer: who set it reads it at once. */
  async setUpdateInterval(actor: Actor, intervalMs: number): Promise<PriceSettings> {
    const settings = await this.settings.setUpdateInterval(actor, intervalMs);
    await this.publisher.publishSoon();
    return settings;
  }

  async listQuarantine(actor: Actor): Promise<RefusedQuote[]> {
    requireAdmin(actor);
    const [latest, refusals] = await Promise.all([this.quotes.latest(), this.quarantine.listNewest(LISTED)]);
    return refusals.map((refusal) => refusedQuote(refusal, latest));
  }

  /** A jump that an admin knows to be the market's takes the place of the last rate; boards have it within a second. */
  async release(actor: Actor, id: string): Promise<RefusedQuote> {
    requireAdmin(actor);
    const refusal = await this.quarantine.find(id);
    if (!refusal) throw new AppError('NOT_FOUND', portalTexts.prices.quarantineNotFound);
    const latest = await this.quotes.latest();
    if (!latest || !isReleasable(refusal, latest)) throw new AppError('CONFLICT', portalTexts.prices.notReleasable);
    const { metal, price, at, source, duty_included } = refusal;
    const released = {
      ...latest,
      seq: latest.seq + 1,
      sample: false,
      [metal]: { price, at, source, dutyIncluded: duty_included },
    };
    // Somebody accepted another meanwhile: judged anew against that one.
    if (!(await this.quotes.add(released, new Date()))) return this.release(actor, id);
    const now = await this.quarantine.markReleased(id, new Date());
    await this.publisher.publishSoon();
    return refusedQuote(now ?? refusal, released);
  }

  /** Samples are no history. */
  async history(actor: Actor, { metal, from, to, step }: HistoryQuery): Promise<HistoryPoint[]> {
    requireSignedIn(actor);
    const steps = await this.quotes.lastOfSteps(new Date(from), new Date(to), step * 1_000);
    return steps.map(({ quote, accepted_at }) => {
      const at = accepted_at.toISOString();
      const { gold, silver } = dutyInForce(this.config.IMPORT_DUTY, accepted_at.getTime());
      const duty = { goldImportDuty: gold, silverImportDuty: silver, lastUpdated: at };
      const rates = rateBook(quote, duty).ratesFor(NO_MARGINS);
      return { at, price: quote[metal].price, rate: rates[metal === 'gold' ? 'gold_24k' : 'silver'].sell };
    });
  }
}

function tooSoon(): AppError {
  const seconds = Math.ceil(limits.refreshPauseMs / 1_000);
  return new AppError('TOO_MANY_REQUESTS', portalTexts.prices.refreshTooSoon, undefined, seconds);
}
