import { type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Connection, Query, Schema } from 'mongoose';
import type { Health } from './health.js';

/** A caller waits 5 s for its answer: what takes the database longer is for nobody, and would only hold up what comes after it. */
const MAX_TIME_MS = 3_000;
const QUERIES = /^(?:count|distinct|delete|estimated|find|replace|update)/;

/**
 * A service's own named connection: services of one process must never share Mongoose's default one. Start waits for the
 * database, however long that takes; meanwhile the service says that it isn't ready.
 */
export function mongo(url: string, connectionName: string, health: Health): DynamicModule {
  return MongooseModule.forRoot(url, {
    connectionName,
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryDelay: 500,
    // No buffering and a short selection: a write with the database away fails while its caller still waits (5 s).
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

/** Every query ends after so long, at the database too. What makes a document or an index isn't one. */
function endLongQueries(schema: Schema): void {
  schema.pre(QUERIES, { query: true, document: false }, function (this: Query<unknown, unknown>) {
    this.maxTimeMS(MAX_TIME_MS);
  });
  schema.pre('aggregate', function () {
    this.option({ maxTimeMS: MAX_TIME_MS });
  });
}
