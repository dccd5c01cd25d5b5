import { limits } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { AUTH_DB } from '../auth.tokens.js';

const { failuresPerName, failuresPerAddress, windowMs } = limits.signIn;
const TABLE = 'failed_sign_ins';

/** Failures left, and the milliseconds until they count anew. */
export interface FailuresLeft {
  readonly left: number;
  readonly resetMs: number;
}

/** Counts failed sign-ins in the database, for all replicas; a count ends by itself. */
@Injectable()
export class FailedSignInsRepository {
  private readonly byName: RateLimiterMongo;
  private readonly byAddress: RateLimiterMongo;
  private indexes?: Promise<void>;

  constructor(@InjectConnection(AUTH_DB) connection: Connection) {
    // Indexes are made below: the limiter tries it once, at start, and goes on without them.
    const options = { storeClient: connection, tableName: TABLE, duration: windowMs / 1_000, disableIndexesCreation: true };
    this.byName = new RateLimiterMongo({ ...options, keyPrefix: 'name', points: failuresPerName });
    this.byAddress = new RateLimiterMongo({ ...options, keyPrefix: 'address', points: failuresPerAddress });
  }

  leftOfName(name: string, address: string): Promise<FailuresLeft> {
    return leftOf(this.byName, nameKey(name, address));
  }

  leftOfAddress(address: string): Promise<FailuresLeft> {
    return leftOf(this.byAddress, address);
  }

  async add(name: string, address: string): Promise<void> {
    await this.ensureIndexes();
    // No limit is enforced here: what counts is what `left` says before the next try.
    await Promise.all([this.byName.penalty(nameKey(name, address)), this.byAddress.penalty(address)]);
  }

  /** One keeps two failures at once from being counted apart, the other ends counts. */
  private ensureIndexes(): Promise<void> {
    this.indexes ??= this.byName.createIndexes().catch((error: unknown) => {
      delete this.indexes;
      throw error;
    });
    return this.indexes;
  }
}

async function leftOf(limiter: RateLimiterMongo, key: string): Promise<FailuresLeft> {
  const counted = await limiter.get(key);
  return { left: Math.max(0, limiter.points - (counted?.consumedPoints ?? 0)), resetMs: counted?.msBeforeNext ?? 0 };
}

function nameKey(name: string, address: string): string {
  return `${address} ${name}`;
}
