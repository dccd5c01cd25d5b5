import { nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import {
  type AlarmEvent,
  type Delivery,
  type DeliveryStatus,
  type ScreenAlarmDocument,
  ScreenAlarmRow,
} from './alarm.schema.js';

export type NewAlarm = Pick<ScreenAlarmRow, 'screen' | 'name' | 'userId' | 'state' | 'since' | 'at'>;
/** Null for the webhook. */
export type Receiver = string | null;

@Injectable()
export class AlarmsRepository {
  constructor(@InjectModel(ScreenAlarmRow.name, SETTINGS_DB) private readonly alarms: Model<ScreenAlarmRow>) {}

  /** The newest first. */
  list(userId: string | undefined, limit: number): Promise<ScreenAlarmDocument[]> {
    return this.alarms
      .find(userId === undefined ? {} : { userId })
      .sort({ at: -1 })
      .limit(limit)
      .exec();
  }

  /** The screens that have an alarm which hasn't ended. */
  async openScreens(): Promise<string[]> {
    return (await this.alarms.find({ ended_at: null }, { screen: 1 }).exec()).map(({ screen }) => screen);
  }

  /** When the last alarm of a screen was told; null without one. */
  async lastAt(screen: string): Promise<Date | null> {
    return (await this.alarms.findOne({ screen }, { at: 1 }).sort({ at: -1 }).exec())?.at ?? null;
  }

  /** Null when the screen has an alarm already. */
  begin(alarm: NewAlarm, receivers: Receiver[]): Promise<ScreenAlarmDocument | null> {
    const deliveries = deliveriesOf('dark', receivers, alarm.at);
    return this.alarms.create({ ...alarm, deliveries } as ScreenAlarmRow).catch(nullIfDuplicate);
  }

  /** Null when the screen has none, or its alarm was ended already. */
  end(screen: string, at: Date, receivers: Receiver[]): Promise<ScreenAlarmDocument | null> {
    const change = { $set: { ended_at: at }, $push: { deliveries: { $each: deliveriesOf('playing', receivers, at) } } };
    const open = { screen, ended_at: null } as QueryFilter<ScreenAlarmRow>;
    return this.alarms.findOneAndUpdate(open, change as object, { returnDocument: 'after' }).exec();
  }

  /** Ends the alarm of a screen that was removed: nobody is told. */
  async drop(screen: string): Promise<void> {
    await this.alarms.updateMany({ screen, ended_at: null }, { $set: { ended_at: new Date() } });
  }

  /** The earliest first, so that later ones never keep them waiting. */
  listDue(now: Date, limit: number): Promise<ScreenAlarmDocument[]> {
    const due = {
      // Said once more for the index, which has nothing but alarms with a delivery that waits: MongoDB doesn't see it in $elemMatch.
      'deliveries.status': 'waiting',
      deliveries: { $elemMatch: { status: 'waiting', next_at: { $lte: now } } },
    };
    return this.alarms
      .find(due as QueryFilter<ScreenAlarmRow>)
      .sort({ 'deliveries.next_at': 1 })
      .limit(limit)
      .exec();
  }

  async setDelivery(alarm: Types.ObjectId, delivery: Types.ObjectId, status: DeliveryStatus, next_at: Date): Promise<void> {
    const set = { 'deliveries.$.status': status, 'deliveries.$.next_at': next_at };
    const change = { $set: set, $inc: { 'deliveries.$.tries': 1 } };
    await this.alarms.updateOne({ _id: alarm, 'deliveries._id': delivery }, change as object);
  }

  /** Delays a delivery, which doesn't count as a try. */
  async postpone(alarm: Types.ObjectId, delivery: Types.ObjectId, next_at: Date): Promise<void> {
    const change = { $set: { 'deliveries.$.next_at': next_at } };
    await this.alarms.updateOne({ _id: alarm, 'deliveries._id': delivery }, change as object);
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.alarms.deleteMany({ userId });
  }
}

function deliveriesOf(event: AlarmEvent, receivers: Receiver[], at: Date): Pick<Delivery, 'event' | 'phone' | 'next_at'>[] {
  return receivers.map((phone) => ({ event, phone, next_at: at }));
}
