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

interface PollHandlers {
  dispatch(action: BoardAction): void;
  /** Somebody who is our server answered. */
  reached(): void;
  /** A whole round got no answer at all. */
  unreachable(): void;
  /** The server doesn't know this shop. */
  gone(): void;
  profile(): Profile | null;
  /** Rates with this shop's margins are on screen, fresh or not. */
  hasOwnPrices(): boolean;
}

/** A round that nobody answered is repeated sooner than the polls' own pace. */
const RETRY_MS = 4_000;

/** The polls (rule 7.6): what a board lives on while its stream is broken. */
export class BoardPolls {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private abort: AbortController | undefined;

  constructor(
    private readonly id: string,
    private readonly clock: ServerClock,
    private readonly on: PollHandlers,
  ) {}

  start(): void {
    if (this.abort) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    void this.repeat(
      signal,
      () => this.askShop(signal),
      () => limits.profilePollMs,
    );
    void this.repeat(
      signal,
      () => this.askPrices(signal),
      ([own]) => pricePace(this.on.profile(), own?.kind === 'ok'),
    );
  }

  /** Also drops what is on its way: it would be older than what the stream says. */
  stop(): void {
    this.abort?.abort();
    this.abort = undefined;
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
  }

  /** Asks at once, if it asks at all. */
  restart(): void {
    if (!this.abort) return;
    this.stop();
    this.start();
  }

  private async repeat(
    signal: AbortSignal,
    round: () => Promise<Answer<unknown>[]>,
    paceMs: (answers: Answer<unknown>[]) => number,
  ): Promise<void> {
    const answers = await round();
    if (signal.aborted) return;
    const answered = answers.some(({ kind }) => kind !== 'unreachable');
    if (!answered) this.on.unreachable();
    this.on.dispatch({ type: 'settled' });
    const pace = paceMs(answers);
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        void this.repeat(signal, round, paceMs);
      },
      answered ? pace : Math.min(RETRY_MS, pace),
    );
    this.timers.add(timer);
  }

  private async askShop(signal: AbortSignal): Promise<Answer<unknown>[]> {
    const { id } = this;
    const ask = <T>(path: string, schema: ZodType<T>, action: (value: T) => BoardAction) =>
      this.ask(signal, path, schema, action);
    return Promise.all([
      this.askProfile(signal),
      // The time keeps any cache on the way from answering with an older list (rule 7.6).
      ask(`/user/custom-tables/public/${id}?t=${Date.now()}`, CustomTables, (value) => ({ type: 'custom-tables', value })),
      ask(`/advertisements/public/${id}`, Advertisements, (value) => ({ type: 'advertisements', value })),
      ask('/settings/maintenance', Maintenance, (value) => ({ type: 'site', value })),
      ask('/prices/settings/public-view-enabled', PublicView, (value) => ({ type: 'site', value })),
    ]);
  }

  private async askProfile(signal: AbortSignal): Promise<Answer<unknown>> {
    const path = `/user/dashboard/${this.id}`;
    const answer = await this.ask(signal, path, ShopDashboard, (value) => ({ type: 'profile', value }));
    if (answer.kind === 'refused' && answer.status === 404) this.on.gone();
    return answer;
  }

  /** The answer for the shop's own rates comes first. */
  private async askPrices(signal: AbortSignal): Promise<Answer<unknown>[]> {
    const own = await this.ask(signal, `/prices/user/${this.id}`, PriceSnapshot, (value) => ({ type: 'prices', value }));
    if (own.kind === 'ok') return [own];
    const status = own.kind === 'refused' ? own.status : undefined;
    const answers: Answer<unknown>[] = [own];
    if (status !== 403 && status !== 404 && !this.on.hasOwnPrices()) {
      const detailed = await this.ask(signal, '/prices/detailed', PriceSnapshot, (value) => ({
        type: 'detailed-prices',
        value,
      }));
      // Only now is it known whether what is on screen still holds: said before, it would look old for a moment at each poll.
      if (detailed.kind === 'ok') return [own, detailed];
      answers.push(detailed);
    }
    // 403: the subscription has ended, which the profile tells (rule 5.9). Where nobody who is our server answered at all, the
    // profile tells whether it is there.
    if (status === 403 || !answers.some(({ kind }) => kind === 'refused')) answers.push(await this.askProfile(signal));
    if (!signal.aborted && answers.some(({ kind }) => kind !== 'unreachable')) this.on.dispatch({ type: 'prices-failed' });
    return answers;
  }

  private async ask<T>(
    signal: AbortSignal,
    path: string,
    schema: ZodType<T>,
    action: (value: T) => BoardAction,
  ): Promise<Answer<T>> {
    if (signal.aborted) return { kind: 'unreachable' };
    const answer = await ask(path, schema, this.clock, signal);
    if (signal.aborted) return { kind: 'unreachable' };
    if (answer.kind !== 'unreachable') this.on.reached();
    if (answer.kind === 'ok') this.on.dispatch(action(answer.value));
    return answer;
  }
}

/**
 * Milliseconds between two questions for prices: the shop's own interval, or 30 s while it isn't known (rule 7.6). Nor does a
 * failed question wait for longer than that: some shops' interval is an hour.
 */
function pricePace(profile: Profile | null, isAnswered: boolean): number {
  const { min, max, fallback } = limits.priceUpdateInterval;
  const interval = profile ? Math.min(max, Math.max(min, profile.price_update_interval)) : fallback;
  return isAnswered ? interval : Math.min(interval, fallback);
}
