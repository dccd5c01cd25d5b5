import { type AcceptedQuote, type Actor, AppError, entriesOf, Metal, type MetalQuote, texts } from '@sarafa/contracts';
import { isWithin } from '@sarafa/domain';
import { requireAdmin } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { quoteEntry } from '../judging/audited-quotes.js';
import { QuarantineRepository } from '../judging/quarantine.repository.js';
import type { StoredQuote } from '../publishing/quote.schema.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';

/** As many as a person would look back. */
const LISTED = 30;

/** Successive quotes in which one metal is wrong: those after `before` and, where there is an `end`, before that. */
interface Run {
  readonly metal: Metal;
  /** The last one that was right, and what it says of the metal. */
  readonly before: StoredQuote;
  readonly right: MetalQuote;
  /** The first quote that is right again; null while there is none. */
  readonly end: StoredQuote | null;
}

/** Withdraws accepted quotes that an admin knows to be wrong. */
@Injectable()
export class WithdrawalsService {
  private readonly log = new Logger(WithdrawalsService.name);

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly publisher: MarketPublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  async list(actor: Actor): Promise<AcceptedQuote[]> {
    requireAdmin(actor);
    return (await this.quotes.listLatest(LISTED)).map(acceptedQuote);
  }

  /**
   * Appends the last true quote once more, with a later `seq`, without which no gateway would go back. Quotes that were
   * accepted after the wrong one without a jump are withdrawn with it.
   */
  async withdraw(actor: Actor, seq: number, metal?: Metal): Promise<AcceptedQuote> {
    requireAdmin(actor);
    const stored = await this.quotes.find(seq);
    if (!stored || stored.sample || (metal && !stored[metal])) throw new AppError('NOT_FOUND', texts.prices.quoteNotFound);
    await this.replace(stored, metal ? [metal] : await this.newWith(stored), (actor as { id: string }).id);
    return acceptedQuote((await this.quotes.find(seq))!);
  }

  /** The withdrawals that were begun, by the first quote of each. */
  listBegun(): Promise<{ seq: number; metal: Metal }[]> {
    return this.quotes.listMarkedOnly();
  }

  /** Ends a withdrawal that was cut off. The log of changes has it if the quote in the place of the wrong one was stored before that. */
  async finish(seq: number, metal: Metal): Promise<void> {
    const stored = await this.quotes.find(seq);
    if (stored && !isWithdrawn(stored, metal)) await this.replace(stored, [metal], 'somebody whose call was cut off');
  }

  private async replace(stored: StoredQuote, metals: readonly Metal[], by: string): Promise<void> {
    const { seq } = stored;
    const standing = entriesOf(stored, metals).filter(([name]) => !isWithdrawn(stored, name));
    if (standing.length === 0) throw new AppError('CONFLICT', texts.prices.alreadyWithdrawn);
    const latest = (await this.quotes.latest())!;
    const runs = await Promise.all(standing.map(([name, said]) => this.runOf(name, said, seq, latest.seq)));
    const instead = Object.fromEntries(runs.map((run) => [run.metal, run.end ? latest[run.metal] : run.right]));
    const restored = { ...latest, ...instead, seq: latest.seq + 1 };
    // Marked before boards go back, because a running poll must not accept the wrong quote again.
    for (const run of runs) {
      await this.quotes.markWithdrawn(run.metal, run.before.seq, run.end?.seq ?? restored.seq);
      await this.quarantine.discount(run.metal);
    }
    const right = Object.fromEntries(runs.map((run) => [run.metal, run.right]));
    const entry = quoteEntry(String(seq), Object.fromEntries(standing), right);
    // Another quote was accepted meanwhile, which may have followed on the wrong one.
    if (!(await this.quotes.add(restored, new Date(), entry))) return this.replace((await this.quotes.find(seq))!, metals, by);
    for (const run of runs) {
      const { metal: name, before, right, end } = run;
      await this.quotes.replace(name, before.seq, end?.seq ?? restored.seq, right, restored.seq);
      this.log.warn(`${name} ${stored[name]!.price} of quote ${seq} withdrawn by ${by}`);
    }
    await this.publisher.publishSoon();
  }

  /** The metals whose price came with this quote; all of them where it repeats what was known. */
  private async newWith(stored: StoredQuote): Promise<readonly Metal[]> {
    const previous = await this.quotes.find(stored.seq - 1);
    const before = previous?.sample ? null : previous;
    const changed = Metal.options.filter((metal) => {
      const earlier = before && asAccepted(before, metal);
      // The first quote ever of a metal that came later has nothing to go back to, and doesn't keep the others from going back.
      return earlier !== undefined && !isSame(earlier, asAccepted(stored, metal));
    });
    return changed.length > 0 ? changed : Metal.options;
  }

  private async runOf(metal: Metal, said: MetalQuote, seq: number, last: number): Promise<Run> {
    const before = await this.quotes.lastWithAnother(metal, said, seq);
    const right = before?.[metal];
    if (!before || !right) throw new AppError('CONFLICT', texts.prices.nothingBefore);
    let { price } = said;
    for await (const next of this.quotes.between(seq, last)) {
      const later = next[metal];
      if (!later) continue;
      // The right price itself was put there by a withdrawal that was cut off after that, and what came later follows on it.
      if (isSame(later, right)) return { metal, before, right, end: next };
      if (!isWithin(later.price, price, this.config.MARKET_JUMP_PERCENT[metal])) return { metal, before, right, end: next };
      ({ price } = later);
    }
    return { metal, before, right, end: null };
  }
}

function acceptedQuote(stored: StoredQuote): AcceptedQuote {
  const accepted = entriesOf(stored, Metal.options).map(([metal, now]) => {
    const { price, at, source } = asAccepted(stored, metal) ?? now;
    return [metal, { price, at, source, withdrawn: isWithdrawn(stored, metal) }];
  });
  const metals = Object.fromEntries(accepted) as Omit<AcceptedQuote, 'seq' | 'acceptedAt'>;
  return { seq: stored.seq, acceptedAt: stored.accepted_at.toISOString(), ...metals };
}

function asAccepted(stored: StoredQuote, metal: Metal): MetalQuote | undefined {
  return stored.withdrawn?.[metal] ?? stored[metal];
}

/** A quote that is only marked has yet to be replaced. */
function isWithdrawn(stored: StoredQuote, metal: Metal): boolean {
  return !isSame(asAccepted(stored, metal), stored[metal]);
}

function isSame(one: MetalQuote | null | undefined, other: MetalQuote | undefined): boolean {
  return one?.price === other?.price && one?.at === other?.at && one?.source === other?.source;
}
