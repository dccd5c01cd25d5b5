import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, texts } from '@sarafa/contracts';
import {
  type ConsumerConfig,
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
import {
  ClosedConnectionError,
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { recogniseDown } from './errors.js';
import { certificateEnd, natsServers, type NatsSecurity, tlsFaultOf } from './nats-security.js';
import { isForbidden, SharedClock } from './shared-clock.js';
import { type LastOfKey, textOf } from './state.js';
import { writesInto } from './streams.js';

/**
 * The caller of an rpc waits 4 s for its answer. State that isn't read or written by then is asked for again, or left to the
 * sweep.
 */
const STATE_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 1_000;
const INBOX = '_INBOX.';
/** How often NATS is pinged. */
const PROBE_MS = 400;
/**
 * After this long without an answer a change may have been missed. A revocation has to be known everywhere within two seconds.
 */
const HEARING_MS = 1_800;
/** After this long at a node another one may be tried. Sooner, parts that are slow themselves would never settle. */
const LEAST_STAY_MS = 10_000;
/**
 * NATS answers each connection in order, but reads its connections in any order. So when it goes on after it stood still, a call that
 * has waited on another connection may come after the answer to a ping.
 */
const WAITING_CALLS_MS = 1_000;
/** How long a part waits for a stream that auth makes, and how often it looks. */
const MADE_MS = 2_000;
const MADE_LOOK_MS = 100;
/** How long one node may take to greet a new connection; a node that was stopped still accepts it, and says nothing. */
const DIAL_TIMEOUT_MS = 2_000;

/**
 * The one NATS connection of an app. Rpcs, their replies and KV share the connection on purpose: NATS keeps the order within
 * one connection, so a gateway receives a new value before the reply of the write that made the value, and whoever has written
 * can read the new value.
 */
export class Bus {
  private readonly log = new Logger(Bus.name);
  private readonly reconnected: (() => void)[] = [];
  private readonly configured = new Set<string>();
  private reconnectionCount = 0;
  private up = true;
  private closing = false;
  /** When the last ping that NATS has answered was sent, by the monotonic clock. */
  private answeredAt = performance.now();
  /** When a ping was answered so late that NATS must have stood still. */
  private wentOnAt = -Infinity;
  private probing = false;
  private probedAt = performance.now();
  private connectedAt = -Infinity;
  /** The time that all parts agree on. */
  readonly clock = new SharedClock((subject, timeout) => this.connection.request(subject, '', { timeout }));
  private readonly probe = setInterval(() => void this.ask(), PROBE_MS);

  private constructor(
    private readonly nats: NatsConnection,
    /** The name of the app. */
    readonly name: string,
    /** The number of replicas of each stream that this app may make. */
    private readonly replicas: number,
    /** How many nodes of NATS are configured. */
    private readonly nodes: number,
    /** Whether NATS lets this part make streams. */
    private readonly makesStreams: boolean,
    /** When the certificate by which NATS knows this app ends, in seconds since 1970. */
    readonly certificateEnd: number | undefined,
  ) {
    this.probe.unref();
    void this.follow();
    void this.nats.closed().then((error) => this.closedByItself(error));
  }

  /**
   * Waits until NATS answers, however long that takes; later the connection is never given up. `replicas` is how many copies
   * NATS keeps of each stream that this app makes. Throws where the encryption can't be had, which waiting wouldn't mend.
   */
  static async connect(urls: string, name: string, replicas = 1, security: NatsSecurity = {}): Promise<Bus> {
    const servers = natsServers(urls);
    const options: NodeConnectionOptions = {
      ...servers,
      ...security,
      name,
      // A prefix of the app's own, so that NATS can forbid every other app to receive its replies.
      inboxPrefix: INBOX + name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      timeout: DIAL_TIMEOUT_MS,
      // The driver by itself would dial the node again that it has just left, and wait for it.
      reconnectToServer: (nodes) => [...nodes].sort((one, other) => one.lastConnect - other.lastConnect)[0]!,
      // A connection that died silently is noticed within two of these intervals.
      pingInterval: 5_000,
    };
    const first = connect(options).catch((error: unknown) => {
      const fault = security.tls && tlsFaultOf(error);
      if (fault) throw fault;
      // NATS says nothing to a client whose certificate it misses.
      const isNamed = !security.tls || security.tls.cert;
      const hint = isNamed ? '' : '; if it asks for a client certificate, set NATS_CERT and NATS_KEY';
      new Logger(Bus.name).warn(`NATS can't be reached yet: ${(error as Error).message}${hint}`);
      return connect({ ...options, waitOnFirstConnect: true });
    });
    // Who may configure a stream may have it take in what others say. So where each part is a user of its own, only auth may.
    const makesStreams = name === 'auth' || servers.user !== name;
    const bus = new Bus(await first, name, replicas, urls.split(',').length, makesStreams, certificateEnd(security));
    await bus.clock.begin();
    return bus;
  }

  get isConnected(): boolean {
    return this.up;
  }

  /** How often the connection was lost and restored. Messages that were sent in between have not been received. */
  get reconnections(): number {
    return this.reconnectionCount;
  }

  /**
   * Whether all messages up to two seconds ago have been received. NATS answers a connection in order, so the answer to a ping
   * comes after every message that was sent before. False also after this process was suspended.
   */
  get isResponsive(): boolean {
    return this.up && performance.now() - this.answeredAt < HEARING_MS;
  }

  /** Whether calls that come now were made just now. */
  get hearsCallsInTime(): boolean {
    return this.isResponsive && performance.now() - this.wentOnAt >= WAITING_CALLS_MS;
  }

  /** The connection while it is open. Throws `UNAVAILABLE` at once otherwise, because the driver would buffer and time out. */
  get connection(): NatsConnection {
    if (!this.up) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return this.nats;
  }

  /** Access to the KV buckets over the same connection. */
  get state(): Kvm {
    return new Kvm(this.jetStream);
  }

  /** Opens a bucket, and makes it when it doesn't exist, where this part may. For its owner; readers use `state.open`. */
  async ownBucket(name: string, options: Partial<KvOptions>): Promise<KV> {
    await this.untilMade((jetStream) => jetStream.streams.info(`KV_${name}`));
    const kv = await this.state.create(name, { ...options, replicas: this.replicas });
    await this.keepReplicas(`KV_${name}`);
    return kv;
  }

  /** Opens the bucket of files, and makes it when it doesn't exist, where this part may. */
  async ownFiles(name: string): Promise<ObjectStore> {
    await this.untilMade((jetStream) => jetStream.streams.info(`OBJ_${name}`));
    const store = await new Objm(this.jetStream).create(name, { replicas: this.replicas });
    await this.keepReplicas(`OBJ_${name}`);
    return store;
  }

  /** Makes the stream when it doesn't exist, where this part may. */
  async ownStream(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    await this.untilMade((jetStream) => jetStream.streams.info(config.name));
    const { streams } = await this.jetStreamManager();
    await streams.info(config.name).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await streams.add({ ...config, num_replicas: this.replicas });
    });
    await this.keepReplicas(config.name);
  }

  /** Makes the consumer of a stream when it doesn't exist, where this part may. */
  async ownConsumer(stream: string, config: Partial<ConsumerConfig> & { durable_name: string }): Promise<void> {
    await this.untilMade((jetStream) => jetStream.consumers.info(stream, config.durable_name));
    if (!this.makesStreams) return;
    const { consumers } = await this.jetStreamManager();
    await consumers.info(stream, config.durable_name).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await consumers.add(stream, config);
    });
  }

  /**
   * What KV has of a key, by the subject of its changes; null where it has no trace of the key. NATS doesn't check where an answer
   * goes, so an answer that is just what its asker has written could pass for what somebody else says, and even for a request to
   * change a stream. So who writes into a bucket has no right to such direct reads, and gets the message in an envelope.
   */
  async lastOf(bucket: string, subject: string): Promise<LastOfKey | null> {
    const { streams, direct } = await this.jetStreamManager();
    const [stream, query] = [`KV_${bucket}`, { last_by_subj: subject }];
    if (this.readsEnvelopes(bucket)) {
      try {
        const sent = await streams.getMessage(stream, query);
        return sent && { revision: sent.seq, text: textOf(sent, sent.header) };
      } catch (error) {
        // A NATS of one's own may still have the users of an earlier release.
        if (!isForbidden(error)) throw error;
      }
    }
    const answer = await direct.getMessage(stream, query);
    return answer && { revision: answer.seq, text: textOf(answer, answer.header, true) };
  }

  /** Whether this part has no right to direct reads of a bucket, and so to reads of many keys at once. */
  readsEnvelopes(bucket: string): boolean {
    return !this.makesStreams && writesInto(bucket, this.name);
  }

  /**
   * Waits a moment for auth to make what is looked for, where this part may not. Throws where it is still missing then; what needs it
   * is tried again anyway.
   */
  private async untilMade(look: (jetStream: JetStreamManager) => Promise<unknown>): Promise<void> {
    if (this.makesStreams) return;
    const jetStream = await this.jetStreamManager();
    const end = performance.now() + MADE_MS;
    for (;;) {
      const failure = await look(jetStream).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!failure) return;
      if (!isMissing(failure) || performance.now() > end) throw failure;
      await sleep(MADE_LOOK_MS);
    }
  }

  /**
   * Changes a stream that has another number of replicas than configured. Once a process: of two releases side by side the one
   * that started last decides, and the two don't change the number to and fro.
   */
  private async keepReplicas(stream: string): Promise<void> {
    if (!this.makesStreams || this.configured.has(stream)) return;
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

  /** Calls `listener` after each reconnect. Core subscriptions have lost the messages that were sent meanwhile. */
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
    this.clock.close();
    await this.nats.close();
  }

  private async ask(): Promise<void> {
    // A turn that comes late says that this process stood still, and not NATS.
    const lastTurn = this.probedAt;
    this.probedAt = performance.now();
    const isAwake = this.probedAt - lastTurn < 2 * PROBE_MS;
    if (this.probing && isAwake) this.leaveHungNode();
    if (this.probing || !this.up) return;
    this.probing = true;
    const askedAt = performance.now();
    await this.nats.flush().then(
      () => {
        this.answeredAt = askedAt;
        if (!this.isResponsive) this.wentOnAt = performance.now();
      },
      () => undefined,
    );
    this.probing = false;
  }

  /** A node that was stopped, or whose link is cut, doesn't close its connections. Where there is another node, it is asked. */
  private leaveHungNode(): void {
    if (this.isResponsive || !this.up || performance.now() - this.connectedAt < LEAST_STAY_MS) return;
    const nodes = Math.max(this.nodes, this.nats.info?.connect_urls?.length ?? 0);
    if (nodes < 2) return;
    this.log.warn('NATS does not answer; another node is tried');
    void this.nats.reconnect();
  }

  /**
   * The driver gives up for good when NATS has refused the user twice. A process without a bus can do nothing, but a restarted
   * one may be accepted.
   */
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
        this.connectedAt = performance.now();
        this.reconnectionCount++;
        void this.ask();
        this.log.log('NATS is back');
        for (const listener of this.reconnected) listener();
      }
    }
  }
}

/** Whose inbox this is, by its subject; undefined for another one. */
export function ownerOfInbox(subject: string | undefined): string | undefined {
  return subject?.startsWith(INBOX) ? subject.slice(INBOX.length).split('.')[0] : undefined;
}

/** JetStream has no leader, no majority or no room in its queue at the moment; with HTTP's numbers. */
const JETSTREAM_AWAY = [408, 429, 503];

/** Whether an error of the driver says that NATS, or JetStream in it, doesn't answer or can't at the moment. */
function isNatsDown(thrown: unknown): boolean {
  if (thrown instanceof JetStreamApiError) return JETSTREAM_AWAY.includes(thrown.status);
  return [TimeoutError, RequestError, ClosedConnectionError].some((kind) => thrown instanceof kind) && !isForbidden(thrown);
}
recogniseDown(isNatsDown, texts.errors.partDown);

const MISSING: number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];

/** Whether NATS answered that a stream, or a consumer, doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && MISSING.includes(error.code);
}
