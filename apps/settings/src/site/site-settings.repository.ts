import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { SiteSetting, type SiteSettingDocument, type SiteSwitch } from './site-setting.schema.js';

@Injectable()
export class SiteSettingsRepository {
  constructor(@InjectModel(SiteSetting.name, SETTINGS_DB) private readonly settings: Model<SiteSetting>) {}

  /** The switch as it stands; made with `on` when it doesn't stand yet. */
  ensure(name: SiteSwitch, on: boolean): Promise<SiteSettingDocument> {
    return this.settings
      .findOneAndUpdate({ _id: name }, { $setOnInsert: { on } }, { upsert: true, returnDocument: 'after' })
      .exec();
  }
}
