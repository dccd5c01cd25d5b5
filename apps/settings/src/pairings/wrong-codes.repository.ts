import { AppError, limits, texts } from '@sarafa/contracts';
import { clientNetwork, isSharedAddress } from '@sarafa/server';
import { DatabaseCounts } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';

const { wrongCodes: points, wrongCodesMs } = limits.screens;

const TABLE = 'wrong_codes';

/**
 * Counts wrong codes in the database, for all replicas, by the shop and by the client's network (rule 14.2). A try counts before its
 * code is looked for, and a right one is taken off again, so that tries at the same moment can't be more than the limit.
 */
@Injectable()
export class WrongCodesRepository {
  private readonly counts;

  constructor(@InjectConnection(SETTINGS_DB) connection: Connection) {
    const table = { storeClient: connection, tableName: TABLE };
    this.counts = new DatabaseCounts({ ...table, points, duration: wrongCodesMs / 1_000 });
  }

  /** Counts a try. Throws `TOO_MANY_REQUESTS` after too many wrong ones, also for a right code. */
  async begin(userId: string, address: string): Promise<void> {
    await this.counts.ensureIndexes();
    const taken: string[] = [];
    for (const key of keysOf(userId, address)) {
      const { consumedPoints, msBeforeNext } = await this.counts.penalty(key);
      if (consumedPoints > points) {
        // A try that is refused by the address is none of the shop's.
        await Promise.all(taken.map((other) => this.counts.reward(other)));
        const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
        throw new AppError('TOO_MANY_REQUESTS', texts.screens.tooManyCodes, undefined, seconds);
      }
      taken.push(key);
    }
  }

  /** The code was right. */
  async takeOff(userId: string, address: string): Promise<void> {
    await Promise.all(keysOf(userId, address).map((key) => this.counts.reward(key)));
  }
}

function keysOf(userId: string, address: string): string[] {
  return [`shop ${userId}`, ...(isSharedAddress(address) ? [] : [`address ${clientNetwork(address)}`])];
}
