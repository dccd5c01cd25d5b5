import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConsumerConfig,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  jetstreamManager,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm, type KvOptions } from '@nats-io/kv';
import { Objm, type ObjectStore } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { isForbidden } from './shared-clock.js';
import { type LastOfKey, textOf } from '../state/state.js';
import { writesInto } from './streams.js';

/**
 * The caller of an rpc waits 4 s for its answer. State that isn't read or written by then is asked for again, or left to the
 * sweep.
 */
const STATE_TIMEOUT_MS = 1_000;
/** How long a part waits for a stream that auth makes, and how often it looks. */
const MADE_MS = 2_000;
const MADE_LOOK_MS = 100;
const MISSING: number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];
/** The first code is a single server's, the second a cluster's. */
const OVERTAKEN: number[] = [JetStreamApiCodes.StreamWrongLastSequence, JetStreamApiCodes.StreamWrongLastSequenceUnknown];

/** Who uses JetStream here. */
interface Part {
  readonly name: string;
  /** The number of replicas of each stream that this part may make. */
  readonly replicas: number;
  /** Whether NATS lets this part make streams. */
  readonly makesStreams: boolean;
}

/** The streams of NATS, and the buckets and consumers that are made of them, over the one connection of an app. */
export class JetStream {
  private readonly log = new Logger(JetStream.name);
  private readonly configured = new Set<string>();

  constructor(
    /** Throws `UNAVAILABLE` while the connection isn't open. */
    private readonly connection: () => NatsConnection,
    private readonly part: Part,
  ) {}

  get client(): JetStreamClient {
    return jetstream(this.connection(), { timeout: STATE_TIMEOUT_MS });
  }

  /** An async function, so that the error of a closed connection becomes a rejection. */
  async manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.connection(), { timeout: STATE_TIMEOUT_MS, checkAPI: false });
  }

  get buckets(): Kvm {
    return new Kvm(this.client);
  }

  /** Opens a bucket, and makes it when it doesn't exist, where this part may. For its owner; readers use `buckets.open`. */
  async ownBucket(name: string, options: Partial<KvOptions>): Promise<KV> {
    await this.untilMade((manager) => manager.streams.info(`KV_${name}`));
    const kv = await this.buckets.create(name, { ...options, replicas: this.part.replicas });
    await this.keepReplicas(`KV_${name}`);
    return kv;
  }

  /** Opens the bucket of files, and makes it when it doesn't exist, where this part may. */
  async ownFiles(name: string): Promise<ObjectStore> {
    await this.untilMade((manager) => manager.streams.info(`OBJ_${name}`));
    const store = await new Objm(this.client).create(name, { replicas: this.part.replicas });
    await this.keepReplicas(`OBJ_${name}`);
    return store;
  }

  /** Makes the stream when it doesn't exist, where this part may. */
  async ownStream(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    await this.untilMade((manager) => manager.streams.info(config.name));
    const { streams } = await this.manager();
    await streams.info(config.name).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await streams.add({ ...config, num_replicas: this.part.replicas });
    });
    await this.keepReplicas(config.name);
  }

  /** Makes the consumer of a stream when it doesn't exist, where this part may. */
  async ownConsumer(stream: string, config: Partial<ConsumerConfig> & { durable_name: string }): Promise<void> {
    await this.untilMade((manager) => manager.consumers.info(stream, config.durable_name));
    if (!this.part.makesStreams) return;
    const { consumers } = await this.manager();
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
    const { streams, direct } = await this.manager();
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
    return !this.part.makesStreams && writesInto(bucket, this.part.name);
  }

  /**
   * Waits a moment for auth to make what is looked for, where this part may not. Throws where it is still missing then; what needs it
   * is tried again anyway.
   */
  private async untilMade(look: (manager: JetStreamManager) => Promise<unknown>): Promise<void> {
    if (this.part.makesStreams) return;
    const manager = await this.manager();
    const end = performance.now() + MADE_MS;
    for (;;) {
      const failure = await look(manager).then(
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
    const { makesStreams, replicas } = this.part;
    if (!makesStreams || this.configured.has(stream)) return;
    const { streams } = await this.manager();
    const { config } = await streams.info(stream);
    if (config.num_replicas !== replicas) {
      await streams
        .update(stream, { num_replicas: replicas })
        .then(() => this.log.log(`${stream} has ${replicas} replicas now, not ${config.num_replicas}`))
        .catch((error: Error) =>
          this.log.error(`${stream} stays at ${config.num_replicas} replicas, not ${replicas}: ${error.message}`),
        );
    }
    this.configured.add(stream);
  }
}

/** Whether NATS answered that a stream, or a consumer, doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && MISSING.includes(error.code);
}

/** Whether NATS refused a write because another one of its subject came before it. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof JetStreamApiError && OVERTAKEN.includes(error.code);
}
