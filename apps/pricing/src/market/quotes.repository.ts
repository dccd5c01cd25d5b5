import { type Metal, type MetalQuote, Quote } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { STORED_QUOTE, type StoredQuote } from './quote.schema.js';

const DUPLICATE_KEY = 11_000;

@Injectable()
export class QuotesRepository {
  constructor(@InjectModel(STORED_QUOTE, PRICING_DB) private readonly quotes: Model<StoredQuote>) {}

  async latest(): Promise<Quote | null> {
    return quoteOf(await this.quotes.findOne().sort({ seq: -1 }).lean());
  }

  /** The last one accepted by `moment`, or the first after it; samples and market quotes are never mixed. */
  async acceptedBy(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $lte: new Date(moment) };
    const last = await this.quotes.findOne({ sample, accepted_at }).sort({ accepted_at: -1, seq: -1 }).lean();
    return last ? this.inPlaceOf(last) : this.firstAfter(moment, sample);
  }

  async firstAfter(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $gt: new Date(moment) };
    return this.inPlaceOf(await this.quotes.findOne({ sample, accepted_at }).sort({ accepted_at: 1, seq: 1 }).lean());
  }

  /** Newest first, of the market. */
  listLatest(limit: number): Promise<StoredQuote[]> {
    return this.quotes.find({ sample: false }).sort({ seq: -1 }).limit(limit).lean().exec();
  }

  find(seq: number): Promise<StoredQuote | null> {
    return this.quotes.findOne({ seq }).lean().exec();
  }

  /** The last quote of the market before `seq` with another price or time of this metal. */
  lastWithAnother(metal: Metal, { price, at, source }: MetalQuote, seq: number): Promise<StoredQuote | null> {
    const $or = Object.entries({ price, at, source }).map(([name, value]) => ({ [`${metal}.${name}`]: { $ne: value } }));
    return this.quotes
      .findOne({ seq: { $lt: seq }, sample: false, [metal]: { $exists: true }, $or })
      .sort({ seq: -1 })
      .lean()
      .exec();
  }

  /** Oldest first: those after `seq` until `last`. */
  between(seq: number, last: number): AsyncIterable<StoredQuote> {
    return this.quotes
      .find({ seq: { $gt: seq, $lte: last } })
      .sort({ seq: 1 })
      .lean()
      .cursor();
  }

  /** Whether what this source said of this time was withdrawn. */
  async isWithdrawn(metal: Metal, source: string, at: string): Promise<boolean> {
    const said = { [`withdrawn.${metal}.at`]: at, [`withdrawn.${metal}.source`]: source };
    return (await this.quotes.exists(said)) !== null;
  }

  /** The quotes between `after` and `before` are known as wrong from now on: none of their sources' words is taken again. */
  async markWithdrawn(metal: Metal, after: number, before: number): Promise<void> {
    const kept = { $ifNull: [`$withdrawn.${metal}`, `$${metal}`] };
    const change = [{ $set: { [`withdrawn.${metal}`]: kept } }];
    await this.quotes.updateMany({ seq: { $gt: after, $lt: before } }, change, { updatePipeline: true });
  }

  /** What they said is replaced in the history; boards that show one of them get the quote `replaced_by`. */
  async replace(metal: Metal, after: number, before: number, by: MetalQuote, replaced_by: number): Promise<void> {
    await this.quotes.updateMany({ seq: { $gt: after, $lt: before } }, { $set: { [metal]: by, replaced_by } });
  }

  /** The last market quote accepted in each step of `stepMs` from `from` on, oldest first. */
  async lastOfSteps(from: Date, to: Date, stepMs: number): Promise<{ quote: Quote; accepted_at: Date }[]> {
    const step = { $floor: { $divide: [{ $subtract: ['$accepted_at', from] }, stepMs] } };
    const found = await this.quotes.aggregate<{ last: StoredQuote }>([
      { $match: { sample: false, accepted_at: { $gte: from, $lt: to } } },
      { $sort: { accepted_at: 1, seq: 1 } },
      { $group: { _id: step, last: { $last: '$$ROOT' } } },
      { $sort: { _id: 1 } },
    ]);
    return found.map(({ last }) => ({ quote: Quote.parse(last), accepted_at: last.accepted_at }));
  }

  /** False when another replica accepted a quote of this `seq` meanwhile. */
  async add(quote: Quote, acceptedAt: Date): Promise<boolean> {
    // The index decides between two that accept at once, so it has to stand first.
    await this.quotes.init();
    return this.quotes.create({ ...quote, accepted_at: acceptedAt }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
        throw error;
      },
    );
  }

  /** What boards show that were to show `stored`: itself unless it was withdrawn. */
  private async inPlaceOf(stored: StoredQuote | null): Promise<Quote | null> {
    let shown = stored;
    while (shown?.replaced_by !== undefined) shown = await this.find(shown.replaced_by);
    return quoteOf(shown);
  }
}

function quoteOf(stored: StoredQuote | null): Quote | null {
  return stored && Quote.parse(stored);
}
