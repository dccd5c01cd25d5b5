import { BUCKETS, Bus, consumerOf, EVENTS, HEARD, Repeating, WEB_FILES } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** A stream that was lost while NATS ran is there again after this time. */
const LOOK_MS = 2_000;

/**
 * Makes the streams and consumers of NATS for all parts: at start, when NATS is back, and when one has gone. Where each part is a user
 * of NATS of its own, no other one may (files/nats-users.conf).
 */
@Injectable()
export class StreamKeeper extends Repeating {
  constructor(private readonly bus: Bus) {
    super();
    // The next turn tries again what fails here.
    bus.onReconnect(() => void this.turn().catch(() => undefined));
  }

  protected pause(): number {
    return LOOK_MS;
  }

  /** Throws what was wrong with the first that couldn't be had; the others are made all the same. */
  protected async turn(): Promise<void> {
    const made = await Promise.allSettled([
      ...Object.entries(BUCKETS).map(([name, { ttl }]) =>
        this.bus.jetStream.ownBucket(name, { history: 1, ...(ttl && { ttl }) }),
      ),
      this.bus.jetStream.ownFiles(WEB_FILES),
      this.bus.jetStream.ownStream(EVENTS),
    ]);
    made.push(
      ...(await Promise.allSettled(
        HEARD.map(([part, event]) => this.bus.jetStream.ownConsumer(EVENTS.name, consumerOf(event, part))),
      )),
    );
    const failed = made.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
