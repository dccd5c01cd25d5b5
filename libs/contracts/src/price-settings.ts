import { z } from 'zod';
import { Done, Id, Instant } from './common.js';
import { longRpc, readRpc, rpc } from './kinds.js';
import { limits } from './limits.js';
import { offeredMetals } from './market-rows.js';
import { Metal, metals } from './metals.js';
import { DynamicPriceInterval } from './pricing.js';
import { DecimalText, PriceSettings } from './quotes.js';
import { sentNumber, sentOneOf } from './sent.js';
import { fieldsOf } from './tables.js';

/** Milliseconds between two questions to the market source. */
export const SentUpdateInterval = z.object({ interval: sentOneOf(limits.updateIntervals) });
export type SentUpdateInterval = z.infer<typeof SentUpdateInterval>;
/** Minutes between two moves of a board, for shops without a setting of their own. */
export const SentDynamicInterval = z.object({ interval: sentOneOf(limits.dynamicPriceIntervals) });
export type SentDynamicInterval = z.infer<typeof SentDynamicInterval>;

/** `GET /admin/price-settings` and `/admin/dynamic-price-settings` (rule 4.11). */
export const IntervalSettings = z.object({
  currentInterval: z.number(),
  availableIntervals: z.array(z.object({ value: z.number(), label: z.string(), description: z.string().optional() })),
});
export type IntervalSettings = z.infer<typeof IntervalSettings>;
export const SavedIntervals = Done.extend({ settings: IntervalSettings });
export type SavedIntervals = z.infer<typeof SavedIntervals>;

/** A refused quote (rule 4.14). */
export const RefusedQuote = z.object({
  id: Id,
  _id: Id,
  metal: Metal,
  /** As the source gave it. */
  price: z.string(),
  currency: z.string(),
  unit: z.string(),
  at: z.string(),
  source: z.string(),
  /** The reason as a text for people. */
  reason: z.string(),
  /** The price that it was compared with; null before the first accepted one. */
  lastPrice: z.string().nullable(),
  refusedAt: Instant,
  /** How often the source repeated it. */
  times: z.int(),
  releasedAt: Instant.nullable(),
  /** Whether an admin may still release it: never a quote that is no rupee price, or that is older than what is shown. */
  releasable: z.boolean(),
});
export type RefusedQuote = z.infer<typeof RefusedQuote>;
export const ReleasedQuote = Done.extend({ quote: RefusedQuote });
export type ReleasedQuote = z.infer<typeof ReleasedQuote>;

/** One metal of an accepted quote. */
export const AcceptedMetal = z.object({
  /** INR per troy ounce. */
  price: DecimalText,
  /** The provider's own time. */
  at: Instant,
  source: z.string(),
  /** Whether an admin has withdrawn it: then neither boards nor the history show it any more. */
  withdrawn: z.boolean(),
});
export type AcceptedMetal = z.infer<typeof AcceptedMetal>;

/** A quote that boards have shown. */
export const AcceptedQuote = z.object({
  /** The number of the accepted quote. */
  seq: z.int(),
  acceptedAt: Instant,
  ...fieldsOf(metals, '', AcceptedMetal),
});
export type AcceptedQuote = z.infer<typeof AcceptedQuote>;
export const WithdrawnQuote = Done.extend({ quote: AcceptedQuote });
export type WithdrawnQuote = z.infer<typeof WithdrawnQuote>;

/** The number of an accepted quote, also as text in an address. */
export const SentSeq = sentNumber(z.int('must be a whole number').min(1, 'must be at least 1'));
/** The metal to withdraw; by default those that were new with the quote. */
export const WithdrawnMetal = z.object({ metal: Metal.optional() });
export type WithdrawnMetal = z.infer<typeof WithdrawnMetal>;
const Withdrawal = WithdrawnMetal.extend({ seq: SentSeq });
export type Withdrawal = z.infer<typeof Withdrawal>;

const { hours, points } = limits.chart;
const HOUR_MS = 3_600_000;
const lengthOf = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);

/** A span of the past in steps of `step` seconds, at most as much as a chart shows. */
export const HistoryQuery = z
  .object({
    /** A metal with a standard row, because the chart shows the rate of that row. */
    metal: z.enum(offeredMetals),
    from: Instant,
    to: Instant,
    step: sentNumber(
      z
        .int('must be whole seconds')
        .min(60, 'must be at least 60')
        .max(hours * 3_600, `must be at most ${hours} hours`),
    ),
  })
  .refine((query) => lengthOf(query) > 0, { path: ['to'], message: 'must be after from' })
  .refine((query) => lengthOf(query) <= hours * HOUR_MS, {
    path: ['from'],
    message: `must be at most ${hours} hours before to`,
  })
  .refine((query) => lengthOf(query) <= query.step * 1_000 * points, {
    path: ['step'],
    message: `must be longer: at most ${points} points`,
  });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** The last accepted quote of one step, or the quote that stood when a new duty began. */
export const HistoryPoint = z.object({
  /** When the quote was accepted, or the duty began. */
  at: Instant,
  /** INR per troy ounce. */
  price: DecimalText,
  /** Whole rupees with the duty of that time and no margins, of the metal's first row: 24K gold per 10 g, or silver per kg. */
  rate: z.int(),
});
export type HistoryPoint = z.infer<typeof HistoryPoint>;

const Nothing = z.object({});

export const prices = {
  setUpdateInterval: rpc('pricing.settings.set-update-interval', SentUpdateInterval, PriceSettings),
  setDynamicInterval: rpc('pricing.settings.set-dynamic-interval', z.object({ interval: DynamicPriceInterval }), PriceSettings),
  /** Asks the market now. Throws `TOO_MANY_REQUESTS` within five seconds of the last time. */
  refresh: longRpc('pricing.market.refresh', Nothing, Nothing),
  /** Newest first. */
  listQuarantine: readRpc('pricing.quarantine.list', Nothing, z.array(RefusedQuote)),
  /** Throws `NOT_FOUND`, and `CONFLICT` for a quote that can't be released any more. */
  release: longRpc('pricing.quarantine.release', z.object({ id: Id }), RefusedQuote),
  /** The latest accepted quotes, newest first. */
  listQuotes: readRpc('pricing.quotes.list', Nothing, z.array(AcceptedQuote)),
  /** Throws `NOT_FOUND`, and `CONFLICT` for a quote that is withdrawn already or has no earlier one to go back to. */
  withdraw: longRpc('pricing.quotes.withdraw', Withdrawal, AcceptedQuote),
  history: readRpc('pricing.quotes.history', HistoryQuery, z.array(HistoryPoint)),
} as const;
