import { type CustomTable, limits, type PriceType } from '@sarafa/contracts';
import { shownTypes } from '@sarafa/domain';
import { boardTexts } from '../../shared/texts/board-texts.js';
import type { BoardState, Move } from './board-state.js';

/** What lies beside a card's name: a sliver of its metal, none for a row the shop prices itself. */
type Metal = '24' | '22' | '18' | 'ag' | 'row';

export interface Card {
  readonly key: string;
  readonly metal: Metal;
  readonly name: string;
  /** `(10g)`; empty for a row without one. */
  readonly unit: string;
  /** Rupees. */
  readonly price: number;
  readonly move: Move | undefined;
}

const METALS: Record<PriceType, Metal> = { gold_24k: '24', gold_22k: '22', gold_18k: '18', silver: 'ag' };
const ALL_ON = {
  gold_prices_enabled: true,
  silver_prices_enabled: true,
  gold_24k_enabled: true,
  gold_22k_enabled: true,
  gold_18k_enabled: true,
  silver_enabled: true,
};

/** The market's types that this board shows; all four while the shop isn't known. */
export function marketTypes({ profile }: Pick<BoardState, 'profile'>): PriceType[] {
  return shownTypes(profile ?? ALL_ON);
}

/** The board's cards in their order: 24K, 22K, 18K, silver, then the shop's own rows (rule 8.2). */
export function boardCards(state: BoardState): Card[] {
  const { prices, customTables, moves } = state;
  const market = prices ? marketTypes(state).map((type) => marketCard(type, prices.snapshot[type].sell, moves[type])) : [];
  return [...market, ...customTables.rows.map((row) => rowCard(row, moves[row.id]))];
}

/** Longer lists come in pages (rule 8.4). */
export function pagesOf<T>(cards: readonly T[]): T[][] {
  const pages: T[][] = [];
  for (let at = 0; at < cards.length; at += limits.boardPage.cards) pages.push(cards.slice(at, at + limits.boardPage.cards));
  return pages;
}

function marketCard(type: PriceType, price: number, move: Move | undefined): Card {
  const { name, unit } = boardTexts.labels[type];
  return { key: type, metal: METALS[type], name, unit, price, move };
}

function rowCard({ id, title, price }: CustomTable, move: Move | undefined): Card {
  return { key: id, metal: 'row', ...splitTitle(title), price, move };
}

/** A short bracket at a title's end is its unit: `Gold Coin 24K (8g)`. */
function splitTitle(title: string): { name: string; unit: string } {
  const match = /^(.*\S)\s*(\([^()]{1,12}\))\s*$/.exec(title);
  return match ? { name: match[1]!, unit: match[2]! } : { name: title, unit: '' };
}
