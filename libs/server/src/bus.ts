import { AppError, texts } from '@sarafa/contracts';
import { jetstream, type JetStreamClient, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';

/** A caller waits 5 s for its answer; state that isn't read or put by then is asked for again, or left to the sweep. */
const STATE_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 1_000;

/**
 * The one NATS connection of an app. Calls, their replies and KV share it on purpose: NATS keeps the order of one
 * connection, so a gateway hears a new slice before the reply of the write that made it, and whoever wrote reads it.
 */
export class Bus {
  private readonly log = new Logger(Bus.name);
  private readonly reconnected: (() => void)[] = [];
  private up = true;
  private closing = false;

  private constructor(
    private readonly nats: NatsConnection,
    /** Of the app. */
    readonly name: string,
  ) {
    void this.follow();
    void this.nats.closed().then((error) => this.closedByItself(error));
  }

  /** Waits until NATS answers, however long that takes; later the connection is never given up. */
  static async connect(urls: string, name: string): Promise<Bus> {
    const parsed = urls.split(',').map((url) => new URL(url.trim()));
    const { username, password } = parsed[0]!;
    return new Bus(
      await connect({
        servers: parsed.map(({ host }) => host),
        ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
        name,
        // Of its own: NATS may then let nobody else hear what is answered to it.
        inboxPrefix: `_INBOX.${name}`,
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        // A link that died without a word is noticed within two of these.
        pingInterval: 5_000,
      }),
      name,
    );
  }

  get isConnected(): boolean {
    return this.up;
  }

  /** The connection while it stands. Throws `UNAVAILABLE` at once when not: the driver would buffer and time out. */
  get connection(): NatsConnection {
    if (!this.up) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return this.nats;
  }

  /** The KV buckets, over the same connection. */
  get state(): Kvm {
    return new Kvm(this.jetStream);
  }

  get jetStream(): JetStreamClient {
    return jetstream(this.connection, { timeout: STATE_TIMEOUT_MS });
  }

  jetStreamManager(): Promise<JetStreamManager> {
    return jetstreamManager(this.connection, { timeout: STATE_TIMEOUT_MS, checkAPI: false });
  }

  /** `listener` runs after each reconnect. Messages sent meanwhile are lost to core subscriptions. */
  onReconnect(listener: () => void): void {
    this.reconnected.push(listener);
  }

  /** Throws unless NATS answers within a second. */
  async answers(): Promise<void> {
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    await Promise.race([
      this.connection.flush(),
      new Promise((_, reject) => timeout.addEventListener('abort', () => reject(new Error('NATS does not answer')))),
    ]);
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.nats.close();
  }

  /** The driver gives up for good when NATS refuses the user twice: a process without a bus is worth nothing, a new one may be. */
  private closedByItself(error: void | Error): void {
    if (this.closing) return;
    this.log.fatal(`NATS has closed the connection for good: ${error ? error.message : 'no reason given'}`);
    process.exit(1);
  }

  private async follow(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect') {
        this.up = false;
        this.log.warn('NATS is gone; reconnecting');
      } else if (type === 'reconnect') {
        this.up = true;
        this.log.log('NATS is back');
        for (const listener of this.reconnected) listener();
      }
    }
  }
}
