import type { Estimate, EstimateInput } from '@sarafa/contracts';

/** `text` in units of its last place: '12.5' with two places is 1250. */
function units(text: string | number | undefined, places: number): bigint {
  const [whole = '', part = ''] = String(text ?? 0).split('.');
  return BigInt(whole + part.padEnd(places, '0'));
}

/** The whole number nearest to a fraction; of two as near the one further from zero. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

function written(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const at = digits.length - places;
  return (value < 0n ? '-' : '') + digits.slice(0, at) + (places > 0 ? `.${digits.slice(at)}` : '');
}

/** A hundred percent, in units of four places. */
const WHOLE = 1_000_000n;
const percentOf = (amount: bigint, percent: bigint) => nearest(amount * percent, WHOLE);
const sumOf = (amounts: bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);

/** The sums of an estimate once more, by whole paise and milligrams alone: what `estimate` is checked by. */
export function estimateByIntegers(input: EstimateInput): Estimate {
  const { gst, hallmark } = input;
  let [outside, making] = [0n, 0n];
  const pieces = input.pieces.map((piece) => {
    const net = units(piece.gross_grams, 3) - units(piece.stone_grams, 3);
    // Milligrams x paise x 10,000 / (1,000 x unit).
    const worth = (milligrams: bigint) =>
      nearest(milligrams * units(piece.price, 2) * 10_000n, 1_000n * units(piece.unit_grams, 4));
    const metal = worth(net);
    const { mode, value, discount_percent } = piece.making;
    const made = {
      percent: () => percentOf(metal, units(value, 4)),
      per_gram: () => nearest(net * units(value, 2), 1_000n),
      sum: () => units(value, 2),
    }[mode]();
    const less = percentOf(made, units(discount_percent, 4));
    const wasted = units(piece.wastage?.percent, 4);
    const wastage = piece.wastage?.mode === 'weight' ? worth(nearest(net * wasted, WHOLE)) : percentOf(metal, wasted);
    const charge = piece.metal === 'platinum' ? 0n : units(hallmark[piece.metal], 2) * BigInt(piece.hallmark_pieces ?? 0);
    const withService = charge + percentOf(charge, units(hallmark.service_percent, 4));
    const [inside, beside] = {
      in_value: [charge, 0n],
      service_in_value: [withService, 0n],
      service: [0n, withService],
      flat: [0n, charge],
      none: [0n, 0n],
    }[hallmark.mode] as [bigint, bigint];
    const [stones, other] = [units(piece.stones, 2), units(piece.other, 2)];
    const sum = metal + wastage + made - less + stones + other + inside;
    outside += beside;
    making += made - less;
    return { net, metal, wastage, made, less, stones, other, inside, sum };
  });
  const all = sumOf(pieces.map(({ sum }) => sum));
  const discount = units(input.bill_discount, 2);
  const rest = all - (gst.basis === 'split' ? making : 0n);
  const offRest = discount < rest ? discount : rest;
  const parts: [string, bigint, string | undefined][] = [['', rest - offRest, gst.percent]];
  if (gst.basis === 'split') parts.push([' on making', making - (discount - offRest), gst.making_percent]);
  const tax = parts.flatMap(([suffix, taxed, percent]) => {
    const rate = units(percent, 4);
    if (gst.as === 'igst') return [{ name: `IGST${suffix}`, taxed, amount: percentOf(taxed, rate) }];
    const half = nearest(taxed * rate, 2n * WHOLE);
    return ['CGST', 'SGST'].map((name) => ({ name: name + suffix, taxed, amount: half }));
  });
  const exact = all - discount + sumOf(tax.map(({ amount }) => amount)) + outside;
  const total = nearest(exact, 100n);
  const old = (input.old ?? []).map((bought) => {
    const grams = units(bought.grams, 3);
    if (bought.price !== undefined) {
      const rupees = grams * units(bought.price, 2) * (WHOLE - units(bought.deduction_percent, 4)) * 10_000n;
      return { amount: nearest(rupees, 1_000n * 100n * WHOLE * units(bought.unit_grams, 4)) };
    }
    const fine = nearest(grams * units(bought.tested_percent, 4) * (WHOLE - units(bought.dust_percent, 4)), WHOLE * WHOLE);
    return { fine, amount: nearest(fine * units(bought.price_per_gram, 4), 1_000n * 10_000n) };
  });
  const paid = units(input.paid, 2);
  return {
    pieces: pieces.map(({ net, metal, wastage, made, less, stones, other, inside, sum }) => ({
      ...{ net_grams: written(net, 3), metal: written(metal, 2), wastage: written(wastage, 2), making: written(made, 2) },
      ...{ making_discount: written(less, 2), stones: written(stones, 2), other: written(other, 2) },
      ...{ hallmark: written(inside, 2), sum: written(sum, 2) },
    })),
    ...{ bill_discount: written(discount, 2), taxable: written(all - discount, 2) },
    tax: tax.map(({ name, taxed, amount }) => ({ name, of: written(taxed, 2), amount: written(amount, 2) })),
    ...{ outside: written(outside, 2), round_off: written(100n * total - exact, 2), total: written(total, 0) },
    old: old.map(({ fine, amount }) => ({
      ...(fine === undefined ? {} : { fine_grams: written(fine, 3) }),
      amount: written(amount, 0),
    })),
    paid: written(paid, 2),
    to_pay: written(nearest(100n * (total - sumOf(old.map(({ amount }) => amount))) - paid, 100n), 0),
  };
}
