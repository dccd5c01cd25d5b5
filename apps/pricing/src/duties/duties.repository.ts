import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { Duty } from './duty.schema.js';

const ID = { _id: 'import' } as const;

@Injectable()
export class DutiesRepository {
  constructor(@InjectModel(Duty.name, PRICING_DB) private readonly duties: Model<Duty>) {}

  /** Makes these percents the duty in force; a new `rev` only when they differ from what stands. */
  async putInForce(gold: number, silver: number): Promise<Duty> {
    const change = { $set: { gold, silver, changed_at: new Date() }, $inc: { rev: 1 } };
    const found = await this.duties.findById(ID._id).lean();
    if (found && found.gold === gold && found.silver === silver) return found;
    // Of two replicas the second finds the first one's `rev` gone, and reads it at the next turn.
    const same = found ? { ...ID, rev: found.rev } : ID;
    const changed = await this.duties.findOneAndUpdate(same, change, { upsert: !found, returnDocument: 'after' }).lean();
    return changed ?? this.putInForce(gold, silver);
  }
}
