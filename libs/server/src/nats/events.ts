import type { DomainEvent } from '@sarafa/contracts';
import type { ConsumerMessages } from '@nats-io/jetstream';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from './bus.js';
import { asAppError } from '../errors.js';
import { consumerOf, EVENTS } from './streams.js';
import { withRequestSpan } from '../traces.js';

/**
 * An event whose handler failed is delivered again after this time: doubled each time, up to a minute, where that wasn't for a part
 * that is away. Such an event may never succeed here, as that of another release, and it would fill the log.
 */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const RECONNECT_MS = 1_000;

/** Publishes events and consumes them. Every consumer gets each event at least once, however long the consumer was away. */
@Injectable()
export class Events implements OnApplicationShutdown {
  private readonly log = new Logger(Events.name);
  private readonly open = new Set<ConsumerMessages>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly bus: Bus) {}

  /**
   * Resolves when JetStream has stored the event: from then on no consumer can miss it. The same `id` makes a second
   * publication harmless.
   */
  async publish<T>(event: DomainEvent<T>, id: string, payload: T): Promise<void> {
    await this.ensureStream();
    await this.bus.jetStream.client.publish(`events.${event.subject}`, JSON.stringify(event.payload.parse(payload)), {
      msgID: id,
    });
  }

  /**
   * Calls `handle` for each event, and calls it again until it succeeds. All replicas of a `part` share the events. A handler may
   * get an event twice. Consuming goes on after NATS was away.
   */
  hear<T>(event: DomainEvent<T>, part: string, handle: (payload: T) => Promise<void>): void {
    const run = this.follow(event, part, handle).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.open].map((messages) => messages.close()));
    await Promise.all(this.running);
  }

  private async follow<T>(event: DomainEvent<T>, part: string, handle: (payload: T) => Promise<void>): Promise<void> {
    while (!this.stopped) {
      let messages: ConsumerMessages | undefined;
      try {
        messages = await this.consume(event, part);
        this.open.add(messages);
        // The app was stopped while the subscription was being opened. The close isn't awaited, because the subscription ends
        // only when it is read to its end.
        if (this.stopped) void messages.close();
        for await (const message of messages) {
          const step = { name: event.subject, kind: 'server' } as const;
          await withRequestSpan({}, step, async () => handle(event.payload.parse(message.json())))
            .then(() => message.ack())
            .catch((error: unknown) => {
              // A handler that asks a part which is away has no fault: it succeeds once that part is back.
              const isAway = asAppError(error).code === 'UNAVAILABLE';
              this.log[isAway ? 'warn' : 'error']({ err: error, event: event.subject, part });
              const doubled = Math.min(RETRY_MS * 2 ** (message.info.deliveryCount - 1), LONGEST_RETRY_MS);
              message.nak(isAway ? RETRY_MS : doubled);
            });
        }
      } catch (error) {
        if (!this.stopped) this.log.warn(`${part} can't hear ${event.subject} now: ${String(error)}`);
      } finally {
        if (messages) this.open.delete(messages);
      }
      if (!this.stopped) await sleep(RECONNECT_MS);
    }
  }

  private async consume(event: DomainEvent, part: string): Promise<ConsumerMessages> {
    await this.ensureStream();
    const wanted = consumerOf(event, part);
    await this.bus.jetStream.ownConsumer(EVENTS.name, wanted);
    const consumer = await this.bus.jetStream.client.consumers.get(EVENTS.name, wanted.durable_name);
    return consumer.consume({ abort_on_missing_resource: true });
  }

  private ensureStream(): Promise<void> {
    return this.bus.jetStream.ownStream(EVENTS);
  }
}
