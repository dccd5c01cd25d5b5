import { z } from 'zod';
import { Instant } from './common.js';
import { stateKey } from './kinds.js';
import { LandedDay } from './landed.js';
import { limits } from './limits.js';
import { metals } from './metals.js';
import { CustomTables, DynamicPriceInterval, ImportDuty, RateState } from './pricing.js';
import { fieldsOf } from './tables.js';

/**
 * A decimal number as text, because a binary float can't represent a price exactly. At most 9 digits before the point and 20
 * after it.
 */
export const DecimalText = z.string().regex(/^-?\d{1,9}(\.\d{1,20})?$/, 'must be a decimal number');

/** One metal's price in INR per troy ounce, with the provider's own time. */
export const MetalQuote = z.object({
  price: DecimalText,
  at: Instant,
  /** The provider's name for people, `gold-api.com`. */
  source: z.string(),
  /**
   * Prices of Indian exchanges and associations (MCX, IBJA) contain the import duty, which is then never added again (rule
   * 3.2).
   */
  dutyIncluded: z.boolean(),
});
export type MetalQuote = z.infer<typeof MetalQuote>;

/** The accepted price of each metal. Each is judged on its own, so their times may differ (rule 4.4). */
export const Quote = z.object({
  /** The number of the accepted quote. */
  seq: z.int().positive(),
  ...fieldsOf(metals, '', MetalQuote),
  /** Whether it comes from the sample source; such a quote is labelled and never shown as live. */
  sample: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

/** A quote that boards of one interval show. */
export const TickQuote = Quote.extend({
  /** The prices of the day that it is compared with; none of a release before. */
  day: LandedDay.nullable().optional().catch(undefined),
  /** The metals beyond gold and silver that were stale when boards took it. */
  stale_metals: z.array(z.string()).optional().catch(undefined),
});
export type TickQuote = z.infer<typeof TickQuote>;

export const MarketHours = z.enum(['spot', 'always']);
export type MarketHours = z.infer<typeof MarketHours>;

/** The state of the market service. Together with the quote's times it decides how a rate stands. */
export const MarketStatus = z.object({
  /** Whether a replica asks the market. */
  isRunning: z.boolean(),
  updateIntervalMs: z.int().positive(),
  /** A quote older than this is stale: three intervals unless configured (rule 4.6). */
  staleAfterMs: z.int().positive(),
  /** An unknown value of a later release counts as 'always': an old rate is then shown as old at any hour. */
  hours: MarketHours.catch('always'),
  lastAskedAt: Instant.nullable(),
  nextUpdate: Instant.nullable(),
  /** The source that answered last, as a name for people. */
  source: z.string().nullable(),
  /** Which sources gave no rate when they were asked last, and which rates were refused; null when there was neither. */
  lastError: z.string().nullable(),
  /** Whether pricing publishes `rateRowsComplete` and `holdsComplete`. Gateways of 0.3 believe these markers only where it says so. */
  marksRateRows: z.boolean().catch(false),
  marksHolds: z.boolean().catch(false),
});
export type MarketStatus = z.infer<typeof MarketStatus>;

export const PriceSettings = z.object({
  updateIntervalMs: z.int().positive(),
  /** The provider's default, which a shop's own interval overrides. */
  dynamicPriceInterval: DynamicPriceInterval.catch(limits.dynamicPriceIntervalDefault),
});
export type PriceSettings = z.infer<typeof PriceSettings>;

/** `GET /admin/price-status` (rule 4.12). */
export const PriceStatus = z.object({
  isRunning: z.boolean(),
  updateIntervalMinutes: z.number(),
  nextUpdate: Instant.nullable(),
  /** The time in Asia/Kolkata as a text for people. */
  nextUpdateLocal: z.string().nullable(),
  lastUpdated: Instant.nullable(),
  source: z.string().nullable(),
  stale: z.boolean(),
  lastError: z.string().nullable(),
  /** How the rates stand; null before the first quote ever. */
  state: RateState.nullable(),
});
export type PriceStatus = z.infer<typeof PriceStatus>;

/** The last accepted quote. */
export const marketQuote = stateKey('market/quote', Quote);
/**
 * The quote that boards of one interval show. The id is the interval in minutes. The key has its name from before shops could hold
 * their rates, and the release before reads it.
 */
export const tickQuote = stateKey('market/held.*', TickQuote);
/** The interval at which boards move with every accepted quote: its tick quote is the last accepted one. */
export const EVERY_QUOTE = '1';
export const marketStatus = stateKey('market/status', MarketStatus);
export const importDuty = stateKey('site/import-duty', ImportDuty);
export const priceSettings = stateKey('site/price-settings', PriceSettings);
export const boardCustomTables = stateKey('boards/*.custom-tables', CustomTables);
/** Exists once the custom rows of every shop have been published: only then does a shop without rows in KV have none. */
export const customTablesComplete = stateKey('boards/custom-tables-complete', z.object({}));
