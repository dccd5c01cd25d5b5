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

  /** Ordered by key, from the first that is greater. */
  listAfter(key: string, limit: number): Promise<LogoDocument[]> {
    return this.logos
      .find({ _id: { $gt: key } })
      .sort({ _id: 1 })
      .limit(limit)
      .exec();
  }

  async markUsed(key: string): Promise<void> {
    await this.logos.updateOne({ _id: key }, { $set: { used: true } });
  }

  /** Their bytes are about to go: from now on the records are no proof that there are any. */
  async markUnused(keys: string[]): Promise<void> {
    await this.logos.updateMany({ _id: { $in: keys } }, { $set: { used: false } });
  }

  async hasAny(): Promise<boolean> {
    return (await this.logos.exists({})) !== null;
  }

  /** Of any account. */
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
