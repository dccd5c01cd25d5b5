import { Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Metrics } from './metrics.js';

/** So many at once, or this part of all there is, are no leftovers but a database that is lost, old or another's. */
const MOST = 20;
const MOST_OF_ALL = 0.05;
/** So many of what is new are named in the log. */
const NAMED = 20;

/** What a service that removes leftovers reads of its environment. */
export const RemovalsConfig = z.object({
  /** An operator's word that more may go at once than the cap allows, until this instant: a switch would be forgotten. */
  REMOVE_ANYWAY_UNTIL: z.iso.datetime({ offset: true }).optional(),
});
export type RemovalsConfig = z.infer<typeof RemovalsConfig>;

interface Options extends RemovalsConfig {
  /** What goes, in the plural, as the log and the label `what` of the metrics have it: `custom-tables`. */
  readonly what: string;
  /** Milliseconds between the first sight of a leftover and its removal. */
  readonly graceMs: number;
}

/**
 * Removes what a sweep takes for leftovers, with the care that an error of the sweep's would need: nothing at first sight,
 * nothing without a line in the log and a metric that say when it would go, and nothing at all while there is more than
 * leftovers can be. The watch isn't kept over a restart, which begins each grace anew.
 */
export class WatchedRemovals {
  private readonly log = new Logger(WatchedRemovals.name);
  /** When each leftover was first seen, by key; milliseconds since 1970. */
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

  /** When the first grace is over; milliseconds since 1970. */
  get nextAt(): number | undefined {
    return this.seen.size > 0 ? Math.min(...this.seen.values()) + this.options.graceMs : undefined;
  }

  /** Whoever watches no longer, since another process does. */
  forget(): void {
    this.seen.clear();
    this.halted = false;
  }

  /**
   * One sweep. `leftovers` are the keys of all that is superfluous by now, `total` is how many things of the kind there are,
   * these included; `remove` is called for those whose time has come.
   */
  async sweep(leftovers: Iterable<string>, total: number, remove: (key: string) => Promise<void>): Promise<void> {
    this.watch([...new Set(leftovers)]);
    this.halt(total);
    if (this.halted) return;
    const due = [...this.seen].filter(([, since]) => Date.now() - since >= this.options.graceMs);
    for (const [key] of due) {
      await remove(key);
      this.seen.delete(key);
      this.removed();
      this.log.warn(`${this.options.what}: ${key} was removed`);
    }
  }

  private watch(leftovers: string[]): void {
    const now = Date.now();
    const fresh = leftovers.filter((key) => !this.seen.has(key));
    this.seen = new Map(leftovers.map((key) => [key, this.seen.get(key) ?? now]));
    if (fresh.length === 0) return;
    const named = fresh.slice(0, NAMED).join(', ') + (fresh.length > NAMED ? ` and ${fresh.length - NAMED} more` : '');
    const at = new Date(now + this.options.graceMs).toISOString();
    this.log.warn(`${this.options.what}: ${fresh.length} of nobody will be removed at ${at}: ${named}`);
  }

  /** Judged by all that is watched, so that an operator has the whole grace to look into it. One alone may always go. */
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
