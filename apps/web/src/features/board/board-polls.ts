import {
  Advertisements,
  CustomTables,
  limits,
  Maintenance,
  PriceSnapshot,
  PublicView,
  ShopDashboard,
  type ShopDashboard as Profile,
} from '@sarafa/contracts';
import type { ZodType } from 'zod';
import { type Answer, ask } from './ask.js';
import type { BoardAction } from './board-state.js';
import type { ServerClock } from './server-clock.js';

type Timer = ReturnType<typeof setTimeout>;

interface PollHandlers {
  dispatch(action: BoardAction): void;
  /** Somebody who is our server answered. */
  reached(): void;
  /** A whole round got no answer at all. */
  unreachable(): void;
  /** The server doesn't know this shop. */
  gone(): void;
  profile(): Profile | null;
}

/** A round that nobody answered is repeated sooner than the polls' own pace. */
const RETRY_MS = 4_000;
/** So long after its last poll a rate is no live one: the default pace of polls, and a little. Some shops' pace is an hour. */
const CONFIRMED_MS = limits.priceUpdateInterval.default + 30_000;

/** The specification's polls (spec 7): what a board lives on while its stream is broken. */
export class BoardPolls {
  private timers = new Set<Timer>();
  private unconfirmed: Timer | undefined;
  private abort: AbortController | undefined;

  constructor(
    private readonly id: string,
    private readonly clock: ServerClock,
    private readonly on: PollHandlers,
  ) {}

  start(): void {
    if (this.abort) return;
    this.abort = new AbortController();
    this.confirmed();
    void this.repeat(
      this.abort.signal,
      () => this.askShop(),
      () => limits.profilePollMs,
    );
    void this.repeat(
      this.abort.signal,
      () => this.askPrices(),
      () => priceInterval(this.on.profile()),
    );
  }

  /** Also drops what is on its way: it would be older than what the stream says. */
  stop(): void {
    this.abort?.abort();
    this.abort = undefined;
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
  }

  private async repeat(signal: AbortSignal, round: () => Promise<Answer<unknown>[]>, intervalMs: () => number): Promise<void> {
    const answers = await round();
    if (signal.aborted) return;
    const answered = answers.some(({ kind }) => kind !== 'unreachable');
    if (!answered) this.on.unreachable();
    this.on.dispatch({ type: 'settled' });
    const pace = answered ? intervalMs() : Math.min(RETRY_MS, intervalMs());
    this.later(pace, () => void this.repeat(signal, round, intervalMs));
  }

  private later(ms: number, act: () => void): Timer {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  private async askShop(): Promise<Answer<unknown>[]> {
    const { id } = this;
    return Promise.all([
      this.askProfile(),
      // The time keeps any cache on the way from answering with an older list (spec 7).
      this.ask(`/user/custom-tables/public/${id}?t=${Date.now()}`, CustomTables, (value) => ({ type: 'custom-tables', value })),
      this.ask(`/advertisements/public/${id}`, Advertisements, (value) => ({ type: 'advertisements', value })),
      this.ask('/settings/maintenance', Maintenance, (value) => ({ type: 'site', value })),
      this.ask('/prices/settings/public-view-enabled', PublicView, (value) => ({ type: 'site', value })),
    ]);
  }

  private async askProfile(): Promise<Answer<unknown>> {
    const answer = await this.ask(`/user/dashboard/${this.id}`, ShopDashboard, (value) => ({ type: 'profile', value }));
    if (answer.kind === 'refused' && answer.status === 404) this.on.gone();
    return answer;
  }

  private async askPrices(): Promise<Answer<unknown>[]> {
    const own = await this.ask(`/prices/user/${this.id}`, PriceSnapshot, (value) => ({ type: 'prices', value }));
    if (own.kind === 'ok') this.confirmed();
    if (own.kind !== 'refused') return [own];
    this.on.dispatch({ type: 'prices-failed' });
    // 403: the subscription has ended, which the profile tells (rulings 5).
    if (own.status === 403) return [own, await this.askProfile()];
    if (own.status === 404) return [own];
    const detailed = await this.ask('/prices/detailed', PriceSnapshot, (value) => ({ type: 'detailed-prices', value }));
    if (detailed.kind === 'ok') this.confirmed();
    return [own, detailed];
  }

  private confirmed(): void {
    if (this.unconfirmed) {
      clearTimeout(this.unconfirmed);
      this.timers.delete(this.unconfirmed);
    }
    this.unconfirmed = this.later(CONFIRMED_MS, () => this.on.dispatch({ type: 'prices-failed' }));
  }

  private async ask<T>(path: string, schema: ZodType<T>, action: (value: T) => BoardAction): Promise<Answer<T>> {
    const { abort } = this;
    const answer = await ask(path, schema, this.clock, abort?.signal);
    if (!abort || abort.signal.aborted) return { kind: 'unreachable' };
    if (answer.kind !== 'unreachable') this.on.reached();
    if (answer.kind === 'ok') this.on.dispatch(action(answer.value));
    return answer;
  }
}

/** Milliseconds between two questions for prices: the shop's own interval, or 30 s while it isn't known (spec 9). */
function priceInterval(profile: Profile | null): number {
  const { min, max, fallback } = limits.priceUpdateInterval;
  return profile ? Math.min(max, Math.max(min, profile.price_update_interval)) : fallback;
}
