import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { PollerState } from './poller-state.schema.js';

const ID = { _id: 'poller' } as const;

/** What a poll came to. */
export interface Outcome {
  /** Who answered; null when nobody did. */
  readonly source: string | null;
  readonly lastError: string | null;
}

@Injectable()
export class PollerStateRepository {
  constructor(@InjectModel(PollerState.name, PRICING_DB) private readonly states: Model<PollerState>) {}

  async read(): Promise<PollerState> {
    return (await this.states.findById(ID._id).lean()) ?? this.begin();
  }

  /** Leaves what another replica has begun meanwhile as it is. */
  private begin(): Promise<PollerState> {
    const first = { $setOnInsert: { rev: 1 } };
    return this.states.findOneAndUpdate(ID, first, { upsert: true, returnDocument: 'after' }).lean().exec();
  }

  setRunning(running: boolean): Promise<PollerState> {
    const change = { $set: { running }, $inc: { rev: 1 } };
    return this.states.findOneAndUpdate(ID, change, { upsert: true, returnDocument: 'after' }).lean().exec();
  }

  /**
   * False when another replica has asked since `askedAt`: one question an interval, whoever asks it. A question counts as
   * failed until it is finished: one whose replica died is soon asked again, and not an interval later.
   */
  async claim(askedAt: Date | null, now: Date): Promise<boolean> {
    const { modifiedCount } = await this.states.updateOne(
      { ...ID, asked_at: askedAt },
      { $set: { asked_at: now }, $inc: { rev: 1, failures: 1 } },
    );
    return modifiedCount === 1;
  }

  /** False when an admin has asked since `notSince`, through whichever replica. */
  async claimRefresh(now: Date, notSince: Date): Promise<boolean> {
    const free = { ...ID, $or: [{ refreshed_at: null }, { refreshed_at: { $lte: notSince } }] };
    const { modifiedCount } = await this.states.updateOne(free, { $set: { refreshed_at: now } });
    return modifiedCount === 1;
  }

  async finish({ source, lastError }: Outcome): Promise<void> {
    const answered = { $set: { source, last_error: lastError, failures: 0 }, $inc: { rev: 1 } };
    const failed = { $set: { last_error: lastError }, $inc: { rev: 1 } };
    await this.states.updateOne(ID, source === null ? failed : answered);
  }
}
