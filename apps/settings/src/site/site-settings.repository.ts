import { settings } from '@sarafa/contracts';
import { type Audited, audited } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { SiteSetting, type SiteSettingDocument, type SiteSwitch } from './site-setting.schema.js';

const AUDITED: Audited = {
  actions: {
    [settings.setMaintenance.subject]: 'maintenance.changed',
    [settings.setPublicView.subject]: 'public-view.changed',
  },
  kind: 'site',
  name: '$_id',
  userId: null,
  fields: { on: '$on' },
};

/** A new site isn't under maintenance, and shows its boards. */
const NEW_SITE: Readonly<Record<SiteSwitch, boolean>> = { maintenance: false, 'public-view': true };

@Injectable()
export class SiteSettingsRepository {
  constructor(@InjectModel(SiteSetting.name, SETTINGS_DB) private readonly settings: Model<SiteSetting>) {}

  /** The stored switch; created as a new site has it when it doesn't exist. */
  async ensure(name: SiteSwitch): Promise<SiteSettingDocument> {
    // Reads first: because of `updatedAt` even an update without a change is a write, and every sweep calls this.
    const found = await this.settings.findById(name);
    const made = { $setOnInsert: { on: NEW_SITE[name] } };
    return found ?? this.settings.findOneAndUpdate({ _id: name }, made, { upsert: true, returnDocument: 'after' }).exec();
  }

  /** Raises the `rev` of a switch that has this one. Answers whether it had. */
  async raise(name: SiteSwitch, rev: number, to: number): Promise<boolean> {
    return (await this.settings.updateOne({ _id: name, rev }, { $set: { rev: to } })).matchedCount > 0;
  }

  /** Setting the value that is stored already is not a change. */
  async set(name: SiteSwitch, on: boolean): Promise<void> {
    await this.ensure(name);
    const change = audited(AUDITED, [{ $set: { on, rev: { $add: ['$rev', 1] } } }]);
    await this.settings.updateOne({ _id: name, on: { $ne: on } }, change, { updatePipeline: true });
  }
}
