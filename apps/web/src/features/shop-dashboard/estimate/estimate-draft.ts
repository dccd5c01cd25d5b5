import {
  AppError,
  type Estimate,
  type EstimateInput,
  type EstimateTerms,
  GstBasis,
  HallmarkMode,
  limits,
  marketRows,
  normalText,
  type PriceSnapshot,
  type PricedRow,
} from '@sarafa/contracts';
import { estimate, pricePerGram, shownTypes } from '@sarafa/domain';
import { z } from 'zod';
import { fieldText } from '../../../shared/requests/answers.js';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { kept } from '../../../shared/kept/kept.js';
import { newRepeatKey } from '../../../shared/requests/repeat-key.js';
import { estimateTexts } from '../../../shared/texts/estimate-texts.js';
import { metalName } from '../../../shared/row-title.js';
import { isUnread, type TypedNumber } from '../../../shared/ui/number-field.js';
import { huidFaults } from './huids.js';
import { asIn, Region } from './region.js';

/** A row of the board that has a price. */
export type RowWithPrice = PricedRow & {
  readonly price: number;
  /** How it stands, where it is older than the others. */
  readonly age?: 'stale' | 'delayed' | undefined;
};

/** A value with a fault isn't remembered: nobody would see why the next estimate can't be. */
const Typed = z.union([z.number().min(0), z.string().max(0)]).catch('');
/**
 * What a shop does the same for piece after piece, so that its device remembers it. What one customer was given isn't: a discount, or
 * the tax of another state.
 */
const Usual = z.object({
  row: z.string().catch(''),
  wastageMode: z.enum(['percent', 'weight']).catch('percent'),
  wastage: Typed,
  makingMode: z.enum(['percent', 'per_gram', 'sum']).catch('percent'),
  making: Typed,
});
type Usual = z.infer<typeof Usual>;

export interface PieceDraft extends Usual {
  readonly key: string;
  readonly makingDiscount: TypedNumber;
  readonly gross: TypedNumber;
  readonly stone: TypedNumber;
  readonly stones: TypedNumber;
  readonly other: TypedNumber;
  readonly hallmarks: TypedNumber;
  readonly huids: string;
}

export interface OldDraft {
  readonly key: string;
  readonly by: 'test' | 'row';
  readonly grams: TypedNumber;
  readonly tested: TypedNumber;
  readonly dust: TypedNumber;
  /** Empty for the price of the board. */
  readonly price: TypedNumber;
  readonly row: string;
  readonly deduction: TypedNumber;
}

export interface EstimateDraft {
  readonly as: 'cgst_sgst' | 'igst';
  readonly region: Region;
  readonly basis: GstBasis;
  readonly hallmarkMode: HallmarkMode;
  readonly customer: string;
  readonly pieces: readonly PieceDraft[];
  readonly old: readonly OldDraft[];
  readonly discount: TypedNumber;
  readonly paid: TypedNumber;
}

const keyOf = (userId: string) => `sarafa.estimate.${userId}`;

/**
 * A new estimate of a shop, with one piece that is as the last one was, or of the first row where the board lacks that one's. The
 * first one of a device is as usual in the shop's region.
 */
export function newDraft(
  shop: Pick<WholeShop, 'id' | 'region' | 'gst_basis' | 'hallmark_mode'>,
  rows: readonly RowWithPrice[],
): EstimateDraft {
  const usual = Usual.parse(keptUsual(shop.id));
  const row = (rowOf(rows, usual.row) ?? rows[0])?.id ?? '';
  const bill = {
    region: Region.catch('other').parse(shop.region),
    // Another release may have set what this one doesn't know.
    basis: GstBasis.catch('whole').parse(shop.gst_basis),
    hallmarkMode: HallmarkMode.catch('in_value').parse(shop.hallmark_mode),
    ...{ as: 'cgst_sgst' as const, discount: '', paid: '', customer: '' },
  };
  const piece = newPiece({ ...usual, row, makingDiscount: '' });
  return { ...bill, pieces: [kept.get(keyOf(shop.id)) ? piece : asIn(bill.region, piece)], old: [] };
}

function keptUsual(userId: string): unknown {
  try {
    return (JSON.parse(kept.get(keyOf(userId)) ?? '{}') as unknown) ?? {};
  } catch {
    return {};
  }
}

export function keepUsual(userId: string, { pieces }: EstimateDraft): void {
  kept.set(keyOf(userId), JSON.stringify(Usual.parse(pieces.slice(-1)[0] ?? {})));
}

const UNWEIGHED = { gross: '', stone: '', stones: '', other: '', hallmarks: 1, huids: '' };

/** Like the one before, but for what is weighed and counted. */
export function newPiece(usual: Omit<PieceDraft, keyof typeof UNWEIGHED | 'key'>): PieceDraft {
  return { ...usual, ...UNWEIGHED, key: newRepeatKey() };
}

export function newOld(row: string): OldDraft {
  return { key: newRepeatKey(), by: 'test', grams: '', tested: '', dust: '', price: '', row, deduction: '' };
}

/** What the board sells or buys at. */
export function pricedRows({ rows = [], state }: PriceSnapshot, side: PricedRow['side']): RowWithPrice[] {
  return rows.flatMap((row) => {
    if (row.side !== side || row.price === null) return [];
    const isOlder = row.state !== state && (row.state === 'stale' || row.state === 'delayed');
    return { ...row, price: row.price, age: isOlder ? (row.state as RowWithPrice['age']) : undefined };
  });
}

