import { AppError, portalTexts } from '@sarafa/contracts';

/** Whoever stands further behind would not have a turn in time: tries take a twentieth of a second and more. */
const MOST_WAITING = 60;
/** Of all networks together. */
const MOST_WAITING_IN_ALL = 1_000;
/** Whoever asks has given up a second later. */
const LONGEST_WAIT_MS = 4_000;
/** How soon a try is looked for again that runs in another replica. */
const LOOK_AGAIN_MS = 100;
const RETRY_SECONDS = 5;

interface Line {
  /** Those that wait for those before them, and the one at the head. */
  waiting: number;
  last: Promise<unknown>;
  /** Wakes the one at the head. */
  wake: () => void;
}

/**
 * Tries of one network, one behind the other until each may begin; then they run side by side. Only the one at the head asks
 * for room, when a try has ended or, since others may run elsewhere, after a moment. So a try that ends costs one question,
 * however many wait.
 */
export class WaitingLine {
  private readonly lines = new Map<string, Line>();
  private all = 0;

  /** Asks `begin` until it says true. Throws what it throws, and `UNAVAILABLE` at once where too many wait, or when it takes too long. */
  async enter(network: string, begin: () => Promise<boolean>): Promise<void> {
    const line = this.lines.get(network) ?? { waiting: 0, last: Promise.resolve(), wake: () => {} };
    if (line.waiting >= MOST_WAITING || this.all >= MOST_WAITING_IN_ALL) throw busy();
    this.lines.set(network, line);
    line.waiting++;
    this.all++;
    const until = Date.now() + LONGEST_WAIT_MS;
    const turn = line.last.then(() => atHead(line, until, begin));
    line.last = turn.catch(() => undefined);
    try {
      await turn;
    } finally {
      this.all--;
      if (--line.waiting === 0) this.lines.delete(network);
    }
  }

  /** A try of this network has ended. */
  left(network: string): void {
    this.lines.get(network)?.wake();
  }
}

async function atHead(line: Line, until: number, begin: () => Promise<boolean>): Promise<void> {
  for (;;) {
    if (Date.now() >= until) throw busy();
    // Whatever ends from here on may make room that is asked for too soon.
    const woken = new Promise<void>((resolve) => (line.wake = resolve));
    if (await begin()) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([woken, new Promise((resolve) => (timer = setTimeout(resolve, LOOK_AGAIN_MS)))]);
    clearTimeout(timer);
  }
}

function busy(): AppError {
  return new AppError('UNAVAILABLE', portalTexts.accounts.busy, undefined, RETRY_SECONDS);
}
