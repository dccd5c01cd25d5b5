import type { MetalQuote } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Why a quote was quarantined (rule 4.2). */
export const refusalReasons = [
  'currency',
  'unit',
  'not-positive',
  'too-large',
  'old',
  'future',
  'unit-flip',
  'jump',
  /** A price outside of the bounds. */
  'implausible',
  /** A quote that an admin has withdrawn, sent again. */
  'withdrawn',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The plausible range of a price, in rupees per troy ounce. */
interface Bounds {
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

/** What a source said of a metal before, and was refused for. */
export interface EarlierQuote {
  readonly price: string;
  readonly at: string;
  /** When it was refused; milliseconds since 1970. */
  readonly refusedAt: number;
}

export interface Context {
  /** The last accepted price of this metal; none before the first. `isOwn`: it came from the candidate's source. */
  readonly last?: Pick<MetalQuote, 'price' | 'at'> & { readonly isOwn: boolean };
  /** What the candidate's source has said since it was last accepted, newest first, whatever other sources said meanwhile. */
  readonly series: readonly EarlierQuote[];
  /** Whether an admin has withdrawn this source's quote of this time. */
  readonly isWithdrawn: boolean;
  /** A price outside of the bounds that an admin has released as the first one. */
  readonly released?: string | undefined;
  readonly bounds: Bounds;
  /** Percent. */
  readonly jumpPercent: number;
  /** A quote that is older is not fresh; milliseconds. */
  readonly freshMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verdict =
  | { readonly kind: 'accept' }
  /** The same time as the last quote, or the same price as a later one of another source: no news, and no fault. */
  | { readonly kind: 'no-news' }
  | {
      readonly kind: 'refuse';
      readonly reason: RefusalReason;
      /** Whether a second source with the same price would make it acceptable. */
      readonly isLiftedByAnother: boolean;
    };

/** Clocks differ a little; a quote further ahead is wrong. Milliseconds. */
export const MAY_BE_AHEAD_MS = 60_000;
/** Rupees per troy ounce. A larger price has more digits before the point than the contract's `DecimalText` takes. */
const TOO_LARGE = 1_000_000_000;
/** The factors by which a price changes when its unit does: ten grams and an ounce, tens, a gram and an ounce, thousands. */
const UNIT_FACTORS = ['3.11034768', '10', '31.1034768', '1000'];
const UNIT_FLIP_PERCENT = 10;
/** This many fresh quotes of one source in a row that agree are accepted. */
const AGREEING = 3;
/** Quotes agree, and a second source confirms one, when they are this close. */
export const AGREE_PERCENT = 1;
/** A repeated jump is accepted between half and twice the standing price. */
const FURTHEST_REPEATED = 2;

/**
 * Judges one metal's new price against the last accepted one. A pure function; the caller asks a second source.
 *
 * No repetition and no second source leads out of the bounds: a source that goes on in another unit or currency is never believed.
 * If the standing price is outside of them because an admin released it, three quotes in a row lead back inside.
 */
export function judgeQuote(candidate: Candidate, context: Context): Verdict {
  const { last, jumpPercent, now, bounds } = context;
  if (candidate.currency !== 'INR') return refuse('currency');
  if (candidate.unit !== 'toz') return refuse('unit');
  const price = new Decimal(candidate.price);
  if (!price.isPositive() || price.isZero()) return refuse('not-positive');
  if (price.gte(TOO_LARGE)) return refuse('too-large');
  const at = Date.parse(candidate.at);
  if (at > now + MAY_BE_AHEAD_MS) return refuse('future');
  if (!last) {
    if (context.isWithdrawn) return refuse('withdrawn');
    const isReleased = context.released !== undefined && isWithin(price, context.released, jumpPercent);
    return isReleased || isInside(price, bounds) ? { kind: 'accept' } : refuse('implausible');
  }
  const lastAt = Date.parse(last.at);
  const isNear = isWithin(price, last.price, jumpPercent);
  if (last.isOwn && at < lastAt) return refuse('old');
  // Another source may have the same price later.
  if ((last.isOwn || isNear) && at <= lastAt) return { kind: 'no-news' };
  if (context.isWithdrawn) return refuse('withdrawn');
  if (isNear) return { kind: 'accept' };
  const isPlausible = isInside(price, bounds);
  if (isPlausible && mayBeRepeated(price, last.price, bounds) && endsSeries(candidate, context)) return { kind: 'accept' };
  // Each source has a clock of its own: its other price isn't older for being a little behind another source's.
  if (at <= lastAt && !isFresh(candidate.at, now, context.freshMs)) return refuse('old');
  if (isUnitFlip(price, last.price)) return refuse('unit-flip', isPlausible);
  return isPlausible ? refuse('jump', true) : refuse('implausible');
}

/** Whether a quote was fresh at `moment`, all in milliseconds since 1970. */
function isFresh(at: string, moment: number, freshMs: number): boolean {
  return moment - Date.parse(at) <= freshMs;
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

/** Back inside of the bounds any repeated price may lead. */
function mayBeRepeated(price: Decimal, last: string, bounds: Bounds): boolean {
  if (!isInside(last, bounds)) return true;
  return price.times(FURTHEST_REPEATED).gte(last) && price.lte(new Decimal(last).times(FURTHEST_REPEATED));
}

/**
 * Whether the candidate is the third fresh quote of its source in a row that agrees, each with a time of its own. Only a fresh and
 * plausible one that disagrees breaks the series; what can't be true is passed over.
 */
function endsSeries(candidate: Candidate, { series, bounds, freshMs, now }: Context): boolean {
  if (!isFresh(candidate.at, now, freshMs)) return false;
  const agreeing: { price: string; at: string }[] = [candidate];
  for (const earlier of series) {
    if (!isFresh(earlier.at, earlier.refusedAt, freshMs) || !isInside(earlier.price, bounds)) continue;
    if (agreeing.some(({ price }) => !isWithin(price, earlier.price, AGREE_PERCENT))) return false;
    if (agreeing.some(({ at }) => at === earlier.at)) continue;
    if (agreeing.push(earlier) === AGREEING) return true;
  }
  return false;
}
