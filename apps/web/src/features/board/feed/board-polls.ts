import {
  Advertisements,
  CustomTables,
  boardLimits,
  Maintenance,
  PriceSnapshot,
  PublicView,
  ShopDashboard,
  type ShopDashboard as Profile,
} from '@sarafa/contracts';
import type { ZodType } from 'zod';
import { ask, type Reply } from './ask.js';
import type { BoardAction, BoardState } from '../board-state.js';
import type { ServerClock } from './server-clock.js';

interface PollHandlers {
  dispatch(action: BoardAction): void;
  /** Our server has answered. */
  reached(): void;
  /** A whole round of polls got no answer. After one that was answered, only where its repetition got none either. */
  unreachable(): void;
  /** The server doesn't know this shop. */
  gone(): void;
  state(): BoardState;
  /** Whether the board has to do without a stream though the server would answer one. */
  isInPlaceOfStream(): boolean;
}

/** A round without an answer is repeated after about this time instead of the usual interval, by each board after another one. */
const RETRY_MS = 4_000;

/** How often prices are asked for in place of a stream: as often as heartbeats come, because boards with a stream hang beside. */
const STEAD_MS = boardLimits.heartbeatMs;

/** The polls (rule 7.6), which a board uses while its stream is broken. */
export class BoardPolls {
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
      () => boardLimits.profilePollMs,
    );
    void this.repeat(
      signal,
      () => this.askPrices(signal),
      ([own]) =>
        Math.min(
          pricePace(this.on.state().profile, own as Reply<PriceSnapshot>, this.clock.now()),
          this.on.isInPlaceOfStream() ? STEAD_MS : Infinity,
        ),
    );
  }

  /** Also drops running requests, whose answers would be older than what the stream sends. */
  stop(): void {
    this.abort?.abort();
    this.abort = undefined;
  }

  /** Polls at once if polling is on. */
  restart(): void {
    if (!this.abort) return;
    this.stop();
    this.start();
  }

  private async repeat(
    signal: AbortSignal,
    round: () => Promise<Reply<unknown>[]>,
    paceMs: (answers: Reply<unknown>[]) => number,
    wasAnswered = false,
  ): Promise<void> {
    const answers = await round();
    if (signal.aborted) return;
    const answered = answers.some(({ kind }) => kind !== 'unreachable');
    if (!answered && !wasAnswered) this.on.unreachable();
    this.on.dispatch({ type: 'settled' });
    const pace = paceMs(answers);
    setTimeout(
      () => signal.aborted || void this.repeat(signal, round, paceMs, answered),
      answered ? pace : Math.min(RETRY_MS * (0.5 + Math.random()), pace),
    );
  }

  private async askShop(signal: AbortSignal): Promise<Reply<unknown>[]> {
    const { id } = this;
    const ask = <T>(path: string, schema: ZodType<T>, action: (value: T) => BoardAction) =>
      this.ask(signal, path, schema, action);
    return Promise.all([
      this.askProfile(signal),
      ask(`/user/custom-tables/public/${id}`, CustomTables, (value) => ({ type: 'custom-tables', value })),
      ask(`/advertisements/public/${id}`, Advertisements, (value) => ({ type: 'advertisements', value })),
      ask('/settings/maintenance', Maintenance, (value) => ({ type: 'site', value })),
      ask('/prices/settings/public-view-enabled', PublicView, (value) => ({ type: 'site', value })),
    ]);
  }

  private async askProfile(signal: AbortSignal): Promise<Reply<unknown>> {
    const path = `/user/dashboard/${this.id}`;
    const interval = () => this.on.state().profile?.price_update_interval ?? 0;
    const before = interval();
    const answer = await this.ask(signal, path, ShopDashboard, (value) => ({ type: 'profile', value }));
    if (answer.kind === 'refused' && answer.status === 404) this.on.gone();
    // The next poll for prices may be an hour away by the interval of before.
    if (before > interval()) this.restart();
    return answer;
  }

  /** The answer for the shop's own rates comes first in the list. */
  private async askPrices(signal: AbortSignal): Promise<Reply<unknown>[]> {
    const own = await this.ask(signal, `/prices/user/${this.id}`, PriceSnapshot, (value) => ({ type: 'prices', value }));
    if (own.kind === 'ok') return [own];
    const status = own.kind === 'refused' ? own.status : undefined;
    const answers: Reply<unknown>[] = [own];
    if (status !== 403 && status !== 404 && !this.on.state().prices?.own) {
      const detailed = await this.ask(signal, '/prices/detailed', PriceSnapshot, (value) => ({
        type: 'detailed-prices',
        value,
      }));
      // Only now is it known whether the rates on the screen are still right. Reporting it earlier would make them look old for
      // a moment at each poll.
      if (detailed.kind === 'ok') return [own, detailed];
      answers.push(detailed);
    }
    // 403 means that the subscription has ended, which the profile says (rule 5.9). When no answer was our server's, the
    // profile shows whether the server can be reached.
    if (status === 403 || !answers.some(({ kind }) => kind === 'refused')) answers.push(await this.askProfile(signal));
    if (!signal.aborted && answers.some(({ kind }) => kind !== 'unreachable')) this.on.dispatch({ type: 'prices-failed' });
    return answers;
  }

  private async ask<T>(
    signal: AbortSignal,
    path: string,
    schema: ZodType<T>,
    action: (value: T) => BoardAction,
  ): Promise<Reply<T>> {
    if (signal.aborted) return { kind: 'unreachable' };
    // The time in the address keeps caches on the way, which may do other than they are told, from answering with what is older.
    const answer = await ask(`${path}?t=${Date.now()}`, schema, this.clock, signal);
    if (signal.aborted) return { kind: 'unreachable' };
    if (answer.kind !== 'unreachable') this.on.reached();
    if (answer.kind === 'ok') this.on.dispatch(action(answer.value));
    return answer;
  }
}

/**
 * Milliseconds until prices are asked for again: the shop's own interval, or 30 s while it isn't known (rule 7.6). After a
 * failure at most 30 s, because some shops' interval is an hour. The rates of a hold aren't the shop's any more once it has ended,
 * which the server may find a little later than the clock here.
 */
function pricePace(profile: Profile | null, own: Reply<PriceSnapshot>, now = Date.now()): number {
  const { min, max, fallback } = boardLimits.priceUpdateInterval;
  const interval = profile ? Math.min(max, Math.max(min, profile.price_update_interval)) : fallback;
  if (own.kind !== 'ok') return Math.min(interval, fallback);
  const { held } = own.value;
  return held ? Math.min(interval, Math.max(RETRY_MS, Date.parse(held.until) - now)) : interval;
}
