import { boardLimits } from '@sarafa/contracts';

/**
 * How many boards of a browser may have a stream. By HTTP/1.1 a browser has six connections to a server, and without a free one
 * no page gets anything. By HTTP/2 there is room for more, but a page doesn't know before its first answers by which one it came,
 * proxies end that room as well, and a board without a stream is as true.
 */
const MOST = 3;
/** Whether a place has become free is asked this often, because a page that crashes doesn't say so. */
const ASK_MS = boardLimits.heartbeatMs;
const ANSWER_MS = 1_000;
/** Not all at once when a board leaves. */
const SOON_MS = 2_000;
const CHANNEL = 'sarafa-streams';

interface Said {
  /** `takes` and `has` are said of a place, `asks` by a board without one. */
  readonly says: 'takes' | 'has' | 'leaves' | 'asks';
  /** The lower one has the place. */
  readonly rank: string;
}

/**
 * One of the places for streams that the boards of a browser share. A board takes it at once, and loses it when it hears of as
 * many that come before it: those of paired screens, which have a remote, and those that are older. Not by Web Locks, which pages
 * by plain HTTP don't have.
 */
export class StreamPlace {
  private readonly channel = openChannel();
  private readonly own = Math.random().toString(36).slice(2);
  private rank: string | undefined;
  /** The places of others: of those before this board or, while it has none, of all. */
  private readonly others = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `lost` when the board has to give its stream up, and `free` once it may take a place again. */
  constructor(
    private readonly isScreen: boolean,
    private readonly on: { lost(): void; free(): void },
  ) {
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
  }

  /** Whether other boards have all places. */
  get isWaiting(): boolean {
    return this.timer !== undefined;
  }

  take(): void {
    this.endWaiting();
    if (this.rank !== undefined) return;
    this.others.clear();
    this.rank = `${this.isScreen ? 0 : 1} ${Date.now()} ${this.own}`;
    this.say('takes', this.rank);
  }

  leave(): void {
    this.endWaiting();
    if (this.rank !== undefined) this.say('leaves', this.rank);
    this.rank = undefined;
  }

  stop(): void {
    this.leave();
    this.channel?.close();
  }

  private hear({ says, rank }: Said): void {
    if (says === 'leaves') {
      if (this.isWaiting) this.ask(Math.random() * SOON_MS);
    } else if (this.rank === undefined) {
      if (says !== 'asks') this.others.add(rank);
    } else {
      if (says !== 'has') {
        // Each that has a place answers too, so a page that crashed doesn't count for ever.
        this.others.clear();
        this.say('has', this.rank);
      }
      if (says !== 'asks' && rank < this.rank) this.others.add(rank);
      if (this.others.size >= MOST) this.lose();
    }
  }

  private lose(): void {
    this.leave();
    this.ask(ASK_MS);
    this.on.lost();
  }

  private ask(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.others.clear();
      this.say('asks', this.own);
      this.timer = setTimeout(() => (this.others.size < MOST ? this.on.free() : this.ask(ASK_MS)), ANSWER_MS);
    }, afterMs);
  }

  private endWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private say(says: Said['says'], rank: string): void {
    this.channel?.postMessage({ says, rank });
  }
}

/** Nothing where the browser has no channels, or forbids them as it forbids storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
}
