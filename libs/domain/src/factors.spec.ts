import { describe, expect, it } from '@jest/globals';
import { factorOf, fraction, wholeSteps } from './factors.js';
import { Exact } from './landed.js';

describe('factors', () => {
  it.each([
    [[], '100'],
    [[2.5], '102.5'],
    [[0.1, 0.2], '100.3'],
    [[-50], '50'],
    [[0.123456, 0.1], '100.223456'],
    [[1e-7], '100.0000001'],
  ])('are 100 percent and %j, exactly', (percents, sum) => {
    const { numerator, denominator } = factorOf(...percents);
    expect(new Exact(numerator.toString()).div(denominator.toString()).toFixed()).toBe(sum);
  });

  it.each([
    ['25', 25n, 1n],
    [0.01, 1n, 100n],
    [-1.5, -15n, 10n],
  ])('are fractions: %s', (value, numerator, denominator) => {
    expect(fraction(value)).toEqual({ numerator, denominator });
  });
});

describe('whole steps of a price', () => {
  const steps = { perFactor: new Exact('0.5'), fixed: new Exact('0.25'), step: new Exact('0.1') };

  it.each([
    ['2', 12n, 13n],
    ['2.1', 13n, 13n],
    ['0.0999', 2n, 3n],
  ])('at the factor %s', (factor, down, up) => {
    expect(wholeSteps(steps)(fraction(factor))).toBe(down);
    expect(wholeSteps(steps, true)(fraction(factor))).toBe(up);
  });
});
