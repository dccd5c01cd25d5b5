import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { SiteSetting, type SiteSettingDocument, type SiteSwitch } from './site-setting.schema.js';

@Injectable()
export class SiteSettingsRepository {
  constructor(@InjectModel(SiteSetting.name, SETTINGS_DB) private readonly settings: Model<SiteSetting>) {}

  /** The switch as it stands; made with `on` when it doesn't stand yet. */
  async ensure(name: SiteSwitch, on: boolean): Promise<SiteSettingDocument> {
    // Read first: even an update that changes nothing is a write, because of `updatedAt`, and this is asked at every sweep.
    const found = await this.settings.findById(name);
    const made = { $setOnInsert: { on } };
    return found ?? this.settings.findOneAndUpdate({ _id: name }, made, { upsert: true, returnDocument: 'after' }).exec();
  }

  /** What stands so already is no change. */
  async set(name: SiteSwitch, on: boolean): Promise<void> {
    await this.ensure(name, on);
    await this.settings.updateOne({ _id: name, on: { $ne: on } }, { $set: { on }, $inc: { rev: 1 } });
  }
}
