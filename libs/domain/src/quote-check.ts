import type { MetalQuote } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Why a quote was quarantined (rule 4.2). */
export type RefusalReason =
  | 'currency'
  | 'unit'
  | 'not-positive'
  | 'too-large'
  | 'old'
  | 'future'
  | 'unit-flip'
  | 'jump'
  /** A first quote outside of the bounds. */
  | 'implausible'
  /** A quote that an admin has withdrawn, sent again. */
  | 'withdrawn';

/** The plausible range of a price, in rupees per troy ounce. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A source's answer for one metal. */
export interface Candidate {
  /** Decimal text, per `unit` in `currency`. */
  readonly price: string;
  readonly at: string;
  readonly currency: string;
  readonly unit: string;
}

/** A refused quote of the same metal. */
export interface EarlierRefusal {
  readonly price: string;
  readonly at: string;
  /** Undefined where only another release knows the reason. */
  readonly reason: RefusalReason | undefined;
  /** Whether the candidate's source said it. */
  readonly isOwnSource: boolean;
}

export interface Context {
  /** The last accepted price of this metal; none before the first. */
  readonly last?: Pick<MetalQuote, 'price' | 'at'>;
  /** What was refused since `last`, newest first. */
  readonly refused: readonly EarlierRefusal[];
  /** Whether an admin has withdrawn this source's quote of this time. */
  readonly isWithdrawn: boolean;
  readonly bounds: Bounds;
  /** Percent. */
  readonly jumpPercent: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verdict =
  | { readonly kind: 'accept' }
  /** The same time as the last quote: no news, and no fault. */
  | { readonly kind: 'no-news' }
  | {
      readonly kind: 'refuse';
      readonly reason: RefusalReason;
      /** Whether a second source with the same price would make it acceptable. */
      readonly isLiftedByAnother: boolean;
    };

/** Clocks differ a little; a quote further ahead is wrong. */
const FUTURE_TOLERANCE_MS = 60_000;
/** Rupees per troy ounce. A larger price has more digits before the point than the contract's `DecimalText` takes. */
const TOO_LARGE = 1_000_000_000;
/** The factors by which a price changes when its unit does: ten grams and an ounce, tens, a gram and an ounce, thousands. */
const UNIT_FACTORS = ['3.11034768', '10', '31.1034768', '1000'];
const UNIT_FLIP_PERCENT = 10;
/** This many quotes in a row that agree are accepted. */
const AGREEING = 3;

/**
 * Judges one metal's new price against the last accepted one. A pure function; the caller asks a second source.
 *
 * A change of unit is a fault of either the new quote or the standing one, and the bounds tell which: if the new price is
 * inside the bounds and the standing one is outside, three quotes in a row that agree replace the standing one. A source that
 * continues in another unit never does.
 */
export function judgeQuote(candidate: Candidate, context: Context): Verdict {
  const { last, refused, jumpPercent, now, bounds } = context;
  if (candidate.currency !== 'INR') return refuse('currency');
  if (candidate.unit !== 'toz') return refuse('unit');
  const price = new Decimal(candidate.price);
  if (!price.isPositive() || price.isZero()) return refuse('not-positive');
  if (price.gte(TOO_LARGE)) return refuse('too-large');
  const at = Date.parse(candidate.at);
  if (at > now + FUTURE_TOLERANCE_MS) return refuse('future');
  if (last && at < Date.parse(last.at)) return refuse('old');
  if (last && at === Date.parse(last.at)) return { kind: 'no-news' };
  if (context.isWithdrawn) return refuse('withdrawn');
  const isPlausible = isInside(price, bounds);
  if (!last) return isPlausible ? { kind: 'accept' } : refuse('implausible');
  if (isUnitFlip(price, last.price)) {
    const mayLift = isPlausible && !isInside(last.price, bounds);
    const isLifted = mayLift && agreesWithEarlier(candidate, refused, jumpPercent, ['unit-flip', 'jump']);
    return isLifted ? { kind: 'accept' } : refuse('unit-flip', isPlausible);
  }
  if (isWithin(price, last.price, jumpPercent)) return { kind: 'accept' };
  return agreesWithEarlier(candidate, refused, jumpPercent, ['jump']) ? { kind: 'accept' } : refuse('jump', true);
}

/** Whether two prices differ by at most `percent` of the second one. */
export function isWithin(price: Decimal.Value, of: Decimal.Value, percent: number): boolean {
  return new Decimal(price).minus(of).abs().times(100).lte(new Decimal(of).abs().times(percent));
}

/** Whether a price is inside the bounds. */
export function isInside(price: Decimal.Value, { min, max }: Bounds): boolean {
  return new Decimal(price).gte(min) && new Decimal(price).lte(max);
}

function refuse(reason: RefusalReason, isLiftedByAnother = false): Verdict {
  return { kind: 'refuse', reason, isLiftedByAnother };
}

function isUnitFlip(price: Decimal, last: string): boolean {
  return UNIT_FACTORS.some(
    (factor) =>
      isWithin(price, new Decimal(last).times(factor), UNIT_FLIP_PERCENT) ||
      isWithin(price, new Decimal(last).div(factor), UNIT_FLIP_PERCENT),
  );
}

/**
 * Whether three quotes in a row agree: each has its own time, and none is a jump from the one before. A refusal of another source
 * breaks the series only if it is a jump to another price. Otherwise a source that lags behind would keep a real jump from all
 * boards.
 */
function agreesWithEarlier(
  candidate: Candidate,
  refused: Context['refused'],
  jumpPercent: number,
  reasons: readonly RefusalReason[],
): boolean {
  let newer: { price: string; at: string } = candidate;
  let agreeing = 1;
  for (const earlier of refused) {
    const counts = earlier.reason !== undefined && reasons.includes(earlier.reason);
    if (!counts && !earlier.isOwnSource) continue;
    if (!counts || !isWithin(newer.price, earlier.price, jumpPercent)) break;
    if (earlier.at === newer.at) continue;
    agreeing++;
    newer = earlier;
    if (agreeing === AGREEING) return true;
  }
  return false;
}
