import { type Answer, eventFrame } from './answer.js';
import type { BoardAnswers } from './board-answers.js';
import type { ShopPricing } from './price-answers.js';
import type { StreamSocket } from './stream-socket.js';

/** A timer may fire a little before its time. */
const LATE_MS = 5;
const GONE = eventFrame('gone', '{}');
/** What boards are told where there are no prices; they show the rates that they have as old ones. */
const NO_PRICES = 'null';

type PushedEvent = 'profile' | 'maintenance' | 'custom-tables' | 'advertisements' | 'prices';

/** The open streams of one shop, and what was last sent to them. */
export class Board {
  private readonly streams = new Set<StreamSocket>();
  private readonly sent = new Map<PushedEvent, Answer | null>();
  /** Kept between two calls of `refresh`, because a quote changes the market's prices alone, of ten thousand boards at once. */
  private pricing: ShopPricing | undefined;
  /** Ends with the shop's hold, because the end of a hold is no change of state. */
  private holdTimer: { readonly end: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    private readonly userId: string,
    private readonly answers: BoardAnswers,
    /** Called for each change with the number of streams that got it. */
    private readonly pushed: (streams: number) => void,
  ) {}

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  /** A new stream starts with the whole state (rule 7.2). */
  add(stream: StreamSocket): void {
    this.refresh();
    this.streams.add(stream);
    stream.start([...this.sent].map(([event, answer]) => eventFrame(event, answer?.text ?? NO_PRICES)).join(''));
  }

  remove(stream: StreamSocket): void {
    this.streams.delete(stream);
    if (this.isEmpty) this.forgetHold();
  }

  /**
   * Sends every stream what has changed since the last call. Answers are compared by identity: unchanged state is the same
   * object.
   */
  refresh(): void {
    this.pricing = undefined;
    if (this.answers.isGone(this.userId)) return this.end();
    this.push('profile', this.answers.profile(this.userId));
    if (this.answers.isSubscribed(this.userId) === false) return this.forgetAllButProfile();
    this.push('maintenance', this.answers.siteSwitches());
    this.push('custom-tables', this.answers.customTables(this.userId));
    this.push('advertisements', this.answers.advertisements(this.userId));
    this.refreshPrices();
    this.awaitHoldEnd();
  }

  /** Like `refresh`, when only the market has changed. */
  refreshPrices(): void {
    if (!this.pricing || Date.now() >= this.pricing.until) this.pricing = this.answers.pricing(this.userId);
    const answer = this.answers.pricesBy(this.pricing);
    if (answer) this.push('prices', answer);
    else this.takeBackPrices();
  }

  /**
   * A shop loses its rates with its rate list, leaves its list before there is a market price, or is renewed while there is none;
   * and state may be lost. Heartbeats would go on confirming those that its boards have.
   */
  private takeBackPrices(): void {
    // Where the subscription has just ended, `refresh` says so.
    if (this.answers.isSubscribed(this.userId) === false || this.sent.get('prices') === null) return;
    this.sent.set('prices', null);
    this.write(eventFrame('prices', NO_PRICES));
  }

  /** `frames` has to be ASCII. */
  write(frames: string | Buffer): void {
    for (const stream of this.streams) stream.write(frames);
  }

  private awaitHoldEnd(): void {
    const end = this.answers.holdEnd(this.userId);
    if (end === this.holdTimer?.end) return;
    this.forgetHold();
    if (end === undefined) return;
    const timer = setTimeout(() => this.refreshPrices(), end - Date.now() + LATE_MS);
    this.holdTimer = { end, timer };
  }

  private forgetHold(): void {
    clearTimeout(this.holdTimer?.timer);
    this.holdTimer = undefined;
  }

  private push(event: PushedEvent, answer: Answer | undefined): void {
    if (!answer || answer === this.sent.get(event)) return;
    this.sent.set(event, answer);
    if (this.streams.size === 0) return;
    this.write(answer.frame(event));
    this.pushed(this.streams.size);
  }

  /**
   * While the subscription has ended, only the profile is sent, also to new streams. After a renewal everything is sent anew
   * (rule 7.3).
   */
  private forgetAllButProfile(): void {
    for (const event of this.sent.keys()) if (event !== 'profile') this.sent.delete(event);
  }

  /**
   * An ended stream stays open until its client has read everything; another write to it would be an error that ends the
   * process.
   */
  private end(): void {
    for (const stream of this.streams) stream.end(GONE);
    this.streams.clear();
    this.forgetHold();
  }
}
