import { Estimate, EstimateInput, normalText, PriceSnapshot } from '@sarafa/contracts';
import { estimate, KOLKATA_OFFSET, kolkataDayNumber } from '@sarafa/domain';
import { z } from 'zod';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { nextNumber } from './document-number.js';
import { type EstimateDraft, isWeighed, type RowWithPrice, rowOf, titleOfOld } from './estimate-draft.js';
import { huidsOf } from './huids.js';
import { Region } from './region.js';

/** Not by names of their own, of which each would be bytes in every board's script. */
const { state, source, lastUpdated, rate_list, held } = PriceSnapshot.shape;
const instant = lastUpdated;

/** An estimate as it was given to a customer. It has no words of a language but names. */
export const EstimateDocument = z.object({
  number: z.string(),
  made_at: instant,
  valid_until: instant,
  shop_name: z.string(),
  city: z.string(),
  /** Empty where none was typed. */
  customer: z.string(),
  region: Region.catch('other'),
  rates: z.object({
    ...{ state, source, lastUpdated, rate_list, held },
    /** Whether the server couldn't be asked for newer ones. */
    isLost: z.boolean(),
  }),
  /** Beside those of `input`, which are in the same order. */
  pieces: z.array(
    z.object({
      age: z.enum(['stale', 'delayed']).optional(),
      huids: z.array(z.string()),
      /** Of a row that the shop has given one. */
      title: z.string().optional(),
    }),
  ),
  /** What the rows are called that old gold is bought by; empty for what is tested. */
  old_titles: z.array(z.string()).default([]),
  input: EstimateInput,
  estimate: Estimate,
});
export type EstimateDocument = z.infer<typeof EstimateDocument>;

interface DocumentInput {
  readonly shop: WholeShop;
  readonly rates: PriceSnapshot;
  readonly isLost: boolean;
  readonly draft: EstimateDraft;
  readonly rows: readonly RowWithPrice[];
  /** At which the shop buys. */
  readonly bought: readonly RowWithPrice[];
  /** Of the draft, without faults. */
  readonly input: EstimateInput;
}

/** Makes a document, with the next number, of what is weighed. */
export function documentOf({ shop, rates, isLost, draft, rows, bought, input }: DocumentInput, now: number): EstimateDocument {
  const { state, source, lastUpdated, rate_list = null, held: holding = null } = rates;
  // A hold that has ended while the server couldn't be asked holds nothing any more.
  const held = holding && Date.parse(holding.until) > now ? holding : null;
  const isShown = draft.pieces.map((_, place) => isWeighed(input.pieces[place]!));
  const shown = { ...input, pieces: input.pieces.filter((_, place) => isShown[place]) };
  const pieces = draft.pieces
    .filter((_, place) => isShown[place])
    .map((piece) => ({ age: rowOf(rows, piece.row)?.age, huids: huidsOf(piece), title: rowOf(rows, piece.row)?.title }));
  const old_titles = draft.old.map((one) => titleOfOld(one, bought));
  const customer = normalText(draft.customer);
  return {
    ...{ number: nextNumber(shop.id, now), made_at: new Date(now).toISOString(), valid_until: validUntil(now, held) },
    ...{ shop_name: shop.shop_name, city: rates.city, customer, region: draft.region, pieces, old_titles },
    rates: { state, source, lastUpdated, rate_list, held, isLost },
    ...{ input: shown, estimate: estimate(shown) },
  };
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The end of the hold, else the last minute of the day in Asia/Kolkata. */
function validUntil(now: number, held: PriceSnapshot['held']): string {
  const endOfDay = (kolkataDayNumber(now) + 1) * DAY - KOLKATA_OFFSET - MINUTE;
  return new Date(held ? held.until : endOfDay).toISOString();
}