/** What an estimate is priced by. */
export function pricesIn(rates: PriceSnapshot, shop: WholeShop) {
  const isShown = rates.rows_mode ? () => true : ({ id }: { id: string }) => (shownTypes(shop) as string[]).includes(id);
  const sold = pricedRows(rates, 'sell').filter(isShown);
  return {
    rows: sold.length > 0 ? sold : pricedRows(rates, 'sell'),
    bought: pricedRows(rates, 'buy').filter(({ metal }) => metal === 'gold'),
    fine: finePrice(rates),
  };
}

/** What the row is called by which old gold is bought; empty for what is tested. */
export function titleOfOld({ by, row }: OldDraft, bought: readonly RowWithPrice[]): string {
  const found = by === 'row' ? rowOf(bought, row) : undefined;
  return found ? found.title || metalName(found.metal, found.fineness) : '';
}

/** What the shop gives for a gram of fine gold, by its rates; undefined without a price. */
export function finePrice(rates: PriceSnapshot): string | undefined {
  const buy = rates.gold_24k?.buy;
  return typeof buy === 'number' ? pricePerGram(buy, marketRows.gold_24k.unitGrams) : undefined;
}

const text = (typed: TypedNumber) => String(typed).trim();
const orZero = (typed: TypedNumber) => text(typed) || '0';

/** Nothing is charged for a piece before it is weighed, and no line shows it. */
export function isWeighed({ gross_grams }: { readonly gross_grams: string }): boolean {
  return Number(gross_grams) !== 0;
}

/** The contract's form of a draft. What has no row has no price, for which the estimate is refused. */
export function inputOf(
  draft: EstimateDraft,
  { rows, bought, fine }: { rows: readonly RowWithPrice[]; bought: readonly RowWithPrice[]; fine: string | undefined },
  { gst_percent, making_gst_percent, hallmark_charge }: EstimateTerms,
): EstimateInput {
  const priceOf = (row?: RowWithPrice) => ({ price: String(row?.price ?? ''), unit_grams: String(row?.unit_grams ?? '') });
  return {
    pieces: draft.pieces.map((piece) => {
      const row = rowOf(rows, piece.row);
      const gross_grams = orZero(piece.gross);
      const charged = isWeighed({ gross_grams }) ? orZero : () => '0';
      return {
        ...{ metal: row?.metal ?? 'gold', fineness: String(row?.fineness ?? ''), ...priceOf(row) },
        ...{ gross_grams, stone_grams: orZero(piece.stone) },
        wastage: { mode: piece.wastageMode, percent: orZero(piece.wastage) },
        making: { mode: piece.makingMode, value: charged(piece.making), discount_percent: orZero(piece.makingDiscount) },
        ...{ stones: charged(piece.stones), other: charged(piece.other), hallmark_pieces: charged(piece.hallmarks) },
      };
    }),
    bill_discount: orZero(draft.discount),
    gst: {
      ...{ basis: draft.basis, as: draft.as },
      ...{ percent: String(gst_percent), making_percent: String(making_gst_percent) },
    },
    hallmark: {
      mode: draft.hallmarkMode,
      ...{ gold: String(hallmark_charge.gold), silver: String(hallmark_charge.silver) },
      service_percent: String(limits.estimate.servicePercent),
    },
    old: draft.old.map((old) => {
      const grams = orZero(old.grams);
      if (old.by === 'row') {
        return { grams, ...priceOf(rowOf(bought, old.row)), deduction_percent: orZero(old.deduction) };
      }
      // Without a price, or untested, gold that is weighed is refused: the price of nothing would be a wrong one.
      const price_per_gram = text(old.price) || fine;
      const tested_percent = text(old.tested) || (Number(grams) === 0 ? '0' : undefined);
      return { grams, tested_percent, dust_percent: orZero(old.dust), price_per_gram };
    }),
    paid: orZero(draft.paid),
  };
}

/**
 * The chosen row; undefined where the board doesn't have it, or has no price for it. No other row takes its place, which would change the
 * metal or purity of what was weighed.
 */
export function rowOf<R extends { readonly id: string }>(rows: readonly R[], id: string): R | undefined {
  return rows.find((row) => row.id === id);
}

/** The estimate, and what is wrong with what was typed, by the path of the field. */
export interface Worked {
  /** Null where it can't be worked out. */
  readonly estimate: Estimate | null;
  readonly errors: Readonly<Record<string, string | undefined>>;
}

/** `labels` are what the fields are called, by the last part of their paths. */
export function worked(draft: EstimateDraft, input: EstimateInput, labels: Readonly<Record<string, string>>): Worked {
  const ofTexts = { ...huidFaults(draft.pieces), ...customerFault(draft) };
  try {
    return { estimate: estimate(input), errors: ofTexts };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = (error.details ?? []).map(({ path, message }) => [path, fieldText(labels[path.split('.').pop()!], message)]);
    return { estimate: null, errors: { ...ofTexts, ...(Object.fromEntries(faults) as Record<string, string>) } };
  }
}

function customerFault({ customer }: EstimateDraft): Worked['errors'] {
  const most = limits.estimate.customer;
  return normalText(customer).length > most
    ? { customer: fieldText(estimateTexts.customer, `must have at most ${most} characters`) }
    : {};
}

/** A field that can't be read says so itself. */
export function errorAt(errors: Worked['errors'], path: string, typed: TypedNumber): string | undefined {
  return isUnread(typed) ? undefined : errors[path];
}
