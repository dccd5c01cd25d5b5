import { entriesOf, firstMetals, Metal, texts } from '@sarafa/contracts';
import { type Candidate, freshForMs, isMarketOpen, isWithin, marketOpenedAt } from '@sarafa/domain';
import { Metrics } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { Decimal } from 'decimal.js';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { MarketSources } from '../asking/market.sources.js';

/** A source's latest price of a metal. */
interface HeardPrice {
  readonly price: string;
  readonly at: string;
  readonly heardAt: number;
  /** When the answer before it was heard, where that had the same time. */
  readonly heardBefore: number | undefined;
}

/** What each source said last in this replica, which tells sources that stand still, and two that differ. */
@Injectable()
export class HeardPrices {
  private readonly prices = new Map<string, Partial<Record<Metal, HeardPrice>>>();
  /** The sources that the latest poll asked; of the others it isn't known whether they stand still. */
  private asked: readonly string[] = [];
  private freshMs = freshForMs(0);
  /**
   * How many polls in a row that asked both have ended with sources that differ. Polls may be an hour apart, and one wrong price isn't
   * an alarm.
   */
  private readonly differed = new Map<Metal, number>();

  constructor(
    sources: MarketSources,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
    metrics: Metrics,
  ) {
    for (const source of new Set(sources.inOrder.map(({ label }) => label))) {
      const help = 'Whether a market source repeats a time that is no longer fresh while the market is open.';
      metrics.level('sarafa_source_frozen', help, { source }, () => {
        return this.asked.includes(source) ? Number(this.isFrozen(source, Date.now())) : undefined;
      });
    }
    for (const metal of Metal.options) {
      const help = 'Whether two sources with fresh prices differ by more than the jump limit, after two polls in a row.';
      metrics.level('sarafa_sources_disagree', help, { metal }, () => {
        return Number((this.differed.get(metal) ?? 0) > 1 && this.differing(metal, Date.now()).length > 0);
      });
    }
  }

  /** Only prices in rupees an ounce can be compared. */
  add(label: string, metal: Metal, { price, at, currency, unit }: Candidate): void {
    const said = this.prices.get(label) ?? {};
    this.prices.set(label, said);
    if (currency !== 'INR' || unit !== 'toz' || new Decimal(price).lte(0)) delete said[metal];
    else
      said[metal] = { price, at, heardAt: Date.now(), heardBefore: said[metal]?.at === at ? said[metal].heardAt : undefined };
  }

  /** A poll has ended that asked `asked` at this interval. Answers what it found, in words for the provider's staff. */
  faultsOf(asked: readonly string[], updateIntervalMs: number): string[] {
    this.asked = asked;
    this.freshMs = freshForMs(updateIntervalMs);
    const now = Date.now();
    const frozen = asked.filter((label) => this.isFrozen(label, now));
    const differing = Metal.options.map((metal) => [metal, this.differing(metal, now)] as const);
    for (const [metal, labels] of differing) {
      if (labels.length === 0) this.differed.set(metal, 0);
      else if (labels.every((label) => asked.includes(label))) this.differed.set(metal, (this.differed.get(metal) ?? 0) + 1);
    }
    return [
      ...frozen.map((label) => texts.sources.standsStill(label, this.oldestOf(label))),
      ...differing.flatMap(([metal, [lowest, highest]]) =>
        lowest && highest ? [texts.sources.disagree(lowest, highest, texts.sources.metals[metal])] : [],
      ),
    ];
  }

  private isFrozen(label: string, now: number): boolean {
    const said = entriesOf(this.prices.get(label) ?? {}, firstMetals);
    // While the market was closed it had nothing else to say.
    const since = marketOpenedAt(this.config.MARKET_HOURS, now);
    const isOld = ({ at, heardBefore }: HeardPrice) =>
      heardBefore !== undefined && heardBefore >= since && !this.isFresh(at, now);
    return isMarketOpen(this.config.MARKET_HOURS, now) && said.some(([, heard]) => isOld(heard));
  }

  private oldestOf(label: string): string {
    return entriesOf(this.prices.get(label) ?? {}, firstMetals)
      .map(([, { at }]) => at)
      .reduce((older, at) => (Date.parse(at) < Date.parse(older) ? at : older));
  }

  /** The sources with the lowest and the highest fresh price where these differ by more than the metal's jump limit; else none. */
  private differing(metal: Metal, now: number): string[] {
    const fresh = [...this.prices]
      .flatMap(([label, { [metal]: heard }]) => (heard && this.isFresh(heard.at, now) ? [{ label, price: heard.price }] : []))
      .sort((a, b) => new Decimal(a.price).cmp(b.price));
    const [lowest, highest] = [fresh[0], fresh.at(-1)];
    if (!lowest || !highest || isWithin(highest.price, lowest.price, this.config.MARKET_JUMP_PERCENT[metal])) return [];
    return [lowest.label, highest.label];
  }

  private isFresh(at: string, now: number): boolean {
    return now - Date.parse(at) <= this.freshMs;
  }
}
