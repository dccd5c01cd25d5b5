import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Logger } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Connection, Model, Query, Schema } from 'mongoose';
import { endOfCall } from '../rpc/answer-time.js';
import { recogniseDown } from '../errors.js';
import type { Health } from '../health.js';
import { isDatabaseDown, TOO_LATE } from './database-faults.js';
import { requireRestored } from './restoring.js';

/** The caller of an rpc waits 3 or 4 s. A query that takes longer has no reader any more, and only delays those behind it. */
const MAX_TIME_MS = 3_000;
const QUERIES = /^(?:count|distinct|delete|estimated|find|replace|update)/;
const WRITES = /^(?:delete|find.+And|replace|update)/;
/** A primary that hangs is noticed after both of these, which is sooner than the others elect a new one. */
const HEARTBEAT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 4_000;
/**
 * A connection that has been lost unnoticed answers nothing, and work that nobody waits for would wait on it for good. Making
 * documents and indexes is held to it too.
 */
const SILENCE_MS = 30_000;
/** The pauses between tries to make indexes, from the first to the longest: where documents are in the way, each try reads all of them. */
const INDEXES_AGAIN_MS = { first: 1_000, most: 60_000 };
/** The clock that MongoDB's queries see moves in steps of ten milliseconds. */
const CLOCK_STEPS_MS = 20;

/**
 * A service's own named connection, because services in one process must never share Mongoose's default connection. The start
 * waits for the database, however long that takes; meanwhile the service is not ready.
 */
export function mongo(url: string, connectionName: string, health: Health, silenceMs = SILENCE_MS): DynamicModule {
  recogniseDown(isDatabaseDown, 'The database is down');
  return MongooseModule.forRoot(url, {
    connectionName,
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryDelay: 500,
    verboseRetryLog: true,
    // No buffering and a short selection time, of which a read takes two, so that a call fails while its caller still waits (3 s)
    // when the database is down, and is repeated soon after a primary is there again.
    bufferCommands: false,
    serverSelectionTimeoutMS: 1_000,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    socketTimeoutMS: silenceMs,
    // The driver would send a write that hangs to the next primary, long after its caller was told that it failed.
    retryWrites: false,
    // Nothing is read that the loss of a primary can undo: a `rev` that is published and then undone would keep the next change,
    // which has the same one, out of KV.
    readConcern: { level: 'majority' },
    // An acknowledged write survives the loss of mongod's process and of its primary.
    writeConcern: { w: 'majority', journal: true },
    connectionFactory: async (connection: Connection) => {
      await requireRestored(connection).catch(async (error: unknown) => {
        // The next attempt has a connection of its own.
        await connection.close();
        throw error;
      });
      return connection;
    },
    onConnectionCreate: (connection: Connection) => {
      const clock = new DatabaseClock();
      connection.once('open', () => clock.follow(connection));
      connection.plugin((schema) => endLongQueries(schema, clock));
      let isClosed = false;
      connection.once('close', () => (isClosed = true));
      connection.plugin((schema) => makeIndexesAgain(schema, () => isClosed));
      health.add('mongodb', async () => {
        if (!connection.db) throw new Error('not connected yet; the log says why');
        await connection.db.admin().ping();
      });
    },
  });
}

/**
 * Mongoose makes a model's indexes once, and remembers a failure for good: whatever waits for a unique index, as each new quote does,
 * would fail until a restart, and nothing would expire.
 */
function makeIndexesAgain(schema: Schema, isClosed: () => boolean): void {
  const log = new Logger('Indexes');
  let told = '';
  const isMade = async (model: Model<unknown>) =>
    model.init().then(
      () => true,
      ({ message }: Error) => {
        if (message !== told) log.error(`Those of ${model.collection.name} can't be made now: ${message}`);
        told = message;
        return false;
      },
    );
  const known = new Set<unknown>();
  schema.on('init', async (model: Model<unknown> & { $init?: unknown }) => {
    if (known.has(model)) return;
    known.add(model);
    // The model's own promise is there only after this event.
    await Promise.resolve();
    for (let pause = INDEXES_AGAIN_MS.first; !(await isMade(model)); pause = Math.min(2 * pause, INDEXES_AGAIN_MS.most)) {
      await sleep(pause, undefined, { ref: false });
      if (isClosed()) return;
      delete model.$init;
    }
  });
}

/** The clock of the server that takes the writes, as its heartbeats tell it. */
class DatabaseClock {
  /** The server's time at the zero of `performance.now()`. */
  private zero?: number;

  follow(connection: Connection): void {
    connection.getClient().on('serverHeartbeatSucceeded', ({ reply }) => {
      if (reply['isWritablePrimary']) this.zero = Number(reply['localTime']) - performance.now();
    });
  }

  /** The server's time at a moment of `performance.now()`; undefined while no heartbeat has told it. */
  at(moment: number): Date | undefined {
    return this.zero === undefined ? undefined : new Date(this.zero + moment);
  }
}

/**
 * Ends every query after `MAX_TIME_MS`, in the database too, and those of a call at the latest when its caller gives up. A change
 * that the database gets to see only after that moment fails there. Creating documents and indexes isn't limited.
 */
function endLongQueries(schema: Schema, clock: DatabaseClock): void {
  schema.pre(QUERIES, { query: true, document: false }, function (this: Query<unknown, unknown>) {
    this.maxTimeMS(MAX_TIME_MS);
    const call = endOfCall();
    if (call) this.setOptions({ signal: call.signal });
  });
  schema.pre(WRITES, { query: true, document: false }, function (this: Query<unknown, unknown>) {
    const call = endOfCall();
    const end = call && clock.at(call.end - CLOCK_STEPS_MS);
    // MongoDB allows no such condition where it may have to insert the document.
    if (end && !this.getOptions().upsert) this.and([inTime(end)]);
  });
  schema.pre('aggregate', function () {
    this.option({ maxTimeMS: MAX_TIME_MS });
  });
}

/**
 * A condition that holds before `end` by the database's own clock, and fails with `TOO_LATE` after it. A condition that merely
 * didn't hold would look like a document that isn't there.
 */
function inTime(end: Date): object {
  const late = { $toInt: { $concat: [TOO_LATE, { $toString: '$_id' }] } };
  return { $expr: { $cond: [{ $lt: ['$$NOW', end] }, true, late] } };
}
