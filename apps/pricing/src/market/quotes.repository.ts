import { Quote } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { StoredQuote } from './quote.schema.js';

const DUPLICATE_KEY = 11_000;

@Injectable()
export class QuotesRepository {
  constructor(@InjectModel(StoredQuote.name, PRICING_DB) private readonly quotes: Model<StoredQuote>) {}

  async latest(): Promise<Quote | null> {
    return quoteOf(await this.quotes.findOne().sort({ seq: -1 }).lean());
  }

  /** The last one accepted by `moment`, or the first after it; samples and market quotes are never mixed. */
  async acceptedBy(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $lte: new Date(moment) };
    const last = await this.quotes.findOne({ sample, accepted_at }).sort({ accepted_at: -1, seq: -1 }).lean();
    return last ? quoteOf(last) : this.firstAfter(moment, sample);
  }

  async firstAfter(moment: number, sample: boolean): Promise<Quote | null> {
    const accepted_at = { $gt: new Date(moment) };
    return quoteOf(await this.quotes.findOne({ sample, accepted_at }).sort({ accepted_at: 1, seq: 1 }).lean());
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
}

function quoteOf(stored: StoredQuote | null): Quote | null {
  return stored && Quote.parse(stored);
}
