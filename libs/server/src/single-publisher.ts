import type { StateKey } from '@sarafa/contracts';
import { Repeating } from './repeating.js';
import type { StatePublisher } from './state-publisher.js';

/**
 * Keeps a state key that has a single value equal to its one document: each turn offers the value to KV, which takes it only if KV
 * lacks it. Nothing is remembered of what was published, so a NATS that has lost its data is filled again.
 */
export abstract class SinglePublisher<T> extends Repeating {
  protected constructor(
    private readonly state: StatePublisher,
    private readonly stateKey: StateKey<T>,
    private readonly everyMs: number,
  ) {
    super();
  }

  /** The document's `rev`, and its value for the state key. */
  protected abstract current(): Promise<{ rev: number; value: T }>;

  /** Called after a write. The write is saved whether it is published now or by the sweep. */
  async publishSoon(): Promise<void> {
    await this.turn().catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  protected pause(): number {
    return this.everyMs;
  }

  protected async turn(): Promise<void> {
    const { rev, value } = await this.current();
    await this.state.publish(this.stateKey, '', rev, value);
  }
}
