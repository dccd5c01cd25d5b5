import { prices } from '@sarafa/contracts';
import { type Audited, audited } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../../pricing.tokens.js';
import { PollerState } from './poller-state.schema.js';

const ID = { _id: 'poller' } as const;

const AUDITED: Audited = {
  actions: { [prices.refresh.subject]: 'market.asked' },
  ...{ kind: 'market', id: null, name: '', userId: null, fields: {} },
};

/** The result of a poll. */
export interface Outcome {
  /** The source that answered; null when none did. */
  readonly source: string | null;
  readonly lastError: string | null;
}

@Injectable()
export class PollerStateRepository {
  constructor(@InjectModel(PollerState.name, PRICING_DB) private readonly states: Model<PollerState>) {}

  async read(): Promise<PollerState> {
    return (await this.states.findById(ID._id).lean()) ?? this.begin();
  }

  /** Leaves a document that another replica has made meanwhile unchanged. */
  private begin(): Promise<PollerState> {
    const first = { $setOnInsert: { rev: 1 } };
    return this.states.findOneAndUpdate(ID, first, { upsert: true, returnDocument: 'after' }).lean().exec();
  }

  /** Raises the `rev` of a state that has this one. Answers whether it had. */
  async raise(rev: number, by: number): Promise<boolean> {
    return (await this.states.updateOne({ ...ID, rev }, { $inc: { rev: by } })).matchedCount > 0;
  }

  setRunning(running: boolean): Promise<PollerState> {
    const change = { $set: { running }, $inc: { rev: 1 } };
    return this.states.findOneAndUpdate(ID, change, { upsert: true, returnDocument: 'after' }).lean().exec();
  }

  /**
   * False when another replica has asked since `askedAt`, so that the market is asked once an interval, by any replica. A
   * question counts as failed until it is finished, so a question whose replica died is soon asked again.
   */
  async claim(askedAt: Date | null, now: Date): Promise<boolean> {
    const { modifiedCount } = await this.states.updateOne(
      { ...ID, asked_at: askedAt },
      { $set: { asked_at: now }, $inc: { rev: 1, failures: 1 } },
    );
    return modifiedCount === 1;
  }

  /** False when an admin has asked within `pauseMs`, through any replica. A time further ahead is that of a wrong clock. */
  async claimRefresh(now: Date, pauseMs: number): Promise<boolean> {
    const [least, most] = [-pauseMs, pauseMs].map((ms) => new Date(now.getTime() + ms));
    const free = { ...ID, $or: [{ refreshed_at: null }, { refreshed_at: { $lte: least } }, { refreshed_at: { $gt: most } }] };
    const claimed = audited(AUDITED, [{ $set: { refreshed_at: now } }], { bare: true });
    const { modifiedCount } = await this.states.updateOne(free, claimed, { updatePipeline: true });
    return modifiedCount === 1;
  }

  async finish({ source, lastError }: Outcome): Promise<void> {
    const answered = { $set: { source, last_error: lastError, failures: 0 }, $inc: { rev: 1 } };
    const failed = { $set: { last_error: lastError }, $inc: { rev: 1 } };
    await this.states.updateOne(ID, source === null ? failed : answered);
  }
}
