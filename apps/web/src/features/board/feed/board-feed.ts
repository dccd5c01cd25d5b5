import { boardEvents, type BoardEventName, boardLimits } from '@sarafa/contracts';
import { reconnectDelay } from './back-off.js';
import { BoardPolls } from './board-polls.js';
import { type OpenStream, openBoardStream, type ScreenLink, SILENCE_MS } from './board-stream.js';
import { type BoardAction, type BoardState, OPEN_SITE } from '../board-state.js';
import type { ServerClock } from './server-clock.js';
import { Stopwatch } from './stopwatch.js';
import { StreamPlace } from './stream-place.js';

/** How long a lost connection isn't shown, because a restart of the server is shorter. */
const GRACE_MS = 5_000;
/**
 * Polls start when a stream hasn't begun for this long, or hasn't brought the whole state: some proxies hold the end of an answer
 * back until they have a block of it.
 */
const SLOW_STREAM_MS = 3_000;
/**
 * When a shop that is gone is asked for again. What is kept of it is forgotten by then, because a server whose state was put back to an
 * older copy doesn't know a new shop for some seconds; and a deleted shop's screens have 15 seconds (rule 14.3).
 */
const GONE_RETRY_MS = 8_000;
/**
 * A polled rate is no longer live after this time: the default interval of polls, and a little more. Some shops have an
 * interval of an hour.
 */
const POLLED_MS = boardLimits.priceUpdateInterval.default + 30_000;
const LOOK_MS = 1_000;
/**
 * When nobody has called `look` for this long, the device has slept: browsers delay timers of a hidden page by a minute at
 * most.
 */
const SLEPT_MS = 120_000;

/** Keeps a board's state up to date, by the stream, or by polls while the stream is broken (rule 7.5). */
export class BoardFeed {
  private readonly polls: BoardPolls;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly place: StreamPlace;
  private stream: OpenStream | undefined;
  private isUp = false;
  /** Whether the stream has brought the whole state, which a heartbeat ends (rule 7.2). */
  private isComplete = false;
  private failures = 0;
  private pricesCame = false;
  /** The time since the server was last heard or the stream broke, whichever is later. */
  private readonly quiet = new Stopwatch();
  private readonly looked = new Stopwatch();
  private readonly confirmation: Confirmation;
  private watch: ReturnType<typeof setInterval> | undefined;
  private isStopped = false;

  constructor(
    private readonly id: string,
    private readonly dispatch: (action: BoardAction) => void,
    private readonly state: () => BoardState,
    private readonly clock: ServerClock,
    private readonly screen?: ScreenLink,
  ) {
    this.confirmation = new Confirmation(() => dispatch({ type: 'prices-failed' }));
    this.place = new StreamPlace(screen !== undefined, { lost: () => this.giveWay(), free: () => this.connect() });
    this.polls = new BoardPolls(id, clock, {
      dispatch: (action) => this.polled(action),
      reached: () => this.reached(),
      unreachable: () => this.unanswered(),
      gone: () => this.gone(),
      state,
      isInPlaceOfStream: () => this.place.isWaiting,
    });
  }

  start(): void {
    addEventListener('online', this.onOnline);
    addEventListener('offline', this.onOffline);
    this.watch = setInterval(() => this.look(), LOOK_MS);
    this.connect();
    this.pollSoon();
  }

  stop(): void {
    this.isStopped = true;
    removeEventListener('online', this.onOnline);
    removeEventListener('offline', this.onOffline);
    clearInterval(this.watch);
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
    this.polls.stop();
    this.closeStream();
    this.place.stop();
  }

  /**
   * Judges by the clocks alone which rates are still live. The screen calls it ten times a second, so that nobody sees an old
   * rate as live.
   */
  look(): void {
    if (this.isStopped) return;
    const hasSlept = this.looked.ms > SLEPT_MS;
    this.looked.restart();
    this.confirmation.look();
    if (hasSlept) this.polls.restart();
    this.stream?.look();
  }

  private connect(): void {
    const handlers = {
      event: (name: BoardEventName, data: unknown) => this.received(name, data),
      down: () => this.broken(),
    };
    this.place.take();
    this.stream = openBoardStream(this.id, handlers, this.screen);
  }

  private received(name: BoardEventName, data: unknown): void {
    if (name === 'gone') return this.gone();
    if (!this.isUp) this.begun();
    // The beginning of the state may come without its end, which has the rates. Until then polls confirm them as well.
    if (this.isComplete) this.confirmation.renew(SILENCE_MS);
    else if (name === 'prices') this.confirmation.renew(POLLED_MS);
    if (name === 'heartbeat') {
      const heartbeat = boardEvents.heartbeat.safeParse(data);
      if (heartbeat.success) {
        const { now, ...server } = heartbeat.data;
        this.clock.readHeartbeat(Date.parse(now));
        this.dispatch({ type: 'server', value: server });
      }
      if (this.isComplete) this.failures = 0;
      else this.completed();
    } else {
      if (name === 'prices') this.pricesCame = true;
      partActions(name, data).forEach(this.dispatch);
    }
    this.reached();
  }

