import type { MetalQuote } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Why a quote was quarantined (rulings 3). */
export type RefusalReason = 'currency' | 'unit' | 'not-positive' | 'too-large' | 'old' | 'future' | 'unit-flip' | 'jump';

/** What a source said of one metal. */
export interface Candidate {
  /** Decimal text, per `unit` in `currency`. */
  readonly price: string;
  readonly at: string;
  readonly currency: string;
  readonly unit: string;
}

export interface Context {
  /** The last accepted price of this metal; none before the first. */
  readonly last?: Pick<MetalQuote, 'price' | 'at'>;
  /** What was refused since `last`, newest first. */
  readonly refused: readonly { price: string; at: string; reason: RefusalReason }[];
  /** Percent. */
  readonly jumpPercent: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verdict =
  | { readonly kind: 'accept' }
  /** The time of the last one again: no news, and no fault. */
  | { readonly kind: 'no-news' }
  | { readonly kind: 'refuse'; readonly reason: RefusalReason };

/** Clocks differ a little; what is further ahead is wrong. */
const FUTURE_TOLERANCE_MS = 60_000;
/** Rupees an ounce; beyond it no whole rupee of a kilogram would be exact in JSON. */
const TOO_LARGE = 1_000_000_000;
/** Tens, troy ounce to gram, ounce to thousands: what a price grows or shrinks by when its unit does. */
const UNIT_FACTORS = ['10', '31.1034768', '1000'];
const UNIT_FLIP_PERCENT = 10;
/** So many jumps in a row that agree are a real move of the market. */
const AGREEING_JUMPS = 3;

/** Judges one metal's new price against what was accepted last. Pure: asking a second source is the caller's. */
export function judgeQuote(candidate: Candidate, { last, refused, jumpPercent, now }: Context): Verdict {
  if (candidate.currency !== 'INR') return refuse('currency');
  if (candidate.unit !== 'toz') return refuse('unit');
  const price = new Decimal(candidate.price);
  if (!price.isPositive() || price.isZero()) return refuse('not-positive');
  if (price.gte(TOO_LARGE)) return refuse('too-large');
  const at = Date.parse(candidate.at);
  if (at > now + FUTURE_TOLERANCE_MS) return refuse('future');
  if (!last) return { kind: 'accept' };
  if (at < Date.parse(last.at)) return refuse('old');
  if (at === Date.parse(last.at)) return { kind: 'no-news' };
  if (isUnitFlip(price, last.price)) return refuse('unit-flip');
  if (isWithin(price, last.price, jumpPercent)) return { kind: 'accept' };
  return agreesWithEarlier(candidate, refused, jumpPercent) ? { kind: 'accept' } : refuse('jump');
}

/** Whether two prices differ by at most `percent` of the second. */
export function isWithin(price: Decimal.Value, of: Decimal.Value, percent: number): boolean {
  return new Decimal(price).minus(of).abs().times(100).lte(new Decimal(of).abs().times(percent));
}

function refuse(reason: RefusalReason): Verdict {
  return { kind: 'refuse', reason };
}

function isUnitFlip(price: Decimal, last: string): boolean {
  return UNIT_FACTORS.some(
    (factor) =>
      isWithin(price, new Decimal(last).times(factor), UNIT_FLIP_PERCENT) ||
      isWithin(price, new Decimal(last).div(factor), UNIT_FLIP_PERCENT),
  );
}

/** Three in a row, each with a time of its own and none of them a jump from the one before. */
function agreesWithEarlier(candidate: Candidate, refused: Context['refused'], jumpPercent: number): boolean {
  let newer: { price: string; at: string } = candidate;
  let agreeing = 1;
  for (const earlier of refused) {
    if (earlier.reason !== 'jump' || !isWithin(newer.price, earlier.price, jumpPercent)) break;
    if (earlier.at === newer.at) continue;
    agreeing++;
    newer = earlier;
    if (agreeing === AGREEING_JUMPS) return true;
  }
  return false;
}
