import { AppError, texts } from '@sarafa/contracts';
import {
  jetstream,
  type JetStreamClient,
  jetstreamManager,
  type JetStreamManager,
  type StreamConfig,
  JetStreamApiCodes,
  JetStreamApiError,
} from '@nats-io/jetstream';
import { type KV, Kvm, type KvOptions } from '@nats-io/kv';
import { Objm, type ObjectStore } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';

/** A caller waits 5 s for its answer; state that isn't read or put by then is asked for again, or left to the sweep. */
const STATE_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 1_000;
/** How often NATS is asked whether it is still there. */
const PROBE_MS = 400;
/** Without an answer for so long, a change may have been missed: a revocation is to be known everywhere within two seconds. */
const HEARING_MS = 1_800;

/**
 * The one NATS connection of an app. Calls, their replies and KV share it on purpose: NATS keeps the order of one
 * connection, so a gateway hears a new slice before the reply of the write that made it, and whoever wrote reads it.
 */
export class Bus {
  private readonly log = new Logger(Bus.name);
  private readonly reconnected: (() => void)[] = [];
  private readonly configured = new Set<string>();
  private reconnectionCount = 0;
  private up = true;
  private closing = false;
  /** When the last question was asked that NATS has answered; by the monotonic clock. */
  private heardAt = performance.now();
  private probing = false;
  private readonly probe = setInterval(() => void this.ask(), PROBE_MS);

  private constructor(
    private readonly nats: NatsConnection,
    /** Of the app. */
    readonly name: string,
    /** Of each stream that this app makes. */
    private readonly replicas: number,
  ) {
    this.probe.unref();
    void this.follow();
    void this.nats.closed().then((error) => this.closedByItself(error));
  }

  /**
   * Waits until NATS answers, however long that takes; later the connection is never given up. `replicas`: how many copies NATS
   * keeps of each stream that is made here.
   */
  static async connect(urls: string, name: string, replicas = 1): Promise<Bus> {
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
      replicas,
    );
  }

  get isConnected(): boolean {
    return this.up;
  }

  /** How often the connection was lost and came back: what was said in between has not been heard. */
  get reconnections(): number {
    return this.reconnectionCount;
  }

  /**
   * Whether all that was said up to two seconds ago has been heard. NATS answers one connection in order, so its answer to a
   * probe comes after every message that was on its way. False also after this process stood still.
   */
  get isHearing(): boolean {
    return this.up && performance.now() - this.heardAt < HEARING_MS;
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

  /** The bucket, made where there is none. Its owner opens it so; a reader by `state.open`. */
  async ownBucket(name: string, options: Partial<KvOptions>): Promise<KV> {
    const kv = await this.state.create(name, { ...options, replicas: this.replicas });
    await this.keepReplicas(`KV_${name}`);
    return kv;
  }

  /** The bucket of files, made where there is none. */
  async ownFiles(name: string): Promise<ObjectStore> {
    const store = await new Objm(this.jetStream).create(name, { replicas: this.replicas });
    await this.keepReplicas(`OBJ_${name}`);
    return store;
  }

  /** The stream, made where there is none. */
  async ownStream(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    const { streams } = await this.jetStreamManager();
    await streams.info(config.name).catch(async (error: unknown) => {
      if (!isStreamMissing(error)) throw error;
      await streams.add({ ...config, num_replicas: this.replicas });
    });
    await this.keepReplicas(config.name);
  }

  /**
   * Gives a stream that was made with another number of replicas the configured one. Once a process: of two releases beside each
   * other the one that was started last decides, and they don't change it to and fro.
   */
  private async keepReplicas(stream: string): Promise<void> {
    if (this.configured.has(stream)) return;
    const { streams } = await this.jetStreamManager();
    const { config } = await streams.info(stream);
    if (config.num_replicas !== this.replicas) {
      await streams
        .update(stream, { num_replicas: this.replicas })
        .then(() => this.log.log(`${stream} has ${this.replicas} replicas now, not ${config.num_replicas}`))
        .catch((error: Error) =>
          this.log.error(`${stream} stays at ${config.num_replicas} replicas, not ${this.replicas}: ${error.message}`),
        );
    }
    this.configured.add(stream);
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
    clearInterval(this.probe);
    await this.nats.close();
  }

  private async ask(): Promise<void> {
    if (this.probing || !this.up) return;
    this.probing = true;
    const askedAt = performance.now();
    await this.nats.flush().then(
      () => (this.heardAt = askedAt),
      () => undefined,
    );
    this.probing = false;
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
        this.reconnectionCount++;
        void this.ask();
        this.log.log('NATS is back');
        for (const listener of this.reconnected) listener();
      }
    }
  }
}

/** Of what NATS answers to a question about a stream. */
export function isStreamMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}
