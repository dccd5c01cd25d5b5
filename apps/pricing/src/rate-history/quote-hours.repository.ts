import { Metal, Quote } from '@sarafa/contracts';
import { KOLKATA_OFFSET } from '@sarafa/domain';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, PipelineStage } from 'mongoose';
import type { AcceptedQuoteAt } from '../market/publishing/quotes.repository.js';
import { STORED_QUOTE, type StoredQuote } from '../market/publishing/quote.schema.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { QUOTE_HOUR, type QuoteHour } from './quote-hour.schema.js';

export const HOUR_MS = 3_600_000;

/** The hour of Asia/Kolkata in which an instant lies, as a number of `QuoteHour`. */
export function kolkataHour(instant: number): number {
  return Math.floor((instant + KOLKATA_OFFSET) / HOUR_MS);
}

/** When this hour begins, in milliseconds since 1970. */
export function startOfHour(hour: number): number {
  return hour * HOUR_MS - KOLKATA_OFFSET;
}

@Injectable()
export class QuoteHoursRepository {
  constructor(
    @InjectModel(QUOTE_HOUR, PRICING_DB) private readonly hours: Model<QuoteHour>,
    @InjectModel(STORED_QUOTE, PRICING_DB) private readonly quotes: Model<StoredQuote>,
  ) {}

  /** The last hour there is before `end`; null before the first. A clock that was ahead may have made later ones. */
  async lastHour(end: number): Promise<number | null> {
    const before = this.hours.findOne({ _id: { $lt: end } }, { _id: 1 });
    return (await before.sort({ _id: -1 }).lean())?._id ?? null;
  }

  /** The hour of the oldest market quote. */
  async oldestHour(): Promise<number | null> {
    const oldest = await this.quotes.findOne({ sample: false }, { accepted_at: 1 }).sort({ accepted_at: 1 }).lean();
    return oldest && kolkataHour(oldest.accepted_at.getTime());
  }

  /** The earliest hour with a quote that was replaced, because an admin has withdrawn it, by one after `seq`. */
  async firstReplacedHour(seq: number): Promise<number | null> {
    const first = await this.quotes
      .findOne({ replaced_by: { $gt: seq } }, { accepted_at: 1 })
      .sort({ accepted_at: 1 })
      .lean();
    return first && kolkataHour(first.accepted_at.getTime());
  }

  /** Makes the hours from `first` up to `end` equal to the quotes. */
  async roll(first: number, end: number): Promise<void> {
    const accepted_at = { $gte: new Date(startOfHour(first)), $lt: new Date(startOfHour(end)) };
    const hour = { $floor: { $divide: [{ $add: [{ $toLong: '$accepted_at' }, KOLKATA_OFFSET] }, HOUR_MS] } };
    const fields = ['seq', 'accepted_at', ...Metal.options];
    await this.quotes.aggregate([
      { $match: { sample: false, accepted_at } },
      { $sort: { accepted_at: 1, seq: 1 } },
      { $group: { _id: hour, last: { $last: '$$ROOT' } } },
      { $project: Object.fromEntries(fields.map((name) => [name, `$last.${name}`])) },
      { $merge: { into: this.hours.collection.name, on: '_id', whenMatched: 'replace', whenNotMatched: 'insert' } },
    ]);
  }

  /** The last quote of every `step` hours from `first` to `last`, oldest first. */
  async lastOfSteps(first: number, last: number, step: number): Promise<AcceptedQuoteAt[]> {
    const found = await this.hours.aggregate<{ last: QuoteHour }>(stepsFrom(first, last, step));
    return found.map(({ last }) => ({ quote: Quote.parse({ ...last, sample: false }), accepted_at: last.accepted_at }));
  }
}

/** For `lastOfSteps`; steps of 24 hours are days of Asia/Kolkata. */
export function stepsFrom(first: number, last: number, step: number): PipelineStage[] {
  return [
    { $match: { _id: { $gte: first, $lte: last } } },
    { $sort: { _id: 1 } },
    { $group: { _id: { $floor: { $divide: ['$_id', step] } }, last: { $last: '$$ROOT' } } },
    { $sort: { _id: 1 } },
  ];
}
