import { z } from 'zod';
import { Id, Instant } from './common.js';
import { readRpc } from './kinds.js';
import { LandedTexts } from './landed.js';
import { RowId } from './rate-rows.js';

/** How far a chart looks back from now: to midnight in Asia/Kolkata, or 7, 30 or 365 days. */
export const HistorySpan = z.enum(['day', 'week', 'month', 'year']);
export type HistorySpan = z.infer<typeof HistorySpan>;

/** Of one of the rows that the shop shows. */
export const RateHistoryQuery = z.object({ row: RowId, span: HistorySpan });
export type RateHistoryQuery = z.infer<typeof RateHistoryQuery>;

/** What the row cost at that time, in rupees, with the margins and the row's adjustments of today. */
export const RatePoint = z.object({ at: Instant, price: z.number() });
export type RatePoint = z.infer<typeof RatePoint>;

/** Oldest first. */
export const RateHistory = z.array(RatePoint);
export type RateHistory = z.infer<typeof RateHistory>;

export const LandedPoint = z.object({ at: Instant, landed: LandedTexts });
export type LandedPoint = z.infer<typeof LandedPoint>;

export const rateHistory = {
  /** The landed prices of the market, or of a list, in a few hundred steps; oldest first. Samples are left out. */
  landed: readRpc(
    'pricing.rate-history.landed',
    z.object({ span: HistorySpan, rate_list_id: Id.nullable() }),
    z.array(LandedPoint),
  ),
} as const;
