import { type ByMetal, byMetal, limits, type MetalQuote } from '@sarafa/contracts';
import mongoose from 'mongoose';

const DAY_S = 86_400;

/**
 * The last market quote that was accepted in an hour of Asia/Kolkata: a copy of what is in `quotes`, because a chart of a year would
 * read half a million of those.
 */
export type QuoteHour = ByMetal<MetalQuote> & {
  /** Whole hours since 1970, in Asia/Kolkata. */
  _id: number;
  seq: number;
  accepted_at: Date;
};
export const QUOTE_HOUR = 'QuoteHour';

export const QuoteHourSchema = new mongoose.Schema<QuoteHour>(
  {
    _id: { type: Number, required: true },
    seq: { type: Number, required: true },
    // Written by an aggregation of `quotes`, past this schema.
    ...byMetal(() => ({ type: mongoose.Schema.Types.Mixed })),
    accepted_at: { type: Date, required: true },
  },
  { collection: 'quote_hours' },
).index({ accepted_at: 1 }, { expireAfterSeconds: limits.historyDays * DAY_S });
