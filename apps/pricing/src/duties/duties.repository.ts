import { nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { DUTY, type Duty } from './duty.schema.js';

const ID = { _id: 'import' } as const;

@Injectable()
export class DutiesRepository {
  constructor(@InjectModel(DUTY, PRICING_DB) private readonly duties: Model<Duty>) {}

  /** Null before the very first duty. */
  find(): Promise<Duty | null> {
    return this.duties.findById(ID._id).lean().exec();
  }

  /** Raises the `rev` of a duty that has this one. Answers whether it had. */
  async raise(rev: number, to: number): Promise<boolean> {
    return (await this.duties.updateOne({ ...ID, rev }, { $set: { rev: to } })).matchedCount > 0;
  }

  /** Stores this duty unless the document has another `rev` by now. A `rev` of null means that there was no document. */
  async change(rev: number | null, duty: Omit<Duty, '_id' | 'rev'>): Promise<void> {
    const change = { $set: duty, $inc: { rev: 1 } };
    if (rev !== null) await this.duties.updateOne({ ...ID, rev }, change);
    // If a document exists by now, the filter doesn't match it, and the upsert fails because its id is taken.
    else await this.duties.updateOne({ ...ID, rev: 0 }, change, { upsert: true }).catch(nullIfDuplicate);
  }
}
