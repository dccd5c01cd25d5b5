import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { Logo, type LogoDocument } from './logo.schema.js';

@Injectable()
export class LogosRepository {
  constructor(@InjectModel(Logo.name, MEDIA_DB) private readonly logos: Model<Logo>) {}

  async add(accountId: string, key: string): Promise<void> {
    await this.logos.create({ _id: key, account_id: accountId });
  }

  listByAccount(accountId: string): Promise<LogoDocument[]> {
    return this.logos.find({ account_id: accountId }).exec();
  }

  /** Logos ordered by key, beginning after `key`. */
  listAfter(key: string, limit: number): Promise<LogoDocument[]> {
    return this.logos
      .find({ _id: { $gt: key } })
      .sort({ _id: 1 })
      .limit(limit)
      .exec();
  }

  /** The account has this logo now. */
  async markUsed(key: string): Promise<void> {
    await this.logos.updateOne({ _id: key }, { $set: { used: true, left_at: null } });
  }

  /** The account has a newer logo than these. */
  async markLeft(keys: string[], left_at: Date): Promise<void> {
    await this.logos.updateMany({ _id: { $in: keys }, left_at: null }, { $set: { left_at } });
  }

  /** The bytes are about to be removed, so the records must no longer count as a proof that the bucket has files. */
  async markUnused(keys: string[]): Promise<void> {
    await this.logos.updateMany({ _id: { $in: keys } }, { $set: { used: false } });
  }

  async hasAny(): Promise<boolean> {
    return (await this.logos.exists({})) !== null;
  }

  /** Whether any account has ever had one of its logos. */
  async hasUsed(): Promise<boolean> {
    return (await this.logos.exists({ used: true })) !== null;
  }

  async has(key: string): Promise<boolean> {
    return (await this.logos.exists({ _id: key })) !== null;
  }

  async remove(key: string): Promise<void> {
    await this.logos.deleteOne({ _id: key });
  }
}
