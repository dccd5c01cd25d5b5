import { randomBytes } from 'node:crypto';
import {
  type Actor,
  AppError,
  NO_RATE_ROWS,
  type RateRow,
  type RateRows,
  type SentRateRow,
  type SentRateRows,
  texts,
} from '@sarafa/contracts';
import { requireShop, shopNameOf, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { RateRowsPublisher, rateRowsOf } from './rate-rows.publisher.js';
import { RateRowsRepository } from './rate-rows.repository.js';

/** A shop's rows that the market prices (rule 5.11). */
@Injectable()
export class RateRowsService {
  constructor(
    private readonly shops: RateRowsRepository,
    private readonly publisher: RateRowsPublisher,
    private readonly state: StateCache,
  ) {}

  async get(actor: Actor, userId: string): Promise<RateRows> {
    await requireShop(this.state, actor, userId);
    const shop = await this.shops.findByUser(userId);
    return shop ? rateRowsOf(shop) : NO_RATE_ROWS;
  }

  async replace(actor: Actor, userId: string, { rev, rows_mode, rows }: SentRateRows): Promise<RateRows> {
    const name = shopNameOf(await requireShop(this.state, actor, userId));
    const shop = await this.shops.replace(userId, name, rev, { rows_mode, rows: withIds(rows) });
    if (!shop) throw new AppError('CONFLICT', texts.rateRows.changedMeanwhile);
    await this.publisher.publishSoon(shop);
    return rateRowsOf(shop);
  }
}

/** An id that an earlier row of the list has already is replaced, like a missing one. */
function withIds(rows: readonly SentRateRow[]): RateRow[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const id = row.id !== undefined && !taken.has(row.id) ? row.id : randomBytes(12).toString('hex');
    taken.add(id);
    return { ...row, id };
  });
}
