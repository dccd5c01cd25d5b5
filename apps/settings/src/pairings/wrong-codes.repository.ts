import { AppError, limits, texts } from '@sarafa/contracts';
import { clientNetwork, isSharedAddress } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS_DB } from '../settings.tokens.js';

const { wrongCodes: points, wrongCodesMs } = limits.screens;

const TABLE = 'wrong_codes';

/**
 * Counts wrong codes in the database, for all replicas, by the shop and by the client's network (rule 14.2). A try counts before its
 * code is looked for, and a right one is taken off again, so that tries at the same moment can't be more than the limit.
 */
@Injectable()
export class WrongCodesRepository {
  private readonly limiter;
  private indexes?: Promise<void>;

  constructor(@InjectConnection(SETTINGS_DB) connection: Connection) {
    // The indexes are made below, because the limiter tries to make them only once, at start, and goes on without them.
    const table = { tableName: TABLE, disableIndexesCreation: true };
    this.limiter = new RateLimiterMongo({ storeClient: connection, ...table, points, duration: wrongCodesMs / 1_000 });
  }

  /** Counts a try. Throws `TOO_MANY_REQUESTS` after too many wrong ones, also for a right code. */
  async begin(userId: string, address: string): Promise<void> {
    this.indexes ??= this.limiter.createIndexes().catch((error: unknown) => {
      delete this.indexes;
      throw error;
    });
    await this.indexes;
    const taken: string[] = [];
    for (const key of keysOf(userId, address)) {
      try {
        await this.limiter.consume(key);
        taken.push(key);
      } catch (thrown) {
        // A try that is refused by the address is none of the shop's.
        await Promise.all(taken.map((other) => this.limiter.reward(other)));
        throw refusalOf(thrown);
      }
    }
  }

  /** The code was right. */
  async takeOff(userId: string, address: string): Promise<void> {
    await Promise.all(keysOf(userId, address).map((key) => this.limiter.reward(key)));
  }
}

function keysOf(userId: string, address: string): string[] {
  return [`shop ${userId}`, ...(isSharedAddress(address) ? [] : [`address ${clientNetwork(address)}`])];
}

function refusalOf(thrown: unknown): unknown {
  if (!(thrown instanceof RateLimiterRes)) return thrown;
  const seconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1_000));
  return new AppError('TOO_MANY_REQUESTS', texts.screens.tooManyCodes, undefined, seconds);
}
