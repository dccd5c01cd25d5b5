import { z } from 'zod';
import { Metal } from './metals.js';

/** Twelve digits before the point are more than any bill has, and few enough to count exactly with. */
const WHOLE_DIGITS = 12;
const MOST = 100;

/** A decimal as text: digits with at most one point, and at most `places` digits after that. */
const decimal = (places: number) =>
  z
    .string()
    .regex(
      new RegExp(`^(?=.*\\d)\\d{0,${WHOLE_DIGITS}}(\\.\\d{0,${places}})?$`),
      `must be digits, at most ${WHOLE_DIGITS} of them, with at most ${places} more after a point`,
    );
const money = decimal(2);
const weight = decimal(3);
const percent = decimal(4);
const share = percent.refine((text) => Number(text) <= 100, 'must be at most 100');
const unitGrams = decimal(4).refine((text) => Number(text) > 0, 'must be above 0');
/** Pieces with a hallmark; whole ones. */
const count = z.union([z.int().min(0), z.string().regex(/^\d{1,9}$/)], { error: 'must be a whole number' });

const EstimatePiece = z
  .object({
    metal: Metal,
    fineness: decimal(1),
    /** The row's price as the board shows it, of `unit_grams`: a purity is never worked out anew. */
    price: money,
    unit_grams: unitGrams,
    gross_grams: weight,
    stone_grams: weight.optional(),
    wastage: z.object({ mode: z.enum(['percent', 'weight']), percent }).optional(),
    making: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('percent'), value: percent, discount_percent: share.optional() }),
      z.object({ mode: z.enum(['per_gram', 'sum']), value: money, discount_percent: share.optional() }),
    ]),
    /** In rupees. */
    stones: money.optional(),
    other: money.optional(),
    hallmark_pieces: count.optional(),
  })
  // The digits are few enough for exact comparison.
  .refine(({ gross_grams, stone_grams = '0' }) => Number(stone_grams) <= Number(gross_grams), {
    path: ['stone_grams'],
    error: 'must be at most gross_grams',
  });
export type EstimatePiece = z.infer<typeof EstimatePiece>;

const Gst = z
  .object({
    basis: z.enum(['whole', 'split']),
    as: z.enum(['cgst_sgst', 'igst']),
    percent,
    making_percent: percent.optional(),
  })
  .refine(({ basis, making_percent }) => basis === 'whole' || making_percent !== undefined, {
    path: ['making_percent'],
    error: 'is needed with the basis split',
  });

const charges = { gold: money, silver: money };
/** What a hallmark costs a piece, and how it is taxed. */
const HallmarkCharge = z.discriminatedUnion('mode', [
  z.object({ mode: z.enum(['in_value', 'flat']), ...charges, service_percent: percent.optional() }),
  z.object({ mode: z.enum(['service_in_value', 'service']), ...charges, service_percent: percent }),
  z.object({ mode: z.literal('none'), gold: money.optional(), silver: money.optional(), service_percent: percent.optional() }),
]);

/** Old gold, by its tested fineness or by the row of its karat. Fields of both ways in one are refused. */
const OldGold = z.preprocess(
  (old) => (typeof old === 'object' && old !== null ? { ...old, by: isByRow(old) ? 'row' : 'test' } : old),
  z.discriminatedUnion('by', [
    z.strictObject({
      ...{ by: z.literal('test'), grams: weight, tested_percent: share, dust_percent: share.optional() },
      price_per_gram: decimal(4),
    }),
    z.strictObject({ by: z.literal('row'), grams: weight, price: money, unit_grams: unitGrams, deduction_percent: share }),
  ]),
);
export type OldGold = z.infer<typeof OldGold>;

const isByRow = (old: object) => ['price', 'unit_grams', 'deduction_percent'].some((field) => field in old);

/** What an estimate is worked out from. All decimals are text, so that none loses a digit on its way. */
export const ReadEstimate = z.object({
  pieces: z.array(EstimatePiece).max(MOST, `must be at most ${MOST} pieces`),
  /** In rupees, before tax. */
  bill_discount: money.optional(),
  gst: Gst,
  hallmark: HallmarkCharge,
  old: z.array(OldGold).max(MOST, `must be at most ${MOST} pieces`).optional(),
  paid: money.optional(),
});
export type ReadEstimate = z.infer<typeof ReadEstimate>;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** As it is given: which way old gold is priced follows from its fields. */
export type EstimateInput = Omit<ReadEstimate, 'old'> & { readonly old?: readonly Without<OldGold, 'by'>[] };

export interface EstimatedPiece {
  readonly net_grams: string;
  readonly metal: string;
  readonly wastage: string;
  /** Before its discount. */
  readonly making: string;
  readonly making_discount: string;
  readonly stones: string;
  readonly other: string;
  /** As far as it is inside of the taxed sum. */
  readonly hallmark: string;
  readonly sum: string;
}

/** The lines of an estimate, in rupees with two decimals, which add up as they stand; `total`, `to_pay` and old gold are whole rupees. */
export interface Estimate {
  readonly pieces: readonly EstimatedPiece[];
  readonly bill_discount: string;
  readonly taxable: string;
  readonly tax: readonly { readonly name: string; readonly amount: string }[];
  /** Hallmarks outside of the taxed sum. */
  readonly outside: string;
  readonly round_off: string;
  readonly total: string;
  readonly old: readonly { readonly fine_grams?: string; readonly amount: string }[];
  readonly paid: string;
  /** Negative where the shop pays back. */
  readonly to_pay: string;
}
