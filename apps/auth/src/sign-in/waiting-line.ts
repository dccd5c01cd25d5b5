import { AppError, texts } from '@sarafa/contracts';

/** The length of one network's line. An attempt takes 50 ms or more, so one further back would not get its turn in time. */
const MOST_WAITING = 60;
/** The waiting attempts of all networks together. */
const MOST_WAITING_IN_ALL = 1_000;
/** The caller gives up a second later. */
const LONGEST_WAIT_MS = 3_000;
/** A question that hangs, because the database does, must not hold up those behind it. */
const LONGEST_QUESTION_MS = 2_000;
/** How often the first in line asks again whether an attempt in another replica has ended. */
const LOOK_AGAIN_MS = 100;
const RETRY_SECONDS = 5;

interface Line {
  /** The number of attempts in this line, with the first one. */
  waiting: number;
  last: Promise<unknown>;
  /** Wakes the first one in the line. */
  wake: () => void;
}

/**
 * Lets the attempts of one network begin one after the other; those that have begun run side by side. Only the first in the
 * line asks for room: after an attempt has ended and, since attempts may run in other replicas, after a pause. So an attempt
 * that ends costs one query, however many wait.
 */
export class WaitingLine {
  private readonly lines = new Map<string, Line>();
  private all = 0;

  /**
   * Calls `begin` until it returns true. Throws what `begin` throws. Throws `UNAVAILABLE` at once when too many wait, or when
   * the wait is too long; an attempt that turns out later to have begun is ended by `end`.
   */
  async enter(network: string, begin: () => Promise<boolean>, end: () => Promise<void>): Promise<void> {
    const line = this.lines.get(network) ?? { waiting: 0, last: Promise.resolve(), wake: () => {} };
    if (line.waiting >= MOST_WAITING || this.all >= MOST_WAITING_IN_ALL) throw refused(texts.accounts.busy);
    this.lines.set(network, line);
    line.waiting++;
    this.all++;
    const until = Date.now() + LONGEST_WAIT_MS;
    const turn = line.last.then(() => atHead(line, until, begin, end));
    line.last = turn.catch(() => undefined);
    try {
      await turn;
    } finally {
      this.all--;
      if (--line.waiting === 0) this.lines.delete(network);
    }
  }

  /** Tells the line that an attempt of this network has ended. */
  left(network: string): void {
    this.lines.get(network)?.wake();
  }
}

async function atHead(line: Line, until: number, begin: () => Promise<boolean>, end: () => Promise<void>): Promise<void> {
  for (;;) {
    if (Date.now() >= until) throw refused(texts.accounts.busy);
    // Created before the question: an attempt that ends while the question runs must wake this one too.
    const woken = new Promise<void>((resolve) => (line.wake = resolve));
    const question = begin();
    const hasBegun = await within(LONGEST_QUESTION_MS, question);
    if (hasBegun === undefined) {
      // Otherwise the attempt that nobody makes would take a place for a minute.
      void question.then((begun) => (begun ? end() : undefined)).catch(() => undefined);
      throw refused(texts.errors.partDown);
    }
    if (hasBegun) return;
    await within(LOOK_AGAIN_MS, woken);
  }
}

/** The result of `work`; undefined where there is none after `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function refused(text: string): AppError {
  return new AppError('UNAVAILABLE', text, undefined, RETRY_SECONDS);
}
