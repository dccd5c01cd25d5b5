import { setTimeout } from 'node:timers/promises';
import { AppError } from '@sarafa/contracts';
import type { Logger } from '@nestjs/common';
import type { Found } from './bucket-reader.js';
import { revOf, UnreadableState, UnpublishedState } from './state.js';
import type { StateEntries, StateEntry as Entry } from './state-entries.js';

type Work = (entry: Entry) => Promise<void>;
type Failed = (entry: Entry, error: unknown) => void;

const REREADS_AT_ONCE = 1_024;
const REREAD_PAUSE_MS = 500;
/** The most by which healthy replicas of KV lag behind each other. */
const LAG_MS = 2_000;
/** Entries that were read within this time are read again together. */
const GATHER_MS = 250;

/** What KV says. Both throw `UNAVAILABLE` where it doesn't answer. */
export interface Kv {
  /** Reads the entry again, and tells of a change. */
  readonly readAgain: Work;
  /** What KV has for the entry. */
  readonly found: (entry: Entry) => Promise<Found>;
}

/**
 * Reads the entries of a state cache again when what is cached may be outdated: a little after their first read, because KV may be
 * read from a replica that lags behind, and after a reconnect.
 */
export class StateRereads {
  /** What was read for the first time just now. */
  private readonly lagging: Entry[] = [];
  private turn = 0;

  constructor(
    private readonly entries: StateEntries,
    private readonly kv: Kv,
    private readonly log: Logger,
  ) {}

  /** Ends what still waits for KV. */
  stop(): void {
    this.turn++;
  }

  /**
   * Reads an entry once more after the lag, with the others that were read soon after it: a change that was published before
   * anybody here was interested isn't published again.
   */
  async onceMore(entry: Entry): Promise<void> {
    if (this.lagging.push(entry) > 1) return;
    await setTimeout(GATHER_MS, undefined, { ref: false });
    const due = this.lagging.splice(0);
    await setTimeout(LAG_MS, undefined, { ref: false });
    // While NATS is down nothing can be read, but a reconnect reads every entry again.
    await each(due, this.kv.readAgain, () => undefined);
  }

  /**
   * A subscription loses what is sent while the connection is down, but KV keeps it. Repeats until KV has answered for all
   * entries, twice. Within `offeredMs` of a reconnect owners have offered to KV all that they have.
   */
  async afterReconnect(offeredMs: number): Promise<void> {
    const turn = ++this.turn;
    await this.all(turn);
    // What has answered may lag behind, as in `onceMore`, and what it lacked was published while this process heard nothing.
    await setTimeout(LAG_MS, undefined, { ref: false });
    await this.all(turn);
    await setTimeout(offeredMs, undefined, { ref: false });
    await this.goBack(turn);
  }

  private async all(turn: number): Promise<void> {
    let left = this.entries.all();
    while (left.length > 0 && turn === this.turn) {
      const failed: Entry[] = [];
      await each(left, this.kv.readAgain, (entry, error) => {
        // Its owner's message is heard.
        if (error instanceof UnpublishedState) return;
        // A value that can't be read now can't be read in half a second either.
        if (error instanceof AppError && !(error instanceof UnreadableState)) failed.push(entry);
        else this.log.error({ err: error, id: entry.id });
      });
      this.log.log(`State re-read: ${left.length - failed.length} of ${left.length}`);
      left = failed.filter((entry) => this.entries.has(entry));
      // JetStream answers some time after NATS itself does.
      if (left.length > 0) await setTimeout(REREAD_PAUSE_MS, undefined, { ref: false });
    }
  }

  /**
   * Where KV is still behind what this process has heard, the database was put back together with NATS. The value in KV counts then, and
   * so do later changes, which get the numbers of the lost ones. A value that KV doesn't have stays until its owner publishes another.
   */
  private async goBack(turn: number): Promise<void> {
    if (turn !== this.turn) return;
    const before = await this.listAhead(this.entries.all());
    // A replica of KV may lack what was heard just now.
    await setTimeout(LAG_MS, undefined, { ref: false });
    const after = await this.listAhead([...before.keys()]);
    const lost = [...after].filter(([entry, rev]) => before.get(entry) === rev).map(([entry]) => entry);
    if (turn !== this.turn || lost.length === 0) return;
    this.log.error(`KV is behind in ${lost.length} values, as after a restore of an older copy: what KV says counts`);
    for (const entry of lost) entry.rev = -1;
    await each(lost, this.kv.readAgain, (entry, error) => this.log.error({ err: error, id: entry.id }));
  }

  /** The entries of which KV has an earlier value or none, each with its `rev`. */
  private async listAhead(entries: Entry[]): Promise<Map<Entry, number>> {
    const ahead = new Map<Entry, number>();
    const compare = async (entry: Entry) => {
      const rev = revOf(await this.kv.found(entry));
      // Of what was deleted KV may have nothing more.
      if (rev < entry.rev && (rev >= 0 || entry.value !== null)) ahead.set(entry, entry.rev);
    };
    // Where NATS is away again, the next reconnect comes here too.
    await each(entries, compare, () => undefined);
    return ahead;
  }
}

async function each(entries: Entry[], work: Work, failed: Failed): Promise<void> {
  const queue = entries.values();
  const worker = async () => {
    for (const entry of queue) await work(entry).catch((error: unknown) => failed(entry, error));
  };
  await Promise.all(Array.from({ length: Math.min(REREADS_AT_ONCE, entries.length) }, worker));
}
