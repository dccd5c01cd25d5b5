import { limits } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { AUTH_DB } from '../auth.tokens.js';

const { failuresPerName, failuresPerAddress, windowMs } = limits.signIn;
const TABLE = 'failed_sign_ins';
/** No try runs so long: what a killed process leaves counted as running is forgotten by then. */
const LONGEST_TRY_S = 60;

/** A username's tries from one network. */
export interface Whose {
  readonly name: string;
  readonly network: string;
}

/** How many more may run beside those that do, and, while too many have failed, the milliseconds until they count anew. */
export interface Room {
  readonly left: number;
  readonly slowedMs?: number;
}

interface Counts {
  readonly failed: RateLimiterMongo;
  readonly running: RateLimiterMongo;
  readonly keyOf: (whose: Whose) => string;
}

/**
 * Counts failed sign-ins, and those that run, in the database, for all replicas. Whoever runs is counted before the failures are
 * read, and as failed before it runs no more: so of all that begin at once no more can fail than may.
 */
@Injectable()
export class SignInCountsRepository {
  private readonly counts: Counts[];
  private indexes?: Promise<void>;

  constructor(@InjectConnection(AUTH_DB) private readonly connection: Connection) {
    const counts = (prefix: string, points: number, keyOf: Counts['keyOf']): Counts => {
      // Indexes are made below: the limiter tries it once, at start, and goes on without them. No limit is enforced here:
      // what counts is what `begin` says.
      const options = { storeClient: connection, tableName: TABLE, disableIndexesCreation: true, points };
      return {
        failed: new RateLimiterMongo({ ...options, keyPrefix: prefix, duration: windowMs / 1_000 }),
        running: new RateLimiterMongo({ ...options, keyPrefix: `running-${prefix}`, duration: LONGEST_TRY_S }),
        keyOf,
      };
    };
    this.counts = [
      counts('name', failuresPerName, ({ name, network }) => `${network} ${name}`),
      counts('address', failuresPerAddress, ({ network }) => network),
    ];
  }

  /** Counts one more that runs, until `end`; below 0 there was no room for it. */
  async begin(whose: Whose): Promise<Room> {
    await this.ensureIndexes();
    const rooms = await Promise.all(
      this.counts.map(async ({ failed, running, keyOf }): Promise<Room> => {
        const { consumedPoints: runs } = await running.penalty(keyOf(whose));
        const failures = await failed.get(keyOf(whose));
        const left = failed.points - (failures?.consumedPoints ?? 0);
        // A count that has ended meanwhile may be below what runs.
        return { left: left - Math.max(1, runs), ...(left <= 0 ? { slowedMs: failures!.msBeforeNext } : {}) };
      }),
    );
    return rooms.reduce((least, room) => ({ ...least, ...room, left: Math.min(least.left, room.left) }));
  }

  /** One that ran has ended. */
  async end(whose: Whose, hasFailed: boolean): Promise<void> {
    if (hasFailed) await Promise.all(this.counts.map(({ failed, keyOf }) => failed.penalty(keyOf(whose))));
    await Promise.all(
      this.counts.map(async ({ running, keyOf }) => {
        const key = running.getKey(keyOf(whose));
        // The last that runs takes the count along, so that its time begins anew with the next.
        const { deletedCount } = await this.connection.collection(TABLE).deleteOne({ key, points: { $lte: 1 } });
        if (deletedCount === 0) await running.reward(keyOf(whose));
      }),
    );
  }

  /** One keeps two at once from being counted apart, the other ends counts. */
  private ensureIndexes(): Promise<void> {
    this.indexes ??= this.counts[0]!.failed.createIndexes().catch((error: unknown) => {
      delete this.indexes;
      throw error;
    });
    return this.indexes;
  }
}
