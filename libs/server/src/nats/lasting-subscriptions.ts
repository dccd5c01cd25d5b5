import { AppError } from '@sarafa/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';

/** The pause before NATS is asked again for what it has refused. */
const AGAIN_MS = 2_000;

/** A subscription that an app has for as long as it runs. `isRefused` while NATS doesn't permit it. */
export class LastingSubscription {
  /** Counts its refusals. */
  refusals = 0;
  /** Since when NATS refuses it, by the monotonic clock. */
  refusedSince: number | undefined;
  private subscription!: Subscription;

  constructor(
    readonly subject: string,
    private readonly open: () => Subscription,
    private readonly end: () => void,
  ) {
    this.subscribe();
  }

  get isRefused(): boolean {
    return this.refusedSince !== undefined;
  }

  /** Subscribes, in the place of a subscription that NATS has ended. */
  subscribe(): void {
    const subscription = this.open();
    this.subscription?.unsubscribe();
    this.subscription = subscription;
  }

  drain(): Promise<void> {
    this.end();
    return this.subscription.drain();
  }
}

/**
 * All of an app's. NATS ends those for which the app's user has no right, or no right any more after a new configuration, and leaves the
 * connection open. The driver forgets them then, so the app would hear nothing even when it has the right again.
 */
export class LastingSubscriptions {
  private readonly log = new Logger(LastingSubscriptions.name);
  private readonly all = new Set<LastingSubscription>();
  private timer?: NodeJS.Timeout | undefined;

  /** `connection` throws while there is none. `regained` is called once what was refused is heard again. */
  constructor(
    private readonly connection: () => NatsConnection,
    private readonly regained: () => void,
  ) {}

  /** The subject of one that is refused. */
  get refused(): string | undefined {
    return [...this.all].find(({ isRefused }) => isRefused)?.subject;
  }

  add(subject: string, handle: (message: Msg) => void, queue?: string): LastingSubscription {
    const callback = (error: Error | null, message: Msg) => (error ? this.refuse(subject) : handle(message));
    const open = () => this.connection().subscribe(subject, { callback, ...(queue && { queue }) });
    const one: LastingSubscription = new LastingSubscription(subject, open, () => this.all.delete(one));
    this.all.add(one);
    return one;
  }

  /** NATS has refused this subject. A refusal that comes with a new configuration names no queue, so the driver finds no subscription. */
  refuse(subject: string): void {
    for (const one of this.all) {
      if (one.subject !== subject) continue;
      if (!one.isRefused) this.log.error(`This user of NATS needs the right to subscribe to ${subject}`);
      one.refusedSince ??= performance.now();
      one.refusals++;
      this.timer ??= setTimeout(() => void this.again(), AGAIN_MS).unref();
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.all.clear();
  }

  private async again(): Promise<void> {
    const asked = [...this.all].filter(({ isRefused }) => isRefused).map((one) => [one, one.refusals] as const);
    try {
      for (const [one] of asked) one.subscribe();
      // NATS answers in order: a refusal comes before the answer to a ping.
      await this.connection().flush();
      const granted = asked.filter(([one, refusals]) => one.refusals === refusals).map(([one]) => one);
      for (const one of granted) {
        one.refusedSince = undefined;
        this.log.log(`${one.subject} is heard again`);
      }
      if (granted.length > 0) this.regained();
    } catch (error) {
      // That NATS is away was said, and is so at each turn.
      if (!(error instanceof AppError)) this.log.warn(`NATS can't be asked again for what it has refused: ${String(error)}`);
    }
    this.timer = this.refused === undefined ? undefined : setTimeout(() => void this.again(), AGAIN_MS).unref();
  }
}
