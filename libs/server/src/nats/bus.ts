import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, texts } from '@sarafa/contracts';
import { JetStreamApiError } from '@nats-io/jetstream';
import {
  AuthorizationError,
  ClosedConnectionError,
  connect,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  PermissionViolationError,
  RequestError,
  TimeoutError,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { recogniseDown } from '../errors.js';
import { type LastingSubscription, LastingSubscriptions } from './lasting-subscriptions.js';
import { JetStream } from './jet-stream.js';
import { certificateEnd, natsServers, type NatsSecurity, tlsFaultOf } from './nats-security.js';
import { isForbidden, SharedClock } from './shared-clock.js';

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
/** How long one node may take to greet a new connection; a node that was stopped still accepts it, and says nothing. */
const DIAL_TIMEOUT_MS = 2_000;
const DIAL_PAUSE_MS = 250;
/** A user that NATS has refused for this long was given another password, rather than mistaken for a while. */
const REFUSED_MS = 300_000;

/**
 * The one NATS connection of an app. Rpcs, their replies and KV share the connection on purpose: NATS keeps the order within
 * one connection, so a gateway receives a new value before the reply of the write that made the value, and whoever has written
 * can read the new value.
 */
export class Bus {
  private readonly log = new Logger(Bus.name);
  private readonly reconnected: (() => void)[] = [];
  private reconnectionCount = 0;
  private up = true;
  private closing = false;
  /** When the last ping that NATS has answered was sent, by the monotonic clock. */
  private answeredAt = performance.now();
  private probing = false;
  private probedAt = performance.now();
  private connectedAt = -Infinity;
  /** Since when NATS has refused the user at each try. */
  private refusedSince: number | undefined;
  /** The time that all parts agree on. */
  readonly clock = new SharedClock((subject, timeout) => this.connection.request(subject, '', { timeout }));
  readonly jetStream: JetStream;
  private readonly subscriptions = new LastingSubscriptions(
    () => this.connection,
    () => this.restored(),
  );
  private readonly probe = setInterval(() => void this.ask(), PROBE_MS);

  private constructor(
    private readonly nats: NatsConnection,
    /** The name of the app. */
    readonly name: string,
    replicas: number,
    /** How many nodes of NATS are configured. */
    private readonly nodes: number,
    makesStreams: boolean,
    /** When the certificate by which NATS knows this app ends, in seconds since 1970. */
    readonly certificateEnd: number | undefined,
  ) {
    this.jetStream = new JetStream(() => this.connection, { name, replicas, makesStreams });
    this.probe.unref();
    void this.follow();
    void this.nats.closed().then((error) => this.closedByItself(error));
  }

  /**
   * Waits until NATS answers, however long that takes; later the connection is never given up. `replicas` is how many copies
   * NATS keeps of each stream that this app makes. Throws where the encryption can't be had, which waiting wouldn't mend, and where the
   * user is refused, because a restarted process may read another password.
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
      // Otherwise the driver would give up for good when it is refused twice.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: DIAL_PAUSE_MS,
      timeout: DIAL_TIMEOUT_MS,
      // The driver by itself would dial the node again that it has just left, and wait for it.
      reconnectToServer: (nodes) => [...nodes].sort((one, other) => one.lastConnect - other.lastConnect)[0]!,
      // A connection that died silently is noticed within two of these intervals.
      pingInterval: 5_000,
    };
    const connection = await dial(options);
    // Who may configure a stream may have it take in what others say. So where NATS knows its users, whatever their names, only auth may.
    const areUsersKnown = Boolean(servers.user ?? security.authenticator ?? security.tls?.cert);
    const makesStreams = name === 'auth' || !areUsersKnown;
    const bus = new Bus(connection, name, replicas, urls.split(',').length, makesStreams, certificateEnd(security));
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

  /** The connection while it is open. Throws `UNAVAILABLE` at once otherwise, because the driver would buffer and time out. */
  get connection(): NatsConnection {
    if (!this.up) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    return this.nats;
  }

  /**
   * Calls `handle` for each message, for as long as the app runs. The replicas of a `queue` share the messages. What NATS refuses is asked
   * for again; once it is granted, that counts as a reconnect, because messages were missed as well.
   */
  subscribe(subject: string, handle: (message: Msg) => void, queue?: string): LastingSubscription {
    return this.subscriptions.add(subject, handle, queue);
  }

  /** Calls `listener` after each reconnect. Core subscriptions have lost the messages that were sent meanwhile. */
  onReconnect(listener: () => void): void {
    this.reconnected.push(listener);
  }

  /** Throws unless NATS answers within a second, and lets this app hear all that it has to. */
  async answers(): Promise<void> {
    const { refused } = this.subscriptions;
    if (refused) throw new Error(`its user may not subscribe to ${refused}`);
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
    this.subscriptions.close();
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
      () => (this.answeredAt = askedAt),
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

  /** A gateway goes on from memory while its user is refused. A restarted process may read another password. */
  private refused(error: Error): void {
    if (this.refusedSince === undefined) this.log.error(`NATS refuses this user: ${error.message}`);
    this.refusedSince ??= performance.now();
    if (performance.now() - this.refusedSince > REFUSED_MS) this.closedByItself(error);
  }

  /** A process without a bus can do nothing, but a restarted one may be accepted. */
  private closedByItself(error: void | Error): void {
    if (this.closing) return;
    this.log.fatal(`NATS has closed the connection for good: ${error ? error.message : 'no reason given'}`);
    process.exit(1);
  }

  /** The driver tells of each try that NATS refuses as of one more loss, and of as many reconnects once NATS takes the user. */
  private async follow(): Promise<void> {
    for await (const status of this.nats.status()) {
      const { type } = status;
      if (type === 'error') {
        const { error } = status;
        if (isRefusal(error)) this.refused(error);
        else if (error instanceof PermissionViolationError && error.operation === 'subscription')
          this.subscriptions.refuse(error.subject);
      } else if (type === 'disconnect' && this.up) {
        this.up = false;
        this.log.warn('NATS is gone; reconnecting');
      } else if (type === 'reconnect' && !this.up) {
        this.up = true;
        this.connectedAt = performance.now();
        this.refusedSince = undefined;
        void this.ask();
        this.log.log('NATS is back');
        this.restored();
      }
    }
  }

  private restored(): void {
    this.reconnectionCount++;
    for (const listener of this.reconnected) listener();
  }
}

/** Tries until NATS answers. */
async function dial(options: NodeConnectionOptions): Promise<NatsConnection> {
  const { tls } = options;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connect(options);
    } catch (error) {
      const fault = tls && tlsFaultOf(error);
      if (fault) throw fault;
      // NATS says nothing to a client whose certificate it misses.
      const hint = !tls || tls.cert ? '' : '; if it asks for a client certificate, set NATS_CERT and NATS_KEY';
      if (isFirst) new Logger(Bus.name).warn(`NATS can't be reached yet: ${(error as Error).message}${hint}`);
      if (isRefusal(error)) throw error;
    }
    await sleep(DIAL_PAUSE_MS);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError;
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
