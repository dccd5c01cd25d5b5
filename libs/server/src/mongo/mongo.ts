import { type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Connection, Query, Schema } from 'mongoose';
import { recogniseDown } from '../errors.js';
import type { Health } from '../health.js';
import { isDatabaseDown } from './database-faults.js';

/** The caller of an rpc waits 5 s. A query that takes longer has no reader any more, and only delays those behind it. */
const MAX_TIME_MS = 3_000;
const QUERIES = /^(?:count|distinct|delete|estimated|find|replace|update)/;

/**
 * A service's own named connection, because services in one process must never share Mongoose's default connection. The start
 * waits for the database, however long that takes; meanwhile the service is not ready.
 */
export function mongo(url: string, connectionName: string, health: Health): DynamicModule {
  recogniseDown(isDatabaseDown, 'The database is down');
  return MongooseModule.forRoot(url, {
    connectionName,
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryDelay: 500,
    // No buffering and a short selection time, so that a write fails while its caller still waits (5 s) when the database is
    // down.
    bufferCommands: false,
    serverSelectionTimeoutMS: 2_000,
    // An acknowledged write survives the loss of mongod's process and of its primary.
    writeConcern: { w: 'majority', journal: true },
    onConnectionCreate: (connection: Connection) => {
      connection.plugin(endLongQueries);
      health.add('mongodb', async () => {
        await connection.db!.admin().ping();
      });
    },
  });
}

/** Ends every query after `MAX_TIME_MS`, in the database too. Creating documents and indexes isn't limited. */
function endLongQueries(schema: Schema): void {
  schema.pre(QUERIES, { query: true, document: false }, function (this: Query<unknown, unknown>) {
    this.maxTimeMS(MAX_TIME_MS);
  });
  schema.pre('aggregate', function () {
    this.option({ maxTimeMS: MAX_TIME_MS });
  });
}
