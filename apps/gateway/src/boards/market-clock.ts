import { heldQuote, LIVE, marketStatus, type RateState, type Slice } from '@sarafa/contracts';
import { nextRateStateChange, rateState } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** A wall clock may be set; a turn that has moved is noticed within this. */
const LONGEST_WAIT_MS = 30_000;

/**
 * How the rate stands now. The clock alone makes a live rate late and a late one stale, also while pricing, NATS or the
 * database are down, so each gateway works it out for itself from the last quote and status it heard, and tells of it.
 */
@Injectable()
export class MarketClock implements OnApplicationShutdown {
  private current?: RateState;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly state: StateCache) {
    state.onChange((slice, id) => this.heard(slice, id));
  }

  /** `listener` runs when the state has changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Undefined until a quote and a status are known. */
  get rateState(): RateState | undefined {
    if (this.current === undefined) this.work();
    return this.current;
  }

  /** State may still be heard after this; it must not start the timer again. */
  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private heard(slice: Slice, id: string): void {
    if ((slice === heldQuote && id === LIVE) || slice === marketStatus) this.turn();
  }

  private turn(): void {
    const before = this.current;
    this.work();
    if (this.current !== before) for (const listener of this.listeners) listener();
  }

  private work(): void {
    // What a live board shows is the last accepted quote: one message makes it new and live at once.
    const quote = this.state.peek(heldQuote, LIVE);
    const status = this.state.peek(marketStatus, '');
    if (!quote || !status) return;
    const now = Date.now();
    this.current = rateState(quote, status, now);
    const next = nextRateStateChange(quote, status, now) ?? Infinity;
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.turn(), Math.min(LONGEST_WAIT_MS, next - now));
  }
}
