import type { Slice } from '@sarafa/contracts';
import { Repeating } from './repeating.js';
import type { StatePublisher } from './state-publisher.js';

/**
 * Keeps a slice of which there is one equal to its one document: each turn offers it to KV, which takes what it doesn't have.
 * Nothing is remembered of what was published, so a lost NATS is filled again by itself.
 */
export abstract class SinglePublisher<T> extends Repeating {
  protected constructor(
    private readonly state: StatePublisher,
    private readonly slice: Slice<T>,
    private readonly everyMs: number,
  ) {
    super();
  }

  /** The document's `rev` and what it says. */
  protected abstract current(): Promise<{ rev: number; value: T }>;

  /** After a write, which is saved whether this succeeds or the sweep does it. */
  async publishSoon(): Promise<void> {
    await this.turn().catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  protected pause(): number {
    return this.everyMs;
  }

  protected async turn(): Promise<void> {
    const { rev, value } = await this.current();
    await this.state.publish(this.slice, '', rev, value);
  }
}
