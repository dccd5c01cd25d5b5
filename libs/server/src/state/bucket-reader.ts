import { AppError, texts } from '@sarafa/contracts';
import {
  createInbox,
  type Deferred,
  deferred,
  type Msg,
  PermissionViolationError,
  type RequestError,
} from '@nats-io/transport-node';
import type { Bus } from '../nats/bus.js';
import { FROM_STREAM, textOf, UnreadableState } from './state.js';

/** NATS answers at most 1,024 keys at once. */
const BATCH_KEYS = 1_000;
/** The most keys that are asked for one by one at the same time. More would wait for longer than an answer may take. */
const SINGLE_KEYS = 200;
/** NATS ends an answer once it is as large as this, with keys left out. */
const ANSWER_BYTES = 8 * 1024 * 1024;
/** The most requests at once. More than one runs only while enough keys wait to fill a request. */
const REQUESTS_AT_ONCE = 4;
const ANSWER_MS = 1_000;
/** A read that waits for longer than this fails, because those before it aren't answered either. */
const WAIT_MS = 3_000;
/** A key that no bucket has. */
const NO_KEY = '$KV.-';

/** Codes of answers. */
const END_OF_ANSWER = 204;
const NOT_FOUND = 404;

/** The text of a value; empty where the key was removed, and null where KV has no trace of the key. */
export type Found = string | null;

/** The reads of one key that were asked for before the key's request is sent. */
interface Read {
  readonly since: number;
  readonly found: Deferred<Found>;
}

/**
 * Reads the keys of one bucket. Keys that are asked for in the same turn, or before the last request is answered, share a
 * request. A request is always sent after its keys were asked for.
 */
export class BucketReader {
  private readonly subject: string;
  private readonly keysAtOnce: number;
  /** The reads that aren't sent yet, by the subject of their key's changes. */
  private readonly waiting = new Map<string, Read>();
  private requests = 0;
  private isScheduled = false;
  private batches?: { readonly connection: number; readonly areTaken: Promise<boolean> };

  constructor(
    private readonly bus: Bus,
    private readonly bucket: string,
  ) {
    this.keysAtOnce = bus.jetStream.readsEnvelopes(bucket) ? SINGLE_KEYS : BATCH_KEYS;
    this.subject = `$JS.API.DIRECT.GET.KV_${bucket}`;
    bus.onReconnect(() => {
      // What was sent over the lost connection is answered no more.
      this.requests = 0;
      this.schedule();
    });
  }

  /** `subject` is that of the key's changes. Throws `UNAVAILABLE` when KV doesn't answer. */
  read(subject: string): Promise<Found> {
    const read = this.waiting.get(subject) ?? { since: performance.now(), found: deferred<Found>() };
    this.waiting.set(subject, read);
    this.schedule();
    return read.found;
  }

  private schedule(): void {
    const most = this.waiting.size < this.keysAtOnce ? 1 : REQUESTS_AT_ONCE;
    if (this.isScheduled || this.waiting.size === 0 || this.requests >= most) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.send(this.next());
      this.schedule();
    });
  }

  /** Takes the reads of the next request, the oldest first. */
  private next(): Map<string, Read> {
    const reads = new Map<string, Read>();
    const now = performance.now();
    for (const [subject, read] of this.waiting) {
      if (reads.size === this.keysAtOnce) break;
      this.waiting.delete(subject);
      if (now - read.since > WAIT_MS) read.found.reject(unavailable());
      else reads.set(subject, read);
    }
    return reads;
  }

  private async send(reads: Map<string, Read>): Promise<void> {
    const { reconnections } = this.bus;
    this.requests++;
    try {
      if (reads.size > 1 && (await this.takesBatches())) await this.readBatch(reads);
      else await Promise.all([...reads].map(([subject, read]) => this.readOne(subject, read)));
    } catch {
      for (const { found } of reads.values()) found.reject(unavailable());
      // The permission may have been taken away.
      this.batches = undefined;
    }
    if (reconnections === this.bus.reconnections) this.requests--;
    this.schedule();
  }

  private async readOne(subject: string, { found }: Read): Promise<void> {
    await this.bus.jetStream.lastOf(this.bucket, subject).then(
      (last) => settle(found, last && last.text),
      () => found.reject(unavailable()),
    );
  }

  /** Resolves all of `reads`. When this throws, the map still has those that weren't resolved. */
  private async readBatch(reads: Map<string, Read>): Promise<void> {
    let bytes: number;
    do {
      bytes = 0;
      await this.answerOf([...reads.keys()], (message) => {
        const subject = message.headers!.get('Nats-Subject');
        bytes += message.data.length;
        const read = reads.get(subject);
        if (read) settle(read.found, textOf(message, message.headers, true));
        reads.delete(subject);
      });
      // An answer that became too large says nothing of the keys that it lacks.
    } while (bytes > ANSWER_BYTES / 2 && reads.size > 0);
    for (const { found } of reads.values()) found.resolve(null);
  }

  /** Calls `onValue` for each value that KV has. */
  private async answerOf(subjects: string[], onValue: (message: Msg) => void): Promise<void> {
    const { connection } = this.bus;
    const inbox = createInbox(`_INBOX.${this.bus.name}`);
    const end = deferred<void>();
    const answers = connection.subscribe(inbox, {
      callback: (error, message) => {
        const code = error ? undefined : message.headers?.code;
        // A message that is stored has the code that it was stored with, if any.
        if (message.headers?.has(FROM_STREAM)) onValue(message);
        else if (code === END_OF_ANSWER || isNothing(message)) end.resolve();
        else end.reject(error ?? new Error(`KV answers ${code}`));
      },
    });
    const timer = setTimeout(() => end.reject(new Error('KV does not answer')), ANSWER_MS);
    try {
      const batch = { multi_last: subjects, batch: subjects.length, max_bytes: ANSWER_BYTES };
      connection.publish(this.subject, JSON.stringify(batch), { reply: inbox });
      await end;
    } finally {
      clearTimeout(timer);
      answers.unsubscribe();
    }
  }

  /** Asked once for each connection, because another server or other permissions may follow. */
  private async takesBatches(): Promise<boolean> {
    if (this.bus.jetStream.readsEnvelopes(this.bucket)) return false;
    const connection = this.bus.reconnections;
    if (this.batches?.connection !== connection) {
      const areTaken = this.areBatchesTaken();
      this.batches = { connection, areTaken };
      areTaken.catch(() => (this.batches = undefined));
    }
    return this.batches!.areTaken;
  }

  /** A NATS of one's own whose users are still those of an earlier release doesn't permit batches. */
  private async areBatchesTaken(): Promise<boolean> {
    const nothing = JSON.stringify({ multi_last: [NO_KEY], batch: 1 });
    try {
      return isNothing(await this.bus.connection.request(this.subject, nothing, { timeout: ANSWER_MS }));
    } catch (error) {
      if ((error as RequestError).cause instanceof PermissionViolationError) return false;
      throw error;
    }
  }
}

function settle(found: Deferred<Found>, text: Found | undefined): void {
  if (text === undefined) found.reject(new UnreadableState());
  else found.resolve(text);
}

/** Whether NATS has none of the keys. The same code with other words means that a key was lost while NATS was answering. */
function isNothing(message: Msg): boolean {
  return message.headers?.code === NOT_FOUND && message.headers.description === 'No Results';
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}
