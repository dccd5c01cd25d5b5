import { limits } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { AUTH_DB } from '../auth.tokens.js';

const { failuresPerName, failuresPerAddress, windowMs } = limits.signIn;
const TABLE = 'failed_sign_ins';
/** No sign-in attempt takes this long. Attempts that a killed process left counted as running expire after this time. */
const LONGEST_TRY_S = 60;

/** The username and the network that an attempt is counted for. */
export interface Whose {
  readonly name: string;
  readonly network: string;
}

/**
 * How many more attempts may run beside the running ones and, when too many have failed, the milliseconds until the count ends.
 */
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
 * Counts failed and running sign-in attempts in the database, for all replicas. An attempt is counted as running before the
 * failures are read, and a failed attempt is counted as failed before it stops counting as running. So attempts that begin at
 * the same moment can't fail more often than the limit allows.
 */
@Injectable()
export class SignInCountsRepository {
  private readonly counts: Counts[];
  private indexes?: Promise<void>;

  constructor(@InjectConnection(AUTH_DB) private readonly connection: Connection) {
    const counts = (prefix: string, points: number, keyOf: Counts['keyOf']): Counts => {
      // The indexes are made below, because the limiter tries to make them only once, at start, and goes on without them. The
      // limiter enforces no limit here: `begin` decides.
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

  /** Counts one more running attempt, until `end`. `left` below 0 means that there was no room for the attempt. */
  async begin(whose: Whose): Promise<Room> {
    await this.ensureIndexes();
    const rooms = await Promise.all(
      this.counts.map(async ({ failed, running, keyOf }): Promise<Room> => {
        const { consumedPoints: runs } = await running.penalty(keyOf(whose));
        const failures = await failed.get(keyOf(whose));
        const left = failed.points - (failures?.consumedPoints ?? 0);
        // When an attempt has ended meanwhile, the count may be lower than the number of running attempts.
        return { left: left - Math.max(1, runs), ...(left <= 0 ? { slowedMs: failures!.msBeforeNext } : {}) };
      }),
    );
    return rooms.reduce((least, room) => ({ ...least, ...room, left: Math.min(least.left, room.left) }));
  }

  /** Ends an attempt that `begin` counted. */
  async end(whose: Whose, hasFailed: boolean): Promise<void> {
    if (hasFailed) await Promise.all(this.counts.map(({ failed, keyOf }) => failed.penalty(keyOf(whose))));
    await Promise.all(
      this.counts.map(async ({ running, keyOf }) => {
        const key = running.getKey(keyOf(whose));
        // The last running attempt removes the count, so that the count's lifetime starts anew with the next attempt.
        const { deletedCount } = await this.connection.collection(TABLE).deleteOne({ key, points: { $lte: 1 } });
        if (deletedCount === 0) await running.reward(keyOf(whose));
      }),
    );
  }

  /** The unique index keeps two attempts that begin at once from making two counts; the other index lets counts expire. */
  private ensureIndexes(): Promise<void> {
    this.indexes ??= this.counts[0]!.failed.createIndexes().catch((error: unknown) => {
      delete this.indexes;
      throw error;
    });
    return this.indexes;
  }
}
