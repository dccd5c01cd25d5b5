import { z } from 'zod';
import { readRpc } from './kinds.js';
import { limits } from './limits.js';
import { Metal } from './metals.js';

/** Where a shop trades, which chooses the words and modes of its estimates (rule 11.14), never other arithmetic. */
export const Region = z.enum(['kerala', 'tamil-nadu', 'karnataka', 'telangana-andhra', 'maharashtra', 'gujarat', 'north']);
export type Region = z.infer<typeof Region>;

/** Whether making is taxed at the percent of the whole, or at one of its own. */
export const GstBasis = z.enum(['whole', 'split']);
export type GstBasis = z.infer<typeof GstBasis>;

/** How the charge of a hallmark is taxed. */
export const HallmarkMode = z.enum(['in_value', 'service_in_value', 'service', 'flat', 'none']);
export type HallmarkMode = z.infer<typeof HallmarkMode>;

/** Twelve digits before the point are more than any bill has, and few enough to count exactly with. */
const WHOLE_DIGITS = 12;
const MOST = limits.estimate.pieces;

const decimals = (places: number) => `must be 0 or more, with at most ${places} decimals`;
/** A decimal as text: digits with at most one point, and at most `places` digits after that. */
const decimal = (places: number) =>
  z.string().regex(new RegExp(`^(?=.*\\d)\\d{0,${WHOLE_DIGITS}}(\\.\\d{0,${places}})?$`), decimals(places));
const money = decimal(2);
const weight = decimal(3);
const percent = decimal(4);
const share = percent.refine((text) => Number(text) <= 100, 'must be at most 100');
const unitGrams = decimal(4).refine((text) => Number(text) > 0, 'must be above 0');
/** Pieces with a hallmark; whole ones. */
const count = z.union([z.int().min(0), z.string().regex(/^\d{1,9}$/)], { error: 'must be a whole number' });

/** A field that other fields call for. */
const IS_NEEDED = 'is required';

const Making = z
  .object({ mode: z.enum(['percent', 'per_gram', 'sum']), value: percent, discount_percent: share.optional() })
  // Rupees have fewer decimals than percentages.
  .refine(({ mode, value }) => mode === 'percent' || money.safeParse(value).success, { path: ['value'], error: decimals(2) });

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
    making: Making,
    /** In rupees. */
    stones: money.optional(),
    other: money.optional(),
    hallmark_pieces: count.optional(),
  })
  // The digits are few enough for exact comparison.
  .refine(({ gross_grams, stone_grams = '0' }) => Number(stone_grams) <= Number(gross_grams), {
    path: ['stone_grams'],
    error: 'must be at most the gross weight',
  });
export type EstimatePiece = z.infer<typeof EstimatePiece>;

const Gst = z
  .object({
    basis: GstBasis,
    as: z.enum(['cgst_sgst', 'igst']),
    percent,
    making_percent: percent.optional(),
  })
  .refine(({ basis, making_percent }) => basis === 'whole' || making_percent !== undefined, {
    path: ['making_percent'],
    error: IS_NEEDED,
  });

const withService = (mode: string) => mode === 'service' || mode === 'service_in_value';
/** What a hallmark costs a piece, and how it is taxed. */
const HallmarkCharge = z
  .object({
    mode: HallmarkMode,
    ...{ gold: money.optional(), silver: money.optional(), service_percent: percent.optional() },
  })
  .refine(({ mode, gold }) => mode === 'none' || gold !== undefined, { path: ['gold'], error: IS_NEEDED })
  .refine(({ mode, silver }) => mode === 'none' || silver !== undefined, { path: ['silver'], error: IS_NEEDED })
  .refine(({ mode, service_percent }) => !withService(mode) || service_percent !== undefined, {
    path: ['service_percent'],
    error: IS_NEEDED,
  });

const byTest = ['tested_percent', 'price_per_gram', 'dust_percent'] as const;
const byRow = ['price', 'unit_grams', 'deduction_percent'] as const;
type PriceOfOld = Partial<Record<(typeof byTest)[number] | (typeof byRow)[number], string>>;
const hasSome = (old: PriceOfOld, fields: readonly (keyof PriceOfOld)[]) => fields.some((field) => old[field] !== undefined);
/** Whether a field is there, or belongs to the other way in which old gold is priced. */
const has = (field: keyof PriceOfOld, isOfRow: boolean) => (old: PriceOfOld) =>
  hasSome(old, byRow) !== isOfRow || old[field] !== undefined;

/** Old gold, by its tested fineness or, with a `price`, by the row of its karat. */
const OldGold = z
  .object({
    ...{ grams: weight, tested_percent: share.optional(), dust_percent: share.optional() },
    ...{ price_per_gram: decimal(4).optional(), price: money.optional(), unit_grams: unitGrams.optional() },
    deduction_percent: share.optional(),
  })
  .refine((old) => !hasSome(old, byTest) || !hasSome(old, byRow), 'must be priced in one way')
  .refine(has('tested_percent', false), { path: ['tested_percent'], error: IS_NEEDED })
  .refine(has('price_per_gram', false), { path: ['price_per_gram'], error: IS_NEEDED })
  .refine(has('price', true), { path: ['price'], error: IS_NEEDED })
  .refine(has('unit_grams', true), { path: ['unit_grams'], error: IS_NEEDED })
  .refine(has('deduction_percent', true), { path: ['deduction_percent'], error: IS_NEEDED });
export type OldGold = z.infer<typeof OldGold>;

/** What an estimate is worked out from. All decimals are text, so that none loses a digit on its way. */
export const EstimateInput = z.object({
  pieces: z.array(EstimatePiece).max(MOST, `must be at most ${MOST} pieces`),
  /** In rupees, before tax. */
  bill_discount: money.optional(),
  gst: Gst,
  hallmark: HallmarkCharge,
  old: z.array(OldGold).max(MOST, `must be at most ${MOST} pieces`).optional(),
  paid: money.optional(),
});
export type EstimateInput = z.infer<typeof EstimateInput>;

const line = z.string();
const EstimatedPiece = z.object({
  net_grams: line,
  metal: line,
  wastage: line,
  /** Before its discount. */
  making: line,
  making_discount: line,
  stones: line,
  other: line,
  /** As far as it is inside of the taxed sum. */
  hallmark: line,
  sum: line,
});
export type EstimatedPiece = z.infer<typeof EstimatedPiece>;

/** The lines of an estimate, in rupees with two decimals, which add up as they stand; `total`, `to_pay` and old gold are whole rupees. */
export const Estimate = z.object({
  pieces: z.array(EstimatedPiece),
  bill_discount: line,
  taxable: line,
  /** `of` is what the tax is a percentage of. A document of an earlier release, which a device may keep, has none. */
  tax: z.array(z.object({ name: line, of: line.optional(), amount: line })),
  /** Hallmarks outside of the taxed sum. */
  outside: line,
  round_off: line,
  total: line,
  old: z.array(z.object({ fine_grams: line.optional(), amount: line })),
  paid: line,
  /** Negative where the shop pays back. */
  to_pay: line,
});
export type Estimate = z.infer<typeof Estimate>;

/** `GET /prices/estimate-terms`: what the provider sets for the estimates of its shops, with the percentages of today. */
export const EstimateTerms = z.object({
  gst_percent: z.number(),
  making_gst_percent: z.number(),
  /** Rupees for a piece with a hallmark. */
  hallmark_charge: z.object({ gold: z.number(), silver: z.number() }),
});
export type EstimateTerms = z.infer<typeof EstimateTerms>;

export const estimates = {
  terms: readRpc('pricing.estimates.terms', z.object({}), EstimateTerms),
};