  private polled(action: BoardAction): void {
    if (action.type === 'prices' || action.type === 'detailed-prices') this.confirmation.renew(POLLED_MS);
    this.dispatch(action);
  }

  /** The first event of a new stream ends the polls, for good where the rest of the state comes. */
  private begun(): void {
    this.isUp = true;
    this.isComplete = this.pricesCame = false;
    this.polls.stop();
    this.cancel('slow');
    this.pollSoon();
  }

  private completed(): void {
    this.isComplete = true;
    this.confirmation.renew(SILENCE_MS);
    this.polls.stop();
    this.cancel('slow');
    // A state without prices means that there are none, so the rates on the screen are from before.
    if (!this.pricesCame) this.dispatch({ type: 'prices-failed' });
    this.dispatch({ type: 'settled' });
  }

  /** Not all boards at once when a server restarts. Most have a new stream before. */
  private pollSoon(): void {
    if (!this.timers.has('slow')) this.later('slow', SLOW_STREAM_MS * (0.5 + Math.random() / 2), () => this.polls.start());
  }

  private broken(): void {
    if (this.isUp) this.quiet.restart();
    this.isUp = false;
    this.stream = undefined;
    // After a silence, which may have been a night's sleep, rates aren't live until a poll confirms them.
    if (this.confirmation.look()) this.pollSoon();
    else this.polls.start();
    this.later('reconnect', reconnectDelay(this.failures++, Math.random()), () => this.connect());
  }

  private reached(): void {
    this.quiet.restart();
    this.cancel('lost');
    const { link, heardAt } = this.state();
    const now = this.clock.now() ?? null;
    if (link !== 'reached' || now === null || heardAt === null || Math.abs(now - heardAt) >= 10_000)
      this.dispatch({ type: 'reached', at: now });
    // What was lost is confirmed by polls alone, of which the next one for prices may be an hour away.
    if (link === 'offline') this.polls.restart();
  }

  private unanswered(): void {
    if (this.isUp) return;
    this.later('lost', Math.max(0, GRACE_MS - this.quiet.ms), () => this.dispatch({ type: 'lost' }));
  }

  /** Asks again now and then: a shop that is known again comes back by itself, and one that isn't is forgotten. */
  private gone(): void {
    // Two answers that came together are one.
    if (this.timers.has('gone')) return;
    this.closeStream();
    this.place.leave();
    this.polls.stop();
    // Polls don't wait where the next stream breaks: the screens of a deleted shop have to forget it in time.
    this.confirmation.end();
    this.dispatch({ type: 'gone' });
    this.later('gone', GONE_RETRY_MS, () => this.connect());
  }

  /** Other boards of this browser have all places for streams. */
  private giveWay(): void {
    this.closeStream();
    this.polls.start();
  }

  private closeStream(): void {
    this.isUp = false;
    this.stream?.close();
    this.stream = undefined;
    for (const name of ['reconnect', 'slow']) this.cancel(name);
  }

  private readonly onOnline = () => {
    this.look();
    if (!this.timers.has('reconnect')) return;
    this.cancel('reconnect');
    this.connect();
  };

  /** The device notices first that its cable is out; the stream would notice only by a missing heartbeat. */
  private readonly onOffline = () => {
    this.stream?.close();
    if (this.stream) this.broken();
  };

  private later(name: string, ms: number, act: () => void): void {
    this.cancel(name);
    if (this.isStopped) return;
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        act();
      }, ms),
    );
  }

  private cancel(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

/** The actions for an event. An unreadable event changes nothing, except that an unreadable rate ends `live`. */
function partActions(name: Exclude<BoardEventName, 'heartbeat' | 'gone'>, data: unknown): BoardAction[] {
  const parsed = boardEvents[name].safeParse(data);
  if (!parsed.success) return name === 'prices' ? [{ type: 'prices-failed' }] : [];
  // Both unions are by the same names.
  const action = { type: name === 'maintenance' ? 'site' : name, value: parsed.data } as BoardAction;
  const isEnded = action.type === 'profile' && !action.value.isSubscriptionValid;
  // The stream of an ended subscription sends the profile only, so an earlier maintenance may be over.
  return isEnded ? [action, { type: 'site', value: OPEN_SITE }] : [action];
}

/** Of a confirmation that doesn't hold. */
const NONE = -1;

/** How long the server's confirmation of what is on the screen holds. Once it has expired, each `look` calls `onExpired`. */
class Confirmation {
  private readonly age = new Stopwatch();
  private limitMs = NONE;

  constructor(private readonly onExpired: () => void) {}

  /**
   * A confirmation that holds for `limitMs`. An earlier one that has expired is reported first, because it must not be renewed
   * silently.
   */
  renew(limitMs: number): void {
    this.look();
    this.age.restart();
    this.limitMs = limitMs;
  }

  end(): void {
    this.limitMs = NONE;
  }

  /** Whether it holds. */
  look(): boolean {
    const holds = this.age.ms <= this.limitMs;
    if (!holds) this.onExpired();
    return holds;
  }
}
