import { heldQuote, LIVE, marketStatus, metalsWithoutRow, type RateState, type StateKey } from '@sarafa/contracts';
import { nextRateStateChange, rateState, statesWithoutRow, type StatesWithoutRow } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** The wall clock may be set, so the timer never waits longer than this. */
const LONGEST_WAIT_MS = 30_000;

/**
 * The current state of the rate. Time alone makes a live rate delayed and then stale, also while pricing, NATS or the database
 * are down. So each gateway works the state out from the last quote and status that it has, and reports changes.
 */
@Injectable()
export class MarketClock implements OnApplicationShutdown {
  private current?: RateState;
  private others: StatesWithoutRow = {};
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
    return this.others;
  }

  /** A late change of state after this must not start the timer again. */
  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private stateChanged(stateKey: StateKey, id: string): void {
    if ((stateKey === heldQuote && id === LIVE) || stateKey === marketStatus) this.turn();
  }

  private turn(): void {
    const before = [this.current, this.others];
    this.work();
    if (before[0] !== this.current || before[1] !== this.others) for (const listener of this.listeners) listener();
  }

  private work(): void {
    // A live board shows the last accepted quote, so one message makes its rate new and live at once.
    const quote = this.state.peek(heldQuote, LIVE);
    const status = this.state.peek(marketStatus, '');
    if (!quote || !status) return;
    const now = Date.now();
    this.current = rateState(quote, status, now);
    const others = statesWithoutRow(quote, status, now);
    if (metalsWithoutRow.some((metal) => others[metal] !== this.others[metal])) this.others = others;
    const next = nextRateStateChange(quote, status, now) ?? Infinity;
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.turn(), Math.min(LONGEST_WAIT_MS, next - now));
  }
}
