import { DayPart, type LandedDay, type LandedKey, type Metal } from '@sarafa/contracts';
import { tickStart } from './clock-ticks.js';
import { KOLKATA_OFFSET, kolkataDayNumber } from './formats.js';
import {
  compareLanded,
  isListedBuy,
  landedFromTexts,
  landedKeys,
  type LandedPrice,
  type LandedPrices,
  landedTexts,
  NEARLY_PURE,
  PURE,
  rowSource,
} from './landed.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Landed prices, and since when a quote has them. Times are in milliseconds since 1970. */
interface LandedSince {
  readonly landed: LandedPrices;
  readonly acceptedAt: number;
}

/** Accepted prices, and when. */
export interface LandedQuote extends LandedSince {
  /** The provider's own time. */
  readonly at: number;
  /** What the same quote lands at from later duties on, oldest first; `acceptedAt` is when the duty begins. */
  readonly laterDuties?: readonly LandedSince[];
}

/** The midnight in Asia/Kolkata with which the day of `now` began. */
export function kolkataMidnight(now: number): number {
  return kolkataDayNumber(now) * DAY_MS - KOLKATA_OFFSET;
}

/**
 * The landed prices of the day of `now` on boards that move every `minutes` (rule 3.21). `quotes` are all that were accepted since
 * midnight and at least one before it if there is any, oldest first; a quote older than `staleAfterMs` isn't kept once there is a
 * fresh one (rule 4.10). Null where nothing was accepted on the day.
 */
export function landedDay(
  quotes: readonly LandedQuote[],
  minutes: number,
  now: number,
  staleAfterMs: number,
): LandedDay | null {
  const midnight = kolkataMidnight(now);
  const today = shownPrices(shownQuotes(quotes, minutes, midnight, now, staleAfterMs), now);
  const [before] = quotes.filter(({ acceptedAt }) => acceptedAt < midnight).slice(-1);
  return today.length > 0 ? dayOf(kolkataDayNumber(now), today, before?.landed) : null;
}

/**
 * A day whose extremes include what is shown now: once a duty has begun, no quote need have come. The same object where nothing
 * changes.
 */
export function dayWith(day: LandedDay, shown: LandedPrices): LandedDay {
  const { high, low } = dayPrices(day);
  const now = landedTexts(shown);
  const beyond = (part: LandedPrices, sign: 1 | -1) =>
    Object.fromEntries(
      landedKeys(shown)
        .filter((key) => part[key] && compareLanded(shown[key]!, part[key]) * sign > 0)
        .map((key) => [key, now[key]!] as const),
    );
  const [above, below] = [beyond(high, 1), beyond(low, -1)];
  if (Object.keys({ ...above, ...below }).length === 0) return day;
  return { ...day, high: { ...day.high, ...above }, low: { ...day.low, ...below } };
}

/** A quote, and since when boards have shown it. */
type ShownQuote = LandedQuote & { readonly from: number };

/** The prices that boards have shown until `now`: a quote costs something else once a duty begins while it is shown. */
function shownPrices(quotes: readonly ShownQuote[], now: number): LandedPrices[] {
  return quotes.flatMap((quote, index) => {
    const until = quotes[index + 1]?.from ?? now + 1;
    const prices = [quote, ...(quote.laterDuties ?? []).filter(({ acceptedAt }) => acceptedAt < until)];
    const before = prices.filter(({ acceptedAt }) => acceptedAt <= quote.from);
    return prices.slice(Math.max(0, before.length - 1)).map(({ landed }) => landed);
  });
}

/** The quotes that were accepted since `midnight` and shown, oldest first. */
function shownQuotes(
  quotes: readonly LandedQuote[],
  minutes: number,
  midnight: number,
  now: number,
  staleAfterMs: number,
): ShownQuote[] {
  const accepted = quotes.filter(({ acceptedAt }) => acceptedAt <= now);
  if (minutes === 1) {
    return accepted.filter(({ acceptedAt }) => acceptedAt >= midnight).map((quote) => ({ ...quote, from: quote.acceptedAt }));
  }
  const shown = new Map<LandedQuote, number>();
  let next = 0;
  for (let tick = midnight; tick <= tickStart(minutes, now); tick += minutes * MINUTE_MS) {
    while (next < accepted.length && accepted[next]!.acceptedAt <= tick) next++;
    const atTick = accepted[next - 1];
    const end = tick + minutes * MINUTE_MS;
    const isOld = atTick && tick - atTick.at > staleAfterMs;
    const fresh = isOld ? freshIn(accepted, next, end, staleAfterMs) : undefined;
    const quote = fresh ?? atTick ?? accepted[next];
    if (quote && quote.acceptedAt >= midnight && !shown.has(quote)) shown.set(quote, Math.max(tick, quote.acceptedAt));
  }
  return [...shown].map(([quote, from]) => ({ ...quote, from }));
}

