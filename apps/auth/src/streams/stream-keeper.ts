import { Bus, makeStreams, Repeating } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** A stream that was lost while NATS ran is there again after this time. */
const LOOK_MS = 2_000;

/** Makes the streams of NATS for all parts: at start, when NATS is back, and when one has gone. */
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

  protected turn(): Promise<void> {
    return makeStreams(this.bus);
  }
}
