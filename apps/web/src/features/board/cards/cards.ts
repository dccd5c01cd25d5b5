import { type CustomTable, entriesOf, boardLimits, type OfferedType, offeredTypes, type PricedRow } from '@sarafa/contracts';
import { groupRupees, shownTypes } from '@sarafa/domain';
import { type CardTitle, cardTitle, english, isOtherSide, isSample, type Messages, splitTitle } from '@sarafa/words';
import { type ChangeOfDay, dayChangeOf } from '../../../shared/day-change.js';
import { type BoardState, figureKey, type Flash, ownRows } from '../board-state.js';

/** The coloured bar beside a card's name: its metal, or none for a custom row. */
type Look = '24' | '22' | '18' | 'ag' | 'pt' | 'row';

/** One price of a card. */
export interface Figure {
  readonly key: string;
  /** The word for selling or buying where a customer would otherwise take one for the other; else empty. */
  readonly side: string;
  /** Rupees; null where no source and no list has a rate. */
  readonly price: number | null;
  readonly flash: Flash | undefined;
}

export interface Card {
  readonly key: string;
  readonly look: Look;
  readonly name: string;
  /** `(10g)`; empty for a row without a unit. */
  readonly unit: string;
  /** How the rate stands where it is older than the others of the board; else empty. */
  readonly age: string;
  /** One price, or what the shop sells for and what it buys for. */
  readonly figures: readonly Figure[];
  /** By how many rupees the price, of a pair the sell price, has changed today, or that its duty has; undefined where the board doesn't say it. */
  readonly change: ChangeOfDay | undefined;
  /** The same in the board's second language, where it has one. */
  readonly other?: Card | undefined;
  /** Of the words, as BCP 47 tag. */
  readonly lang: string;
}

const LOOKS: Record<OfferedType, Look> = { gold_24k: '24', gold_22k: '22', gold_18k: '18', silver: 'ag' };

/** Whether the board shows rates of the market. */
export function hasMarket(state: Pick<BoardState, 'profile' | 'prices'>): boolean {
  return (ownRows(state.prices) ?? marketTypes(state)).length > 0;
}

/** The market's standard types that this board shows; all of them while the shop isn't known. */
function marketTypes({ profile }: Pick<BoardState, 'profile'>): OfferedType[] {
  return profile ? shownTypes(profile) : offeredTypes;
}

/**
 * The board's cards in their order: the shop's own list or 24K, 22K, 18K and silver, then its custom rows (rule 8.2). Each has the
 * words of `second` too (rule 8.19).
 */
export function boardCards(state: BoardState, messages = english, second?: Messages): Card[] {
  const others = second && cardsIn(state, second);
  return cardsIn(state, messages).map((card, index) => ({ ...card, other: others?.[index] }));
}

function cardsIn(state: BoardState, messages: Messages): Card[] {
  const { prices, customTables, flashes } = state;
  const own = ownRows(prices);
  const market = prices ? entriesOf(prices.snapshot, marketTypes(state)) : [];
  const changeOf = changesOf(state);
  const cards: Omit<Card, 'lang'>[] = [
    ...(own
      ? pairs(own).map((rows) => ownCard(rows, state, changeOf, messages))
      : market.map(([type, { sell }]) => ({
          ...card(type, LOOKS[type], messages.labels[type], sell, flashes[type]),
          change: changeOf(prices?.snapshot.rows?.find(({ id }) => id === type)),
        }))),
    ...customTables.rows.map(({ id, title, price }: CustomTable) => card(id, 'row', splitTitle(title), price, flashes[id])),
  ];
  return cards.map((card) => ({ ...card, lang: messages.lang }));
}

/** A price with all that it needs where there are no cards. */
export interface Line extends Omit<Card, 'figures' | 'change' | 'other'>, Figure {
  readonly other: Line | undefined;
}

/** The prices of cards, each by itself. */
export function boardLines(cards: readonly Card[]): Line[] {
  return cards.flatMap(({ figures, other, ...card }) => {
    const others = other && boardLines([other]);
    return figures.map((figure, index) => ({
      ...{ ...card, ...figure, other: others?.[index] },
      unit: figure.side ? `${card.unit} ${figure.side}`.trim() : card.unit,
    }));
  });
}

/** Longer lists come in pages (rule 8.4). */
export function pagesOf<T>(cards: readonly T[]): T[][] {
  const pages: T[][] = [];
  for (let at = 0; at < cards.length; at += boardLimits.boardPage.cards)
    pages.push(cards.slice(at, at + boardLimits.boardPage.cards));
  return pages;
}

function card(key: string, look: Look, { name, unit }: CardTitle, price: Figure['price'], flash?: Flash): Omit<Card, 'lang'> {
  return { key, look, name, unit, age: '', figures: [{ key, side: '', price, flash }], change: undefined };
}

type ChangeOf = (row: PricedRow | undefined) => ChangeOfDay | undefined;

/** The changes of the day (rule 8.16). Rates that are old, unconfirmed or samples have none. */
function changesOf({ profile, prices }: BoardState): ChangeOf {
  const isSaid =
    profile?.show_day_change && prices?.isConfirmed && prices.snapshot.state !== 'stale' && !isSample(prices.snapshot);
  return (row) => (isSaid ? (row ? dayChangeOf(row) : 0) : undefined);
}

/** Sell and buy of the same thing stand in one card where one follows the other (rule 8.14). */
function pairs(rows: readonly PricedRow[]): PricedRow[][] {
  const cards: PricedRow[][] = [];
  for (const row of rows) {
    const last = cards[cards.length - 1];
    if (last && last.length === 1 && isOtherSide(last[0]!, row)) last.push(row);
    else cards.push([row]);
  }
  return cards;
}

function ownCard(
  rows: readonly PricedRow[],
  { prices, flashes }: BoardState,
  changeOf: ChangeOf,
  messages: Messages,
): Omit<Card, 'lang'> {
  const [first] = rows as [PricedRow];
  const { state } = first;
  const isOlder = state === 'stale' || state === 'delayed';
  return {
    ...{ key: figureKey(first), look: lookOf(first), ...cardTitle(first, messages) },
    age: isOlder && state !== prices?.snapshot.state ? messages.rowAge[state] : '',
    figures: rows.map((row) => {
      const key = figureKey(row);
      const isPlain = rows.length === 1 && row.side === 'sell';
      return { key, side: isPlain ? '' : messages.sides[row.side], price: row.price, flash: flashes[key] };
    }),
    change: changeOf(rows.find(({ side }) => side === 'sell') ?? first),
  };
}

function lookOf({ metal, fineness }: PricedRow): Look {
  if (metal !== 'gold') return metal === 'silver' ? 'ag' : 'pt';
  return fineness > 916 ? '24' : fineness > 750 ? '22' : '18';
}

/** Changes with everything that affects the layout: a new price of the same length as it is drawn doesn't. */
export function fitSignature(cards: readonly Card[], others: readonly (string | boolean)[]): string {
  const lengthOf = (rupees: number) => groupRupees(rupees).length;
  const texts = cards.map(({ name, unit, age, figures, change, other }) => [
    ...[
      name,
      unit,
      age,
      change && change !== 'duty' ? lengthOf(Math.abs(change)) : change,
      other?.name,
      other?.unit,
      other?.age,
    ],
    ...figures.map(({ side, price }) => side + (price === null ? '' : lengthOf(price))),
  ]);
  return JSON.stringify([texts, others]);
}
