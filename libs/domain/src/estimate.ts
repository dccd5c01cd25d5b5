import {
  AppError,
  type Estimate,
  type EstimatedPiece,
  EstimateInput,
  type EstimatePiece,
  type OldGold,
  parseInput,
} from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Enough digits for every quotient of accepted input to be on the right side of a half. A half rounds away from zero. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP });
type Amount = Decimal;
const amount = (text: string | number | undefined): Amount => new Exact(text ?? 0);
const ZERO = amount(0);

const paise = (rupees: Amount) => rupees.toDecimalPlaces(2);
const wholeRupees = (rupees: Amount) => rupees.toDecimalPlaces(0);
const milligrams = (grams: Amount) => grams.toDecimalPlaces(3);
const percentOf = (whole: Amount, percent: Amount) => whole.mul(percent).div(100);
const sumOf = (amounts: readonly Amount[]) => amounts.reduce((sum, one) => sum.plus(one), ZERO);

/** Zero has no sign. */
const text = (value: Amount, places: number) => (value.isZero() ? ZERO : value).toFixed(places);
const inPaise = (value: Amount) => text(value, 2);

/** The sums of a piece that is priced. */
interface PieceSums {
  readonly net: Amount;
  readonly metal: Amount;
  readonly wastage: Amount;
  readonly making: Amount;
  readonly makingDiscount: Amount;
  readonly stones: Amount;
  readonly other: Amount;
  readonly hallmark: Amount;
  /** The hallmark's charge beside the taxed sum. */
  readonly outside: Amount;
}

/**
 * What pieces of jewellery come to (rule 11.14), from the price that the board shows. Each line is rounded to the paisa and
 * the total to the rupee, with the difference as a line of its own, so that the lines that are shown add up; a percentage is of the
 * line as it is shown. Throws `INVALID_INPUT` with the field's name.
 */
export function estimate(input: EstimateInput): Estimate {
  const { pieces, gst, hallmark, old = [], ...rest } = parseInput(EstimateInput, input);
  const [discount, paid] = [amount(rest.bill_discount), amount(rest.paid)];
  const sums = pieces.map((piece) => sumsOf(piece, hallmark));
  const all = sumOf(sums.map(totalOf));
  if (discount.gt(all)) throw refusal('bill_discount', 'must be at most the sum of the pieces');
  const making = sumOf(sums.map(({ making, makingDiscount }) => making.minus(makingDiscount)));
  const tax = taxes(all, gst.basis === 'split' ? making : ZERO, discount, gst);
  const taxable = all.minus(discount);
  const outside = sumOf(sums.map((piece) => piece.outside));
  const exact = sumOf([taxable, ...tax.map((line) => line.amount), outside]);
  const total = wholeRupees(exact);
  const bought = old.map(boughtBack);
  const toPay = wholeRupees(total.minus(sumOf(bought.map((piece) => piece.amount))).minus(paid));
  return {
    pieces: sums.map(pieceTexts),
    bill_discount: inPaise(discount),
    taxable: inPaise(taxable),
    tax: tax.map((line) => ({ name: line.name, of: inPaise(line.of), amount: inPaise(line.amount) })),
    outside: inPaise(outside),
    round_off: inPaise(total.minus(exact)),
    total: text(total, 0),
    old: bought.map(({ fine, amount: rupees }) => ({ ...(fine && { fine_grams: text(fine, 3) }), amount: text(rupees, 0) })),
    paid: inPaise(paid),
    to_pay: text(toPay, 0),
  };
}

/** What a gram costs at a price of `unitGrams`, as decimal text with the places that an estimate takes. */
export function pricePerGram(price: number, unitGrams: number): string {
  return amount(price).div(unitGrams).toDecimalPlaces(4).toString();
}

/** The weight of wastage that is a percentage of the weight, in grams. */
export function wastageGrams(netGrams: string, percent: string): string {
  return text(milligrams(percentOf(amount(netGrams), amount(percent))), 3);
}

/** What makes whole rupees of what is left to pay. */
export function payRoundOff({ total, old, paid, to_pay }: Estimate): string {
  const exact = amount(total)
    .minus(sumOf(old.map((piece) => amount(piece.amount))))
    .minus(paid);
  return inPaise(amount(to_pay).minus(exact));
}

