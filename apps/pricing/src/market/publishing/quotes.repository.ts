import { Metal, type MetalQuote, Quote } from '@sarafa/contracts';
import { quoteTime } from '@sarafa/domain';
import { isDuplicateKey, type StoredEntry } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../../pricing.tokens.js';
import { STORED_QUOTE, type StoredQuote } from './quote.schema.js';

/** A quote, and when it was accepted. */
export interface AcceptedQuoteAt {
  readonly quote: Quote;
  readonly accepted_at: Date;
}

/** A quote, and a time at which it was the last one. */
export interface StandingQuote {
  readonly quote: Quote;
  readonly at: Date;
}

/** A metal's price that was withdrawn from the quote `seq`, and what stands in its place. */
export interface Correction {
  readonly seq: number;
  readonly metal: Metal;
  readonly right: MetalQuote;
}

@Injectable()
export class QuotesRepository {
  constructor(@InjectModel(STORED_QUOTE, PRICING_DB) private readonly quotes: Model<StoredQuote>) {}

  async latest(): Promise<Quote | null> {
    return quoteOf(await this.quotes.findOne().sort({ seq: -1 }).lean());
  }

  /** The last quote accepted by `moment`, or the first one after it. Samples and market quotes are never mixed. */
  async acceptedBy(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $lte: new Date(moment) };
    // By their numbers: what was accepted while a clock was ahead must not come back when that time comes.
    const last = await this.quotes.findOne({ sample, accepted_at }).sort({ seq: -1 }).lean();
    return last ? this.inPlaceOf(last) : this.firstAfter(moment, sample);
  }

  /**
   * The first quote accepted after `moment` that was no older than `staleAfterMs` when it was accepted. Where the only ones were withdrawn,
   * it is what took their place, because boards have shown them.
   */
  async firstFreshAfter(moment: number, sample: boolean, staleAfterMs: number): Promise<Quote | null> {
    const asked = { sample, accepted_at: { $gt: new Date(moment) } };
    const later = this.quotes.find(asked).sort({ accepted_at: 1, seq: 1 }).lean().cursor();
    let withdrawn: StoredQuote | null = null;
    for await (const stored of later) {
      const quote = Quote.parse({ ...stored, ...stored.withdrawn });
      if (stored.accepted_at.getTime() - Date.parse(quoteTime(quote)) > staleAfterMs) continue;
      if (stored.replaced_by === undefined) return Quote.parse(stored);
      withdrawn ??= stored;
    }
    return this.inPlaceOf(withdrawn);
  }

  private async firstAfter(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $gt: new Date(moment) };
    return this.inPlaceOf(await this.quotes.findOne({ sample, accepted_at }).sort({ accepted_at: 1, seq: 1 }).lean());
  }

  /**
   * All quotes accepted since `from`, after the last one before it, oldest first. `wrong` are the metals that are marked as withdrawn
   * and not replaced yet.
   */
  async acceptedSince(from: Date, sample: boolean): Promise<(AcceptedQuoteAt & { wrong: Metal[] })[]> {
    const [before, since] = await Promise.all([
      this.quotes
        .findOne({ sample, accepted_at: { $lt: from } })
        .sort({ accepted_at: -1, seq: -1 })
        .lean(),
      this.quotes
        .find({ sample, accepted_at: { $gte: from } })
        .sort({ accepted_at: 1, seq: 1 })
        .lean(),
    ]);
    const stored = before ? [before, ...since] : since;
    return stored.map((found) => {
      const wrong = Metal.options.filter((metal) => isMarkedOnly(found, metal));
      return { quote: Quote.parse(found), accepted_at: found.accepted_at, wrong };
    });
  }

  /** Market quotes, newest first. */
  listLatest(limit: number): Promise<StoredQuote[]> {
    return this.quotes.find({ sample: false }).sort({ seq: -1 }).limit(limit).lean().exec();
  }

  find(seq: number): Promise<StoredQuote | null> {
    return this.quotes.findOne({ seq }).lean().exec();
  }

  /** The last market quote before `seq` whose price or time of this metal differs. */
  lastWithAnother(metal: Metal, { price, at, source }: MetalQuote, seq: number): Promise<StoredQuote | null> {
    const $or = Object.entries({ price, at, source }).map(([name, value]) => ({ [`${metal}.${name}`]: { $ne: value } }));
    return this.quotes
      .findOne({ seq: { $lt: seq }, sample: false, [metal]: { $exists: true }, $or })
      .sort({ seq: -1 })
      .lean()
      .exec();
  }

  /** The source's own time of its price of this metal that was accepted last, since `from`; undefined when there is none. */
  async lastAtOf(metal: Metal, source: string, from: Date): Promise<string | undefined> {
    const own = { sample: false, accepted_at: { $gte: from }, [`${metal}.source`]: source };
    return (await this.quotes.findOne(own).sort({ accepted_at: -1, seq: -1 }).lean())?.[metal]?.at;
  }

  /** The quotes after `seq` up to `last`, oldest first. */
  between(seq: number, last: number): AsyncIterable<StoredQuote> {
    return this.quotes
      .find({ seq: { $gt: seq, $lte: last } })
      .sort({ seq: 1 })
      .lean()
      .cursor();
  }

  /** Whether a quote of this source with this time was withdrawn. */
  async isWithdrawn(metal: Metal, source: string, at: string): Promise<boolean> {
    const said = { [`withdrawn.${metal}.at`]: at, [`withdrawn.${metal}.source`]: source };
    return (await this.quotes.exists(said)) !== null;
  }

  /**
   * Marks the quotes between `after` and `before` as wrong, so that the same quotes of their sources are not accepted again.
   */
  async markWithdrawn(metal: Metal, after: number, before: number): Promise<void> {
    const kept = { $ifNull: [`$withdrawn.${metal}`, `$${metal}`] };
    const change = [{ $set: { [`withdrawn.${metal}`]: kept } }];
    await this.quotes.updateMany({ seq: { $gt: after, $lt: before } }, change, { updatePipeline: true });
  }

  /** Replaces their price in the history; boards that show one of them get the quote `replaced_by`. */
  async replace(metal: Metal, after: number, before: number, by: MetalQuote, replaced_by: number): Promise<void> {
    await this.quotes.updateMany({ seq: { $gt: after, $lt: before } }, { $set: { [metal]: by, replaced_by } });
  }

  /**
   * The first quote of each metal whose price was marked as wrong and not replaced yet. Where a quote was replaced for another metal, the
   * one in its place tells whether this metal's price is the right one.
   */
  async listMarkedOnly(): Promise<{ seq: number; metal: Metal }[]> {
    const found = await Promise.all(Metal.options.map(async (metal) => ({ metal, seq: await this.firstMarkedOnly(metal) })));
    return found.flatMap(({ metal, seq }) => (seq === undefined ? [] : [{ metal, seq }]));
  }

  private async firstMarkedOnly(metal: Metal): Promise<number | undefined> {
    const same = ['price', 'at'].map((name) => ({ $eq: [`$withdrawn.${metal}.${name}`, `$${metal}.${name}`] }));
    const marked = { [`withdrawn.${metal}.at`]: { $exists: true }, $expr: { $and: same } };
    for await (const { seq, replaced_by, [metal]: said } of this.quotes.find(marked).sort({ seq: 1 }).lean().cursor()) {
      const right = replaced_by === undefined ? undefined : (await this.find(replaced_by))?.[metal];
      if (right?.price !== said?.price || right?.at !== said?.at) return seq;
    }
    return undefined;
  }

  /** The `seq` of the last quote that took the place of a withdrawn one; 0 when there is none. */
  async lastRestored(): Promise<number> {
    const replaced = await this.quotes
      .findOne({ replaced_by: { $gt: 0 } }, { replaced_by: 1 })
      .sort({ replaced_by: -1 })
      .lean();
    return replaced?.replaced_by ?? 0;
  }

  /** The withdrawn prices of these quotes. */
  async corrections(seqs: number[]): Promise<Correction[]> {
    const found = await this.quotes.find({ seq: { $in: seqs }, withdrawn: { $exists: true } }).lean();
    return found.flatMap((stored) =>
      Metal.options
        .filter((metal) => stored.withdrawn?.[metal] && !isMarkedOnly(stored, metal))
        .map((metal) => ({ seq: stored.seq, metal, right: stored[metal]! })),
    );
  }

  /** The last market quote accepted in each step of `stepMs` since `from`, oldest first. */
  async lastOfSteps(from: Date, to: Date, stepMs: number): Promise<AcceptedQuoteAt[]> {
    const step = { $floor: { $divide: [{ $subtract: ['$accepted_at', from] }, stepMs] } };
    const found = await this.quotes.aggregate<{ last: StoredQuote }>([
      { $match: { sample: false, accepted_at: { $gte: from, $lt: to } } },
      { $sort: { accepted_at: 1, seq: 1 } },
      { $group: { _id: step, last: { $last: '$$ROOT' } } },
      { $sort: { _id: 1 } },
    ]);
    return found.map(({ last }) => ({ quote: Quote.parse(last), accepted_at: last.accepted_at }));
  }

  /** The last market quote accepted by each of these times; a time before the first quote has none. */
  async standingAt(times: readonly number[]): Promise<StandingQuote[]> {
    const found = times.map(async (time) => {
      const at = new Date(time);
      const accepted = { sample: false, accepted_at: { $lte: at } };
      const quote = quoteOf(await this.quotes.findOne(accepted).sort({ accepted_at: -1, seq: -1 }).lean());
      return quote ? [{ quote, at }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** False when another replica has accepted a quote with this `seq`. `entry` tells the log of the person whose change it is. */
  async add(quote: Quote, acceptedAt: Date, entry?: StoredEntry): Promise<boolean> {
    // The unique index decides between two replicas that accept at once, so the index has to exist first.
    await this.quotes.init();
    return this.quotes.create({ ...quote, accepted_at: acceptedAt, ...(entry && { audit: [entry] }) }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
  }

  /** The quote that boards show for `stored`: `stored` itself unless it was withdrawn. */
  private async inPlaceOf(stored: StoredQuote | null): Promise<Quote | null> {
    let shown = stored;
    while (shown?.replaced_by !== undefined) shown = await this.find(shown.replaced_by);
    return quoteOf(shown);
  }
}

/** Between the mark and the replacement a withdrawn price still stands in its place. */
function isMarkedOnly({ withdrawn, ...quote }: StoredQuote, metal: Metal): boolean {
  const [marked, standing] = [withdrawn?.[metal], quote[metal]];
  return marked !== undefined && marked.price === standing?.price && marked.at === standing.at;
}

function quoteOf(stored: StoredQuote | null): Quote | null {
  return stored && Quote.parse(stored);
}
