import {
  tickQuote,
  EVERY_QUOTE,
  marketStatus,
  metalsWithoutRow,
  type PublishedRateList,
  type RateState,
  type StateKey,
} from '@sarafa/contracts';
import {
  kolkataDayNumber,
  kolkataMidnight,
  listedUntil,
  nextRateStateChange,
  rateListState,
  rateState,
  statesWithoutRow,
  type StatesWithoutRow,
} from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LISTS, rateListsOf } from './published-lists.js';

/** The wall clock may be set, so the timer never waits longer than this. */
const LONGEST_WAIT_MS = 30_000;
const DAY_MS = 86_400_000;

/**
 * What time alone changes of rates, also while pricing, NATS or the database are down: a live rate becomes delayed and then stale, a
 * rate list grows old, and a day ends. So each gateway works these out from what it has, and reports changes.
 */
@Injectable()
export class MarketClock implements OnApplicationShutdown {
  private current?: RateState;
  private withoutRow: StatesWithoutRow = {};
  private oldLists = '';
  /** The lists that shops keep themselves, by the shops' ids. */
  private readonly ownLists = new Map<string, PublishedRateList>();
  private today = kolkataDayNumber(Date.now());
  /** When time alone changes something next; milliseconds since 1970. */
  private next = Infinity;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly state: StateCache) {
    state.onChange((stateKey, id) => this.stateChanged(stateKey, id));
  }

  /** Calls `listener` when the state has changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Undefined until a quote and a status are known. */
  get rateState(): RateState | undefined {
    if (this.current === undefined) this.work();
    return this.current;
  }

  /** Of metals that no standard row is of. The same object until one of these states changes. */
  get statesWithoutRow(): StatesWithoutRow {
    return this.withoutRow;
  }

  /** Whole days since 1970 in Asia/Kolkata. */
  get dayNumber(): number {
    if (this.timer === undefined) this.work();
    return this.today;
  }

  /**
   * Watches when the list grows old that a shop keeps itself, which is asked for with each of the shop's prices: the cache tells
   * nobody of a value that was just loaded.
   */
  watchOwnList(shopId: string, list: PublishedRateList | undefined): void {
    if (this.ownLists.get(shopId) === list) return;
    if (!list) return void this.ownLists.delete(shopId);
    this.ownLists.set(shopId, list);
    // The timer alone: what time has changed meanwhile is told when it fires.
    if (listedUntil(list) < this.next) this.wakeAt(listedUntil(list));
  }

  /** A late change of state after this must not start the timer again. */
  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private stateChanged(stateKey: StateKey, id: string): void {
    const isWatched = (stateKey === tickQuote && id === EVERY_QUOTE) || stateKey === marketStatus || LISTS.includes(stateKey);
    if (isWatched) this.turn();
  }

  private turn(): void {
    const before = this.known;
    this.work();
    if (this.known.some((value, index) => value !== before[index])) for (const listener of this.listeners) listener();
  }

  private get known(): readonly unknown[] {
    return [this.current, this.withoutRow, this.oldLists, this.today];
  }

  private work(): void {
    const now = Date.now();
    this.today = kolkataDayNumber(now);
    this.wakeAt(Math.min(this.nextOfMarket(now), this.nextOfLists(now), kolkataMidnight(now) + DAY_MS));
  }

  private wakeAt(next: number): void {
    this.next = next;
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.turn(), Math.min(LONGEST_WAIT_MS, next - Date.now()));
  }

  /** Works out how the market's rates stand at `now`, and when that changes next. */
  private nextOfMarket(now: number): number {
    // A live board shows the last accepted quote, so one message makes its rate new and live at once.
    const quote = this.state.peek(tickQuote, EVERY_QUOTE);
    const status = this.state.peek(marketStatus, '');
    if (!quote || !status) return Infinity;
    this.current = rateState(quote, status, now);
    const states = statesWithoutRow(quote, status, now);
    if (metalsWithoutRow.some((metal) => states[metal] !== this.withoutRow[metal])) this.withoutRow = states;
    return nextRateStateChange(quote, status, now) ?? Infinity;
  }

  /** The same of the rate lists. */
  private nextOfLists(now: number): number {
    const lists = [...rateListsOf(this.state), ...this.ownLists.values()];
    this.oldLists = lists
      .filter((list) => rateListState(list, now) === 'stale')
      .map(({ id }) => id)
      .join(' ');
    return Math.min(...lists.map(listedUntil).filter((end) => end > now));
  }
}
