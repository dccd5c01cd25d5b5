import { afterEach } from '@jest/globals';
import {
  boardHold,
  boardRateRows,
  EVERY_QUOTE,
  type Hold,
  importDuty,
  type LandedDay,
  marketStatus,
  newShop,
  type PricedRow,
  type Quote,
  type RateRows,
  type ShopProfile,
  standardRows,
  type StateKey,
  type TickQuote,
  tickQuote,
} from '@sarafa/contracts';
import type { StateCache } from '@sarafa/server';
import { MarketClock } from '../boards/market-clock.js';
import { PriceAnswers, type PricedShop } from '../boards/price-answers.js';

export const MINUTE = 60_000;
/** An interval whose tick doesn't come here. */
export const HOLDING = 60 as const;
const STATUS = { updateIntervalMs: 5 * MINUTE, staleAfterMs: 15 * MINUTE, hours: 'always' };
export const DUTY = { goldImportDuty: 5, silverImportDuty: 6, platinumImportDuty: 5, lastUpdated: '1970-01-01T00:00:00.000Z' };
export const PROFILE = { id: 'a'.repeat(24), username: 'shop', ...newShop, subscription_end_date: '2027-01-01T00:00:00.000Z' };
export const END = Date.parse(PROFILE.subscription_end_date);
export const [row] = standardRows as [(typeof standardRows)[0]];
export const platinum = { ...row, id: 'platinum', metal: 'platinum' as const };
export const listOf = (...rows: RateRows['rows']): RateRows => ({ rev: 1, rows_mode: 'own', rows });

export const said = (price: string, ageMs = 0) => ({
  price,
  at: new Date(Date.now() - ageMs).toISOString(),
  source: 'spec',
  dutyIncluded: false,
});
/** Ages in minutes. */
export const quoteOf = (platinumAge?: number, sample = false): Quote => ({
  seq: 1,
  gold: said('435448.6752'),
  silver: said('2799.312912'),
  ...(platinumAge === undefined ? {} : { platinum: said('186620.8608', platinumAge * MINUTE) }),
  sample,
});

/** A hold that begins now, and ends in an hour. */
export const holdNow = (end = Date.now() + 60 * MINUTE) => {
  const at = (time: number) => new Date(time).toISOString();
  return { since: at(Date.now()), until: at(end), quote: quoteOf(0), duty: DUTY, rate_list: null };
};

/** A day's landed prices around `open`. */
export function daysOf(open: number): Omit<LandedDay, 'dayNumber'> {
  const text = (gold: number) => ({ gold: { rupees: String(gold), per: '1' }, silver: { rupees: '100', per: '1' } });
  return { open: text(open), high: text(open + 1_000), low: text(open - 1_000), previousClose: text(open - 2_000) };
}

const clocks: MarketClock[] = [];
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.onApplicationShutdown();
});

/** A market as the state tells of it, and the prices that are made of it. */
export function market(quote: TickQuote, duty: object = DUTY) {
  const values = new Map<string, unknown>();
  const put = (stateKey: StateKey, id: string, value: unknown) => void values.set(stateKey.key(id), value);
  const heard: ((stateKey: StateKey, id: string) => void)[] = [];
  const tell = (next: Quote) => {
    put(tickQuote, EVERY_QUOTE, next);
    for (const hear of heard) hear(tickQuote, EVERY_QUOTE);
  };
  const state = {
    peek: (stateKey: StateKey, id: string) => values.get(stateKey.key(id)),
    onChange: (hear: (stateKey: StateKey, id: string) => void) => void heard.push(hear),
    nullOnlyIf: () => undefined,
  } as unknown as StateCache;
  put(marketStatus, '', STATUS);
  put(importDuty, '', duty);
  put(tickQuote, String(HOLDING), quote);
  const clock = new MarketClock(state);
  clocks.push(clock);
  tell(quote);
  return { tell, put, answers: Object.assign(new PriceAnswers(state, clock), { put }) };
}
type Asked = ReturnType<typeof market>['answers'];
export const shopWith = (over: Partial<ShopProfile> = {}): PricedShop => ({
  profile: { ...PROFILE, ...over },
  minutes: 1,
  until: END,
});
export const pricesOf = (answers: Asked, shop: PricedShop, rows: RateRows | null, hold: Hold | null = null) => {
  answers.put(boardRateRows, PROFILE.id, rows);
  answers.put(boardHold, PROFILE.id, hold);
  return answers.of(answers.pricing(shop)!);
};
export const rowsOf = (text: string) =>
  (JSON.parse(text) as { rows: PricedRow[] }).rows.map(({ price, state }) => [price, state]);
