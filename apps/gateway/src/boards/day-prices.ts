import { DayPart, type LandedDay } from '@sarafa/contracts';
import { eachPart, landedFromTexts, type Margins, type RowBook, rowBook, type RowFormula } from '@sarafa/domain';

/** More than the parts of all days that are shown at one time. */
const KEPT_BOOKS = 1_000;

const days = new WeakMap<LandedDay, Record<DayPart, RowBook>>();
/** By their landed prices, because most parts of a day stay as they are from quote to quote. */
const books = new Map<string, RowBook>();

/** The prices of a row in the course of a day, as JSON; `null` where the day has none. */
export function dayJson(day: LandedDay | null, formula: RowFormula, margins: Margins): string {
  if (!day) return 'null';
  const parts = booksOf(day);
  const prices = DayPart.options.map((part) => {
    const price = parts[part].priceOf(formula, margins);
    return price === null ? null : `"${part}":${price}`;
  });
  return prices.includes(null) ? 'null' : `{${prices.join(',')}}`;
}

function booksOf(day: LandedDay): Record<DayPart, RowBook> {
  let parts = days.get(day);
  if (!parts) days.set(day, (parts = eachPart((part) => bookOf(day[part]))));
  return parts;
}

function bookOf(landed: LandedDay[DayPart]): RowBook {
  const key = JSON.stringify(landed);
  let book = books.get(key);
  if (!book) {
    if (books.size >= KEPT_BOOKS) books.clear();
    books.set(key, (book = rowBook(landedFromTexts(landed))));
  }
  return book;
}
