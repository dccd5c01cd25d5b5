import { DayPart, type LandedDay, type LandedKey } from '@sarafa/contracts';
import {
  landedFromTexts,
  landedKeys,
  type LandedPrices,
  landedTexts,
  type Margins,
  type RowBook,
  rowBook,
  type RowFormula,
} from '@sarafa/domain';
import { byIdentity, byKey } from './derived.js';

/** More than the parts of all days that are shown at one time. */
const KEPT_BOOKS = 1_000;
/** More than the formulas of a provider's rows. */
const KEPT_ROWS = 1_000;

/** The landed prices of one part of a day. */
interface Part {
  readonly name: DayPart;
  readonly book: RowBook;
  /** The prices that were then what they are now, which needn't be computed twice: a new high is the price of now. */
  readonly isNow: ReadonlySet<LandedKey>;
}

/** A part of a day, for one formula. */
interface PartOfRow {
  readonly name: DayPart;
  readonly book: RowBook;
  /** Whether the row's price was then what it is now. */
  readonly isNow: boolean;
}

interface DayOf {
  readonly parts: readonly Part[];
  /** By the formulas' keys, because thousands of shops ask for the same few at each quote; null for rows without a day. */
  readonly rows: Map<string, readonly PartOfRow[] | null>;
}

/** A day, and the landed prices of now that its prices stand beside. */
export interface PricedDay {
  readonly day: LandedDay | null;
  readonly landed: LandedPrices;
  readonly book: RowBook;
}

/**
 * The prices of a row in the course of a day, as JSON; `null` where the day has none. `now` is the row's price. The previous close
 * alone may be missing: on the first day.
 */
export function dayJson({ day, landed, book: present }: PricedDay, formula: RowFormula, margins: Margins, now: number): string {
  if (!day) return 'null';
  const { parts, rows } = dayOf(day, landed);
  let ofRow = rows.get(formula.key);
  if (ofRow === undefined) {
    if (rows.size >= KEPT_ROWS) rows.clear();
    rows.set(formula.key, (ofRow = partsOfRow(parts, present, formula)));
  }
  if (ofRow === null) return 'null';
  let json = '';
  for (const { name, book, isNow } of ofRow) {
    const price = isNow ? now : book.priceOf(formula, margins);
    if (price === null && name !== 'previousClose') return 'null';
    json += `${json ? ',' : '{'}"${name}":${price}`;
  }
  return `${json}}`;
}

function partsOfRow(parts: readonly Part[], present: RowBook, formula: RowFormula): PartOfRow[] | null {
  const key = present.keyOf(formula);
  const keys = Object.fromEntries(parts.map(({ name, book }) => [name, book.keyOf(formula)]));
  // Where a list had a buy price for a part of the day, the dearest and the cheapest one depend on the shop's margins.
  if (keys['high'] !== keys['low']) return null;
  return parts.map(({ name, book, isNow }) => ({
    name,
    book,
    isNow: key !== undefined && isNow.has(key) && keys[name] === key,
  }));
}

const dayOf = byIdentity((day: LandedDay, landed: LandedPrices): DayOf => {
  const now = landedTexts(landed);
  const parts = DayPart.options.map((name): Part => {
    const isSame = (key: LandedKey) => JSON.stringify(day[name][key]) === JSON.stringify(now[key]);
    return { name, book: bookOf(day[name]), isNow: new Set(landedKeys(landed).filter(isSame)) };
  });
  return { parts, rows: new Map() };
});

/** By their landed prices, because most parts of a day stay as they are from quote to quote. `dayOf` holds those that are shown. */
const books = byKey<RowBook>(KEPT_BOOKS);
const bookOf = (landed: LandedDay[DayPart]) => books(JSON.stringify(landed), () => rowBook(landedFromTexts(landed)));