/** The first from the place `next` on, accepted before `end`, that was no older than `staleAfterMs` then. */
function freshIn(accepted: readonly LandedQuote[], next: number, end: number, staleAfterMs: number): LandedQuote | undefined {
  for (let place = next; place < accepted.length && accepted[place]!.acceptedAt < end; place++) {
    if (accepted[place]!.acceptedAt - accepted[place]!.at <= staleAfterMs) return accepted[place];
  }
  return undefined;
}

/** `before` is what the days before ended with; a metal that wasn't in it has no previous close. */
function dayOf(dayNumber: number, shown: readonly LandedPrices[], before: LandedPrices | undefined): LandedDay {
  const parts = eachPart((): { [K in LandedKey]?: LandedPrice } => ({}));
  const shownMetals = new Set(shown.flatMap(landedKeys).map(metalOf));
  for (const key of before ? landedKeys(before) : []) {
    if (shownMetals.has(metalOf(key))) parts.previousClose[key] = before![key]!;
  }
  for (const key of new Set(shown.flatMap(landedKeys).flatMap(withPure))) {
    const prices = shown.flatMap((landed) => priceIn(landed, key) ?? []);
    const [open] = prices;
    if (!open) continue;
    parts.open[key] = open;
    parts.high[key] = prices.reduce((high, price) => (compareLanded(price, high) > 0 ? price : high));
    // A buy price that isn't listed depends on the shop's margins, so the day of such a row has no extremes that all shops share.
    if (isListedBuy(key) && prices.length < shown.length) continue;
    parts.low[key] = prices.reduce((low, price) => (compareLanded(price, low) < 0 ? price : low));
  }
  return { dayNumber, ...eachPart((part) => landedTexts(parts[part])) };
}

/** What was shown at these prices for what another setting of the list has in its own words. */
function priceIn(landed: LandedPrices, key: LandedKey): LandedPrice | undefined {
  const [, fineness] = key.split(' ');
  if (fineness === undefined) return landed[key];
  const side = isListedBuy(key) ? 'buy' : 'sell';
  const source = rowSource(landed, { metal: metalOf(key), fineness: Number(fineness), side });
  return source && isListedBuy(source.key) === isListedBuy(key) ? source.price : undefined;
}

/** What stands for pure metal for a part of a day may be another price then than by its fineness. */
function withPure(key: LandedKey): LandedKey[] {
  const [metal, fineness, ...side] = key.split(' ');
  return fineness === String(NEARLY_PURE) ? [key, [metal, PURE, ...side].join(' ') as LandedKey] : [key];
}

function metalOf(key: LandedKey): Metal {
  return key.split(' ')[0] as Metal;
}

function dayPrices(day: LandedDay): Record<DayPart, LandedPrices> {
  return eachPart((part) => landedFromTexts(day[part]));
}

/** `value` of each part of a day. */
function eachPart<T>(value: (part: DayPart) => T): Record<DayPart, T> {
  return Object.fromEntries(DayPart.options.map((part) => [part, value(part)])) as Record<DayPart, T>;
}

/** The rates of a list until they are set anew. */
interface EarlierSetting {
  readonly landed: LandedPrices;
  readonly setAt: number;
  /** The day of this setting; null while it isn't known. */
  readonly day: LandedDay | null;
}

/**
 * The day of a list once its rates are set at `now`; `earlier` is its setting before, and none of a new list, whose first day has no
 * previous close.
 */
export function dayOfList(earlier: EarlierSetting | null, set: LandedPrices, now: number): LandedDay {
  const dayNumber = kolkataDayNumber(now);
  if (!earlier) return dayOf(dayNumber, [set], undefined);
  const { landed, setAt, day } = earlier;
  if (day?.dayNumber === dayNumber) {
    const { open, high, low, previousClose } = dayPrices(day);
    return dayOf(dayNumber, [open, high, low, set], previousClose);
  }
  // A list that another release has made today has no day yet.
  return kolkataDayNumber(setAt) < dayNumber ? dayOf(dayNumber, [set], landed) : dayOf(dayNumber, [landed, set], undefined);
}
