import { screens } from '@sarafa/contracts';
import { audited } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { SettingsAudit } from '../audit/settings-audit.repository.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { shopIdsAfter } from '../shop-ids.repository.js';
import { ScreenStateRow } from './screen-state.schema.js';

/** What changes with the state of a screen. */
export type StateChange = Pick<ScreenStateRow, 'state' | 'since' | 'seen_at' | 'said' | 'dark_since'>;

@Injectable()
export class ScreenStatesRepository {
  constructor(
    @InjectModel(ScreenStateRow.name, SETTINGS_DB) private readonly rows: Model<ScreenStateRow>,
    private readonly trail: SettingsAudit,
  ) {}

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

  /** The same, without what the state doesn't follow from. */
  async listShortAfter(id: string, limit: number): Promise<(ScreenStateRow & { readonly since: Date })[]> {
    const fields = { state: 1, since: 1, seen_at: 1, 'said.is_off': 1 };
    const found = await this.rows
      .find({ _id: { $gt: id } }, fields)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ScreenStateRow[]>();
    // A screen that has shown nothing yet is in its state since it was paired, which its id says.
    return found.map((row) => ({ ...row, since: row.since ?? new Types.ObjectId(row._id).getTimestamp() }));
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

  /** Until then the screen `name` raises no alarm; null ends that. */
  async snooze(id: string, name: string, userId: string, until: Date | null): Promise<void> {
    // Apart from the change, because an update that is a pipeline makes no defaults.
    await this.rows.updateOne({ _id: id }, { $setOnInsert: { userId } }, { upsert: true });
    const change = audited(auditedSnooze(name), [{ $set: { snoozed_until: until } }]);
    await this.rows.updateOne({ _id: id }, change, { updatePipeline: true });
  }

  remove(id: string): Promise<void> {
    return this.trail.remove(this.rows, { _id: id });
  }

  removeOfShop(userId: string): Promise<void> {
    return this.trail.remove(this.rows, { userId });
  }
}

/** A snooze that is over is none. */
function auditedSnooze(name: string) {
  return {
    actions: { [screens.snooze.subject]: 'screen.snoozed' },
    ...{ kind: 'screen', id: '$_id', name: { $literal: name }, userId: '$userId' },
    fields: { snoozed_until: { $cond: [{ $gt: ['$snoozed_until', new Date()] }, '$snoozed_until', null] } },
  } as const;
}
