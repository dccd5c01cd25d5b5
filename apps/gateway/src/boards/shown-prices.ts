import { createHash } from 'node:crypto';
import {
  DayPart,
  DETAILED_SOURCE,
  type Hold,
  type ImportDuty,
  type LandedDay,
  type LandedKey,
  limits,
  metalsWithoutRow,
  type RateRow,
  type RateRows,
  type Rates,
  SAMPLE_SOURCE,
  type ShownState,
  standardRows,
} from '@sarafa/contracts';
import {
  landedFromTexts,
  landedKeys,
  type LandedPrices,
  landedTexts,
  type Margins,
  NO_MARGINS,
  type RowBook,
  rowBook,
  type RowFormula,
  rowFormula,
  type StatesWithoutRow,
} from '@sarafa/domain';
import { Answer, asciiJson } from './answer.js';
import { byIdentity, byKey } from './derived.js';
import type { BaseRates } from './base-rates.js';

/** What the prices of a shop have beside the market: thousands of shops with the same of it share their answers. */
export interface PriceGroup {
  readonly margins: Margins;
  readonly city: string;
  /** The shops' own rows; undefined for the standard ones. */
  readonly ownRows: ShownRows | undefined;
}

/**
 * The answer of `/prices/user/{id}`, a `PriceSnapshot`, kept with its subject: the group, or the one shop's hold. `statesWithoutRow` are
 * given where the group has rows of metals that `state` isn't of. JSON is put together from texts that are kept, which takes half
 * the time of `JSON.stringify`.
 */
export const shownPrices = byIdentity(
  (
    _subject: PriceGroup | Hold,
    { margins, city, ownRows }: PriceGroup,
    base: BaseRates,
    state: ShownState,
    statesWithoutRow: StatesWithoutRow<ShownState> | undefined,
    day: LandedDay | null,
  ): Answer => {
    const { rateBook, rowBook, landed, dutyChanged, seq, rateList, held } = base;
    const context: RowsContext = { margins, state, statesWithoutRow, day: { day, landed, book: rowBook }, dutyChanged };
    let rows: string[];
    if (ownRows) rows = ownRows.rows.map((row) => rowJson(row, rowBook.priceOf(row.formula, margins), context));
    else {
      const rates = rateBook.ratesFor(margins);
      rows = STANDARD.map((row) => rowJson(row, rates[row.type].sell, context));
    }
    const special = `"seq":${seq},"rate_list":${asciiJson(rateList)},"held":${asciiJson(held)}`;
    const mode = ownRows ? '"rows_mode":"own",' : '';
    return new Answer(
      `{${rateBook.ratesJsonFor(margins)},${origin(base, state, city)},${special},${mode}"rows":[${rows.join(',')}]}`,
    );
  },
);

/** The answer of `/prices/detailed`: with duty and without margins. */
export const detailedPrices = byIdentity((base: BaseRates, state: ShownState): Answer => {
  const source = base.isSample ? SAMPLE_SOURCE : DETAILED_SOURCE;
  return new Answer(`{${base.rateBook.ratesJsonFor(NO_MARGINS)},${origin({ ...base, source }, state, limits.city)}}`);
});

/** The source of the rates, and their state. The same for all shops of a city, so it is mostly serialised once. */
const origin = byIdentity(
  ({ at, source, duty }: Pick<BaseRates, 'at' | 'source' | 'duty'>, state: ShownState, city: string): string =>
    asciiJson({ lastUpdated: at, updated_at: at, source, city, stale: state === 'stale', state, duty: told(duty) }).slice(
      1,
      -1,
    ),
);

/** `changed` is what pricing tells gateways. */
function told(duty: ImportDuty | null): ImportDuty | undefined {
  if (!duty) return undefined;
  const { changed: _, ...said } = duty;
  return said;
}

/** What stays of a row from quote to quote. */
interface ShownRow {
  /** The row as JSON up to its price. */
  readonly beginning: string;
  readonly formula: RowFormula;
  /** Whether the state of its metal isn't that of the whole answer. */
  readonly isMetalWithoutRow: boolean;
}

/** The rows of a list that are shown. */
interface ShownRows {
  readonly rows: readonly ShownRow[];
  readonly hasMetalWithoutRow: boolean;
  /** The same for lists that show the same rows. */
  readonly key: string;
}

export const shownRowsOf = byIdentity((list: RateRows): ShownRows => {
  const rows = list.rows.filter((row) => row.shown).map(shownRow);
  // Short, because it is looked up for ten thousand boards at once.
  const key = createHash('sha256')
    .update(JSON.stringify(rows.map(({ beginning, formula }) => [beginning, formula.key])))
    .digest('base64url');
  return { rows, hasMetalWithoutRow: rows.some(({ isMetalWithoutRow }) => isMetalWithoutRow), key };
});

const STANDARD = standardRows.map((row) => ({ type: row.id as keyof Rates, ...shownRow(row) }));

function shownRow(row: RateRow): ShownRow {
  const { id, title, metal, fineness, unit_grams, side } = row;
  const beginning = `${asciiJson({ id, title, metal, fineness, unit_grams, side }).slice(0, -1)},"price":`;
  return { beginning, formula: rowFormula(row), isMetalWithoutRow: metalsWithoutRow.includes(metal) };
}

/** What all rows of one answer are made from. */
interface RowsContext {
  readonly margins: Margins;
  readonly state: ShownState;
  /** The states of metals that `state` isn't of; without them that is the state of all metals. */
  readonly statesWithoutRow: StatesWithoutRow<ShownState> | undefined;
  /** What prices are compared with. */
  readonly day: PricedDay;
  readonly dutyChanged: ReadonlySet<string>;
}

/** A row with its price, as JSON. Where nothing prices the row, its price is null and there are no prices to compare it with. */
function rowJson({ beginning, formula, isMetalWithoutRow }: ShownRow, price: number | null, context: RowsContext): string {
  if (price === null) return `${beginning}null,"state":"unavailable","day":null}`;
  const { margins, statesWithoutRow, day, dutyChanged } = context;
  // A metal whose state isn't known must not look live.
  const state = isMetalWithoutRow && statesWithoutRow ? (statesWithoutRow[formula.metal] ?? 'stale') : context.state;
  const changed = dutyChanged.has(formula.metal) ? ',"duty_changed":true' : '';
  return `${beginning}${price},"state":"${state}","day":${dayJson(day, formula, margins, price)}${changed}}`;
}

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
interface PricedDay {
  readonly day: LandedDay | null;
  readonly landed: LandedPrices;
  readonly book: RowBook;
}

/**
 * The prices of a row in the course of a day, as JSON; `null` where the day has none. `now` is the row's price. The previous close
 * alone may be missing: on the first day.
 */
function dayJson({ day, landed, book: present }: PricedDay, formula: RowFormula, margins: Margins, now: number): string {
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
