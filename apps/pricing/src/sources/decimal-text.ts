import { Decimal } from 'decimal.js';
import { SourceError } from './rate-source.js';

const MAX_DECIMALS = 20;

const Exact = Decimal.clone({ precision: 60 });

/** A provider's number as plain decimal text, exponents and surplus digits away. */
export function decimalText(number: string): string {
  let value: Decimal;
  try {
    value = new Exact(number);
  } catch {
    throw new SourceError('answered a price that is no number');
  }
  if (!value.isFinite()) throw new SourceError('answered a price that is no number');
  return value.toDecimalPlaces(MAX_DECIMALS).toFixed();
}
