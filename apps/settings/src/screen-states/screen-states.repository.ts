import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { shopIdsAfter } from '../shop-ids.repository.js';
import { ScreenStateRow } from './screen-state.schema.js';

/** What changes with the state of a screen. */
export type StateChange = Pick<ScreenStateRow, 'state' | 'since' | 'seen_at' | 'said' | 'dark_since'>;

@Injectable()
export class ScreenStatesRepository {
  constructor(@InjectModel(ScreenStateRow.name, SETTINGS_DB) private readonly rows: Model<ScreenStateRow>) {}

  /** Of a screen that was paired just now. */
  async add(id: string, userId: string, paired_at: Date): Promise<void> {
    const row = { userId, state: 'never', since: paired_at, dark_since: paired_at };
    await this.rows.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true });
  }

  /** By the ids of the screens; none of a screen that isn't there. */
  async listOf(ids: string[]): Promise<Map<string, ScreenStateRow>> {
    const found = await this.rows
      .find({ _id: { $in: ids } })
      .lean<ScreenStateRow[]>()
      .exec();
    return new Map(found.map((row) => [row._id, row]));
  }

  /** Ordered by id, beginning after `id`. Ids grow with time. */
  listAfter(id: string, limit: number): Promise<ScreenStateRow[]> {
    const filter = { _id: { $gt: id } };
    return this.rows.find(filter).sort({ _id: 1 }).limit(limit).lean<ScreenStateRow[]>().exec();
  }

  /** The ids of the shops that have screens, in order. */
  idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    return shopIdsAfter(this.rows, after, limit);
  }

  /** Answers the ids of those that are there no more. */
  async change(changes: ReadonlyMap<string, StateChange>): Promise<string[]> {
    const ids = [...changes.keys()];
    await this.rows.bulkWrite([...changes].map(([_id, $set]) => ({ updateOne: { filter: { _id }, update: { $set } } })));
    const there = new Set((await this.rows.distinct('_id', { _id: { $in: ids } })).map(String));
    return ids.filter((id) => !there.has(id));
  }

  /** Until then the screen raises no alarm; null ends that. */
  async snooze(id: string, userId: string, until: Date | null): Promise<void> {
    await this.rows.updateOne({ _id: id }, { $set: { snoozed_until: until }, $setOnInsert: { userId } }, { upsert: true });
  }

  async remove(id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id });
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.rows.deleteMany({ userId });
  }
}
