import type { StateKey } from '@sarafa/contracts';
import { Repeating } from '../repeating.js';
import type { StatePublisher } from './state-publisher.js';

/**
 * Keeps a state key that has a single value equal to its one document: each turn offers the value to KV, which takes it only if KV
 * lacks it. Nothing is remembered of what was published, so a NATS that has lost its data is filled again.
 */
export abstract class SinglePublisher<T> extends Repeating {
  /**
   * Whether another value with the same `rev` counts as one of another database. Not where releases may make different values of one
   * document.
   */
  protected readonly comparesValues: boolean = false;

  protected constructor(
    private readonly state: StatePublisher,
    private readonly stateKey: StateKey<T>,
    private readonly everyMs: number,
  ) {
    super();
  }

  /** The document's `rev`, and its value for the state key. */
  protected abstract current(): Promise<{ rev: number; value: T }>;

  /**
   * Raises the document's `rev` from `from` to at least `to`, where it still is `from`. Answers whether it was; where it wasn't, another
   * replica has changed the document.
   */
  protected abstract raise(from: number, to: number): Promise<boolean>;

  /** Called after a write. The write is saved whether it is published now or by the sweep. */
  async publishSoon(): Promise<void> {
    await this.turn().catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  protected pause(): number {
    return this.everyMs;
  }

  protected async turn(): Promise<void> {
    for (;;) {
      const { rev, value } = await this.current();
      const { rev: known, isSame } = await this.state.publish(this.stateKey, '', rev, value);
      if (known < rev || (known === rev && (isSame || !this.comparesValues))) return;
      // The database was put back to an older copy and NATS was not, or another replica has published a later change just now.
      if (!(await this.raise(rev, known + 1))) return;
      this.log.error(
        `KV has ${this.stateKey.key('')} of a later database (${known}, not ${rev}): what the database says counts`,
      );
    }
  }
}
