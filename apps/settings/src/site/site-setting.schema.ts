import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** The switches of the whole site. Each is a document of its own, so that two admins never overwrite each other's change. */
export type SiteSwitch = 'maintenance' | 'public-view';

@Schema({ collection: 'site_settings', timestamps: true })
export class SiteSetting {
  @Prop({ type: String, required: true }) _id!: SiteSwitch;
  @Prop({ type: Boolean, required: true }) on!: boolean;
  /** The number of changes. */
  @Prop({ type: Number, default: 1 }) rev!: number;
}

export type SiteSettingDocument = HydratedDocument<SiteSetting>;

export const SiteSettingSchema = indexAudited(SchemaFactory.createForClass(SiteSetting));
