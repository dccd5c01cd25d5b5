import { nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { deliveriesOf, type Receiver } from '../deliveries/delivery.schema.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { type ScreenAlarmDocument, ScreenAlarmRow } from './alarm.schema.js';

type NewAlarm = Pick<ScreenAlarmRow, 'screen' | 'name' | 'userId' | 'state' | 'since' | 'at'>;

@Injectable()
export class AlarmsRepository extends DeliveriesRepository<ScreenAlarmRow> {
  constructor(@InjectModel(ScreenAlarmRow.name, SETTINGS_DB) alarms: Model<ScreenAlarmRow>) {
    super(alarms);
  }

  /** The newest first. */
  list(userId: string | undefined, limit: number): Promise<ScreenAlarmDocument[]> {
    return this.documents
      .find(userId === undefined ? {} : { userId })
      .sort({ at: -1 })
      .limit(limit)
      .exec();
  }

  /** The screens that have an alarm which hasn't ended. */
  async openScreens(): Promise<string[]> {
    // With a screen, which each has: the index of open alarms serves no query that names none.
    const open = { ended_at: null, screen: { $gt: '' } };
    return (await this.documents.find(open, { screen: 1 }).exec()).map(({ screen }) => screen);
  }

  /** When the last alarm of a screen was told; null without one. A later one than `now` was noted by a clock that was ahead. */
  async lastAt(screen: string, now: Date): Promise<Date | null> {
    const told = { screen, at: { $lte: now } };
    return (await this.documents.findOne(told, { at: 1 }).sort({ at: -1 }).exec())?.at ?? null;
  }

  /** Null when the screen has an alarm already. */
  begin(alarm: NewAlarm, receivers: Receiver[]): Promise<ScreenAlarmDocument | null> {
    const deliveries = deliveriesOf('dark', receivers, alarm.at);
    return this.documents.create({ ...alarm, deliveries } as ScreenAlarmRow).catch(nullIfDuplicate);
  }

  /** Null when the screen has none, or its alarm was ended already. */
  end(screen: string, at: Date, receivers: Receiver[]): Promise<ScreenAlarmDocument | null> {
    const change = { $set: { ended_at: at }, $push: { deliveries: { $each: deliveriesOf('playing', receivers, at) } } };
    const open = { screen, ended_at: null } as QueryFilter<ScreenAlarmRow>;
    return this.documents.findOneAndUpdate(open, change as object, { returnDocument: 'after' }).exec();
  }

  /** Ends the alarm of a screen that was removed: nobody is told. */
  async drop(screen: string): Promise<void> {
    await this.documents.updateMany({ screen, ended_at: null }, { $set: { ended_at: new Date() } });
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.documents.deleteMany({ userId });
  }
}
