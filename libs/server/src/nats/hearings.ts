import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';

/** How long NATS is left alone with what it has refused. */
const AGAIN_MS = 2_000;

/** One subscription. */
export class Hearing {
  /** Counts its refusals. */
  refusals = 0;
  isRefused = false;
  private subscription!: Subscription;

  constructor(
    readonly subject: string,
    private readonly open: () => Subscription,
    private readonly end: () => void,
  ) {
    this.subscribe();
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
 * The subscriptions that an app has for as long as it runs. NATS ends those for which its user has no right, or no right any more after
 * a new configuration, and leaves the connection open. The driver forgets them then, so the app would be deaf even when it has the right again.
 */
export class Hearings {
  private readonly log = new Logger(Hearings.name);
  private readonly all = new Set<Hearing>();
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

  add(subject: string, hear: (message: Msg) => void, queue?: string): Hearing {
    const callback = (error: Error | null, message: Msg) => (error ? this.refuse(subject) : hear(message));
    const open = () => this.connection().subscribe(subject, { callback, ...(queue && { queue }) });
    const hearing: Hearing = new Hearing(subject, open, () => this.all.delete(hearing));
    this.all.add(hearing);
    return hearing;
  }

  /** NATS has refused this subject. A refusal that comes with a new configuration names no queue, so the driver finds no subscription. */
  refuse(subject: string): void {
    for (const hearing of this.all) {
      if (hearing.subject !== subject) continue;
      if (!hearing.isRefused) this.log.error(`This user of NATS needs the right to subscribe to ${subject}`);
      hearing.isRefused = true;
      hearing.refusals++;
      this.timer ??= setTimeout(() => void this.again(), AGAIN_MS).unref();
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.all.clear();
  }

  private async again(): Promise<void> {
    const asked = [...this.all].filter(({ isRefused }) => isRefused).map((hearing) => [hearing, hearing.refusals] as const);
    try {
      for (const [hearing] of asked) hearing.subscribe();
      // NATS answers in order: a refusal comes before the answer to a ping.
      await this.connection().flush();
      const granted = asked.filter(([hearing, refusals]) => hearing.refusals === refusals).map(([hearing]) => hearing);
      for (const hearing of granted) {
        hearing.isRefused = false;
        this.log.log(`${hearing.subject} is heard again`);
      }
      if (granted.length > 0) this.regained();
    } catch (error) {
      this.log.warn(`NATS can't be asked again for what it has refused: ${String(error)}`);
    }
    this.timer = this.refused === undefined ? undefined : setTimeout(() => void this.again(), AGAIN_MS).unref();
  }
}
