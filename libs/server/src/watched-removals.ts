import { Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Metrics } from './metrics.js';

/** More leftovers than this, or than this share of all, mean that a database is lost, outdated or the wrong one. */
const MOST = 20;
const MOST_OF_ALL = 0.05;
/** How many new leftovers the log names. */
const NAMED = 20;

/** The configuration of a service that removes leftovers. */
export const RemovalsConfig = z.object({
  // An instant, because a switch would be forgotten.
  REMOVE_ANYWAY_UNTIL: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Until this instant (ISO 8601) more leftovers than 20, or than 5 % of all, may be removed at once.'),
});
export type RemovalsConfig = z.infer<typeof RemovalsConfig>;

interface Options extends RemovalsConfig {
  /** The plural of what is removed, for the log and the metrics' label `what`: `custom-tables`. */
  readonly what: string;
  /** Milliseconds between the first sight of a leftover and its removal. */
  readonly graceMs: number;
}

/**
 * Removes what a sweep takes for leftovers, with care in case the sweep is wrong: a leftover is first watched for a while; the
 * log and a metric say when it will be removed; and nothing is removed while there are more leftovers than deletions can leave
 * behind. A restart forgets what was watched, so each grace period begins anew.
 */
export class WatchedRemovals {
  private readonly log = new Logger(WatchedRemovals.name);
  /** When each leftover was first seen, by its key. By the monotonic clock, because the wall clock may be set by days. */
  private seen = new Map<string, number>();
  private halted = false;
  private readonly removed;

  constructor(
    metrics: Metrics,
    private readonly options: Options,
  ) {
    const labels = { what: options.what };
    metrics.level('sarafa_removals_watched', 'Leftovers that go when their grace is over.', labels, () => this.seen.size);
    metrics.level('sarafa_removals_next_timestamp_seconds', 'When the first of the watched leftovers goes.', labels, () =>
      this.halted || this.nextAt === undefined ? undefined : this.nextAt / 1_000,
    );
    metrics.level(
      'sarafa_removals_halted',
      'Whether there are more leftovers than there can be: none goes until an operator says so.',
      labels,
      () => Number(this.halted),
    );
    this.removed = metrics.counted('sarafa_removals_total', 'Leftovers that were removed.', labels);
  }

  /** When the first grace period ends; milliseconds since 1970. */
  get nextAt(): number | undefined {
    if (this.seen.size === 0) return undefined;
    return Date.now() - performance.now() + Math.min(...this.seen.values()) + this.options.graceMs;
  }

  /** Stops watching, because another process does. */
  forget(): void {
    this.seen.clear();
    this.halted = false;
  }

  /**
   * One sweep. `leftovers` are the keys of everything that is superfluous now, `total` is the number of all things of the kind
   * including these, and `remove` is called for those whose grace period is over.
   */
  async sweep(leftovers: Iterable<string>, total: number, remove: (key: string) => Promise<void>): Promise<void> {
    this.watch([...new Set(leftovers)]);
    this.halt(total);
    if (this.halted) return;
    const due = [...this.seen].filter(([, since]) => performance.now() - since >= this.options.graceMs);
    for (const [key] of due) {
      await remove(key);
      this.seen.delete(key);
      this.removed();
      this.log.warn(`${this.options.what}: ${key} was removed`);
    }
  }

  private watch(leftovers: string[]): void {
    const now = performance.now();
    const fresh = leftovers.filter((key) => !this.seen.has(key));
    this.seen = new Map(leftovers.map((key) => [key, this.seen.get(key) ?? now]));
    if (fresh.length === 0) return;
    const named = fresh.slice(0, NAMED).join(', ') + (fresh.length > NAMED ? ` and ${fresh.length - NAMED} more` : '');
    const at = new Date(Date.now() + this.options.graceMs).toISOString();
    this.log.warn(`${this.options.what}: ${fresh.length} of nobody will be removed at ${at}: ${named}`);
  }

  /**
   * Counts all watched leftovers, so that an operator has the whole grace period to look into it. A single one may always be
   * removed.
   */
  private halt(total: number): void {
    const { what, REMOVE_ANYWAY_UNTIL: until } = this.options;
    const most = Math.max(1, Math.min(MOST, Math.floor(total * MOST_OF_ALL)));
    const isAllowed = until !== undefined && Date.now() < Date.parse(until);
    const isTooMuch = this.seen.size > most && !isAllowed;
    if (isTooMuch && !this.halted) {
      const question = 'Is a database lost, old or another one? If not, REMOVE_ANYWAY_UNTIL lets them go';
      this.log.error(`${what}: ${this.seen.size} of ${total} seem to be of nobody, so none is removed. ${question}`);
    }
    this.halted = isTooMuch;
  }
}
