import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** The switches of the whole site; one document a switch, so that two admins never overwrite each other's. */
export type SiteSwitch = 'maintenance' | 'public-view';

@Schema({ collection: 'site_settings', timestamps: true })
export class SiteSetting {
  @Prop({ type: String, required: true }) _id!: SiteSwitch;
  @Prop({ type: Boolean, required: true }) on!: boolean;
  /** Counts its changes. */
  @Prop({ type: Number, default: 1 }) rev!: number;
}

export type SiteSettingDocument = HydratedDocument<SiteSetting>;

export const SiteSettingSchema = SchemaFactory.createForClass(SiteSetting);
