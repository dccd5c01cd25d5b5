import type { Decimal } from 'decimal.js';
import { Exact } from './landed.js';

/**
 * What a price is multiplied by, as a fraction of whole numbers. One quote is priced with hundreds of margins at once, and
 * whole numbers (BigInt) are as exact as decimals and cost less.
 */
export interface Factor {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const MILLIS = 1_000;

/** 100 percent and all of these, which may be negative: `factorOf(2.5)` is 102.5. */
export function factorOf(...percents: number[]): Factor {
  const millis = percents.map((percent) => Math.round(percent * MILLIS));
  if (percents.every((percent, index) => millis[index]! / MILLIS === percent)) {
    return { numerator: BigInt(millis.reduce((sum, own) => sum + own, 100 * MILLIS)), denominator: BigInt(MILLIS) };
  }
  return fraction(percents.reduce((sum, percent) => sum.plus(percent), new Exact(100)));
}

/** The same number as a fraction. */
export function fraction(value: Decimal.Value): Factor {
  const decimal = new Exact(value);
  const places = decimal.decimalPlaces();
  return { numerator: inUnits(decimal, places), denominator: inUnits(new Exact(1), places) };
}

/** `value` in units of `10^-places`. */
function inUnits(value: Decimal, places: number): bigint {
  return BigInt(value.mul(new Exact(10).pow(places)).toFixed());
}

/** A price that has to be rounded: `perFactor * factor + fixed`, in steps of `step`. */
interface Steps {
  readonly perFactor: Decimal;
  readonly fixed: Decimal;
  readonly step: Decimal;
}

/**
 * How many whole steps a price has at a factor. With `isRoundedUp` a part of a step counts as a step, otherwise it is left out.
 * No quotient is computed, because it may have no end.
 */
export function wholeSteps({ perFactor, fixed, step }: Steps, isRoundedUp = false): (factor: Factor) => bigint {
  const places = Math.max(...[perFactor, fixed, step].map((value) => value.decimalPlaces()));
  const [ofFactor, added, divisor] = [inUnits(perFactor, places), inUnits(fixed, places), inUnits(step, places)];
  return ({ numerator, denominator }) => {
    const price = ofFactor * numerator + added * denominator;
    const perStep = divisor * denominator;
    const whole = price / perStep;
    return isRoundedUp && whole * perStep < price ? whole + BigInt(1) : whole;
  };
}
