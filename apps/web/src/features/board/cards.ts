import { type CustomTable, entriesOf, limits, type OfferedType, offeredTypes } from '@sarafa/contracts';
import { shownTypes } from '@sarafa/domain';
import { boardTexts } from '../../shared/texts/board-texts.js';
import type { BoardState, Move } from './board-state.js';

/** The coloured bar beside a card's name: its metal, or none for a custom row. */
type Look = '24' | '22' | '18' | 'ag' | 'row';

export interface Card {
  readonly key: string;
  readonly look: Look;
  readonly name: string;
  /** `(10g)`; empty for a row without a unit. */
  readonly unit: string;
  /** Rupees. */
  readonly price: number;
  readonly move: Move | undefined;
}

const LOOKS: Record<OfferedType, Look> = { gold_24k: '24', gold_22k: '22', gold_18k: '18', silver: 'ag' };

/** The market's types that this board shows; all of them while the shop isn't known. */
export function marketTypes({ profile }: Pick<BoardState, 'profile'>): OfferedType[] {
  return profile ? shownTypes(profile) : offeredTypes;
}

/** The board's cards in their order: 24K, 22K, 18K, silver, then the shop's own rows (rule 8.2). */
export function boardCards(state: BoardState): Card[] {
  const { prices, customTables, moves } = state;
  const market = prices ? entriesOf(prices.snapshot, marketTypes(state)) : [];
  return [
    ...market.map(([type, { sell }]) => marketCard(type, sell, moves[type])),
    ...customTables.rows.map((row) => rowCard(row, moves[row.id])),
  ];
}

/** Longer lists come in pages (rule 8.4). */
export function pagesOf<T>(cards: readonly T[]): T[][] {
  const pages: T[][] = [];
  for (let at = 0; at < cards.length; at += limits.boardPage.cards) pages.push(cards.slice(at, at + limits.boardPage.cards));
  return pages;
}

function marketCard(type: OfferedType, price: number, move: Move | undefined): Card {
  const { name, unit } = boardTexts.labels[type];
  return { key: type, look: LOOKS[type], name, unit, price, move };
}

function rowCard({ id, title, price }: CustomTable, move: Move | undefined): Card {
  return { key: id, look: 'row', ...splitTitle(title), price, move };
}

/** A short bracket at the end of a title is the unit: `Gold Coin 24K (8g)`. */
function splitTitle(title: string): { name: string; unit: string } {
  const match = /^(.*\S)\s*(\([^()]{1,12}\))\s*$/.exec(title);
  return match ? { name: match[1]!, unit: match[2]! } : { name: title, unit: '' };
}
