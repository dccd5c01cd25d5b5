import { type CustomTable, entriesOf, type PricedRow, type PriceSnapshot, type ShownBoard } from '@sarafa/contracts';
import { groupRupees, kolkataTime, shownTypes } from '@sarafa/domain';
import {
  type CardTitle,
  cardTitle,
  digits,
  fixedWords,
  isOtherSide,
  isSample,
  kolkataDate,
  kolkataRecently,
  type Messages,
  say,
  splitTitle,
  withDigits,
} from '@sarafa/words';
import { allLanguages } from '@sarafa/words/all';
import type { SaidPrice } from './rate-card.schema.js';

/** The bar beside a row: its metal's, or that of a row which the shop prices itself. */
export type CardLook = 'gold' | 'silver' | 'platinum' | 'own';

export interface CardRow extends CardTitle {
  /** The same for a row whose price may be compared with that of another card. */
  readonly key: string;
  readonly look: CardLook;
  /** Rupees; null where there is no rate. */
  readonly price: number | null;
  /** `₹1,57,821`, or that there is no rate. */
  readonly figure: string;
  /** How the rate stands where it is older than the others; else empty. */
  readonly age: string;
}

/** All that a card says, but for the changes. It depends on nothing else: two cards of one content are equal. */
export interface CardContent {
  readonly lang: string;
  /** Made-up rates are compared with nothing, and nothing with them. */
  readonly isSample: boolean;
  /** The first of the ten digits that figures are in. */
  readonly zero: string;
  readonly name: string;
  /** `/media/...`; empty for none. */
  readonly logo: string;
  readonly rows: readonly CardRow[];
  /** Date and time of the rate. */
  readonly date: string;
  readonly time: string;
  /** What is to be said large of rates that are neither live nor fixed by the shop. */
  readonly warning: { readonly word: string; readonly sub: string } | null;
  /** Whose the rates are, or since when and until when they are held; empty for the market's. */
  readonly standing: string;
  readonly basis: string;
}

/** What a board shows, in the words and digits of its first language. */
export function cardContent({ dashboard, prices, customTables }: ShownBoard): CardContent {
  const language = dashboard.language ?? 'en';
  const messages = withDigits(allLanguages[language], language !== 'en' && dashboard.numerals === 'native');
  const at = Date.parse(prices.lastUpdated);
  const fixed = fixedWords(prices, undefined, messages);
  return {
    lang: messages.lang,
    isSample: isSample(prices),
    zero: messages.zero,
    name: dashboard.shop_name || messages.defaultShopName,
    logo: dashboard.logo_url,
    rows: [...rowsOf(dashboard, prices, messages), ...customTables.map((row) => customRow(row, messages))],
    date: kolkataDate(at, messages),
    time: digits(kolkataTime(at), messages),
    warning: warningOf(prices, kolkataRecently(at, undefined, messages), messages),
    standing: fixed ? [fixed.word, fixed.sub].filter(Boolean).join('. ') : '',
    basis: prices.city ? say(messages.basisOfCity, { city: prices.city }) : messages.basis,
  };
}

/** The prices that a later card is compared with. */
export function saidPrices({ rows }: CardContent): SaidPrice[] {
  return rows.flatMap(({ key, price }) => (price === null ? [] : { key, price }));
}

/** Whether the market, a list or the shop has a price for any of the rows. */
export function hasRate({ rows }: CardContent): boolean {
  return rows.some(({ look, price }) => look !== 'own' && price !== null);
}

function rowsOf(shop: ShownBoard['dashboard'], prices: PriceSnapshot, messages: Messages): CardRow[] {
  if (prices.rows_mode === 'own' && prices.rows) return prices.rows.map((row, _, all) => ownRow(row, all, prices, messages));
  return entriesOf(prices, shownTypes(shop)).map(([type, { sell }]) => ({
    ...messages.labels[type],
    ...{ key: type, look: type === 'silver' ? 'silver' : 'gold', age: '' },
    ...priced(sell, messages),
  }));
}

function ownRow(row: PricedRow, all: readonly PricedRow[], { state }: PriceSnapshot, messages: Messages): CardRow {
  const { id, metal, fineness, unit_grams, side, price } = row;
  const title = cardTitle(row, messages);
  // As on a board: a plain list of prices to buy at needs no word for each.
  const needsSide = side === 'buy' || all.some((other) => isOtherSide(row, other));
  const unit = needsSide ? `${title.unit} ${messages.sides[side]}`.trim() : title.unit;
  const isOlder = (row.state === 'stale' || row.state === 'delayed') && row.state !== state;
  return {
    ...{ name: title.name, unit, key: [id, metal, fineness, unit_grams, side].join(' '), look: metal },
    age: isOlder && row.state !== 'unavailable' ? messages.rowAge[row.state as 'stale' | 'delayed'] : '',
    ...priced(price, messages),
  };
}

function customRow({ id, title, price }: CustomTable, messages: Messages): CardRow {
  return { ...splitTitle(title), key: `${id} ${title}`, look: 'own', age: '', ...priced(price, messages) };
}

function priced(price: number | null, messages: Messages): Pick<CardRow, 'price' | 'figure'> {
  return { price, figure: price === null ? messages.noRate : digits(`₹${groupRupees(price)}`, messages) };
}

function warningOf(prices: PriceSnapshot, time: string, messages: Messages): CardContent['warning'] {
  const { state: words } = messages;
  if (isSample(prices)) return { word: words.sample, sub: `${say(words.asOf, { time })}. ${words.notForTrade}` };
  switch (prices.state) {
    case 'delayed':
      return { word: words.delayed, sub: say(words.lastRate, { time }) };
    case 'closed':
      return { word: words.closed, sub: say(words.rateOf, { time }) };
    case 'stale':
      return { word: say(words.asOf, { time }), sub: words.lateList };
    default:
      return null;
  }
}