function sumsOf(piece: EstimatePiece, charge: EstimateInput['hallmark']): PieceSums {
  const net = amount(piece.gross_grams).minus(amount(piece.stone_grams));
  // The gram rate is never rounded in between: whoever multiplies by it divides at the end.
  const worth = (grams: Amount) => paise(grams.mul(piece.price).div(piece.unit_grams));
  const metal = worth(net);
  const making = makingOf(piece.making, net, metal);
  return {
    ...{ net, metal, making },
    wastage: wastageOf(piece.wastage, net, metal, worth),
    makingDiscount: paise(percentOf(making, amount(piece.making.discount_percent))),
    stones: amount(piece.stones),
    other: amount(piece.other),
    ...hallmarkOf(piece, charge),
  };
}

function wastageOf(wastage: EstimatePiece['wastage'], net: Amount, metal: Amount, worth: (grams: Amount) => Amount): Amount {
  if (!wastage) return ZERO;
  const percent = amount(wastage.percent);
  return wastage.mode === 'percent' ? paise(percentOf(metal, percent)) : worth(milligrams(percentOf(net, percent)));
}

function makingOf({ mode, value }: EstimatePiece['making'], net: Amount, metal: Amount): Amount {
  if (mode === 'sum') return amount(value);
  return paise(mode === 'percent' ? percentOf(metal, amount(value)) : net.mul(value));
}

/** There is no hallmark of platinum that is charged. */
function hallmarkOf(
  { metal, hallmark_pieces }: EstimatePiece,
  charge: EstimateInput['hallmark'],
): Pick<PieceSums, 'hallmark' | 'outside'> {
  if (charge.mode === 'none' || metal === 'platinum') return { hallmark: ZERO, outside: ZERO };
  const plain = amount(charge[metal]).mul(amount(hallmark_pieces));
  const isService = charge.mode === 'service' || charge.mode === 'service_in_value';
  const charged = isService ? paise(plain.plus(percentOf(plain, amount(charge.service_percent)))) : plain;
  const isInside = charge.mode === 'in_value' || charge.mode === 'service_in_value';
  return isInside ? { hallmark: charged, outside: ZERO } : { hallmark: ZERO, outside: charged };
}

function totalOf({ metal, wastage, making, makingDiscount, stones, other, hallmark }: PieceSums): Amount {
  return sumOf([metal, wastage, making, stones, other, hallmark]).minus(makingDiscount);
}

/** `making` is the part of `all` with a percentage of its own. The discount comes off the rest first. */
function taxes(all: Amount, making: Amount, discount: Amount, { basis, as, percent, making_percent }: EstimateInput['gst']) {
  const rest = all.minus(making);
  const offRest = Exact.min(discount, rest);
  const taxesOf = (of: Amount, rate: Amount, suffix: string) =>
    as === 'igst'
      ? [{ name: `IGST${suffix}`, of, amount: paise(percentOf(of, rate)) }]
      : ['CGST', 'SGST'].map((name) => ({ name: name + suffix, of, amount: paise(percentOf(of, rate.div(2))) }));
  const ofRest = taxesOf(rest.minus(offRest), amount(percent), '');
  if (basis === 'whole') return ofRest;
  return [...ofRest, ...taxesOf(making.minus(discount.minus(offRest)), amount(making_percent), ' on making')];
}

/** What the shop gives for old gold: rounded once, to the rupee. */
function boughtBack(old: OldGold): { readonly fine?: Amount; readonly amount: Amount } {
  const less = (percent: string | undefined) => amount(100).minus(amount(percent));
  const grams = amount(old.grams);
  if (old.price !== undefined) {
    const rupees = grams.mul(old.price).mul(less(old.deduction_percent)).div(100).div(old.unit_grams!);
    return { amount: wholeRupees(rupees) };
  }
  const fine = milligrams(grams.mul(old.tested_percent!).mul(less(old.dust_percent)).div(10_000));
  return { fine, amount: wholeRupees(fine.mul(old.price_per_gram!)) };
}

function pieceTexts(sums: PieceSums): EstimatedPiece {
  const { net, makingDiscount, outside: _, ...lines } = sums;
  const texts = Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, inPaise(line)]));
  return {
    net_grams: text(net, 3),
    ...(texts as Record<keyof typeof lines, string>),
    making_discount: inPaise(makingDiscount),
    sum: inPaise(totalOf(sums)),
  };
}

function refusal(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, [{ path, message }]);
}
