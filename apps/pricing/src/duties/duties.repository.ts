import type { ByMetal } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { DUTY, type Duty } from './duty.schema.js';

const ID = { _id: 'import' } as const;
const DUPLICATE_KEY = 11_000;

@Injectable()
export class DutiesRepository {
  constructor(@InjectModel(DUTY, PRICING_DB) private readonly duties: Model<Duty>) {}

  /** Null before the first duty ever. */
  find(): Promise<Duty | null> {
    return this.duties.findById(ID._id).lean().exec();
  }

  /** Makes these percents the duty in force, unless it has changed since it had `rev`; null: since there was none. */
  async change(rev: number | null, percents: ByMetal<number>): Promise<void> {
    const change = { $set: { ...percents, changed_at: new Date() }, $inc: { rev: 1 } };
    if (rev !== null) await this.duties.updateOne({ ...ID, rev }, change);
    // Where there is one by now, `rev: 0` is not its own, and making another under its id is refused.
    else await this.duties.updateOne({ ...ID, rev: 0 }, change, { upsert: true }).catch(ignoreDuplicate);
  }
}

function ignoreDuplicate(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY)) throw error;
}
