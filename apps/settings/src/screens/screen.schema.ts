import type { Layout, ScreenShows } from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** A TV that was paired with the shop. */
@Schema()
export class StoredScreen {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) name!: string;
  /** Null means the shop's. */
  @Prop({ type: String, default: null }) layout_orientation!: Layout | null;
  @Prop({ type: String, default: 'all' }) shows!: ScreenShows;
  /** Percent of each side. */
  @Prop({ type: Number, default: 0 }) overscan!: number;
  @Prop({ type: Boolean, default: false }) video_turned!: boolean;
  @Prop({ type: Date, required: true }) paired_at!: Date;
  /** Of the secret by which the TV gets a token when its own isn't good any more; missing until the TV has told it. */
  @Prop({ type: String }) secret_hash?: string;
}

/** All screens of one shop, in one document under the shop's id, so that one atomic write counts and changes them. */
@Schema({ collection: 'screens', timestamps: true })
export class ShopScreens extends Published {
  @Prop({ type: [SchemaFactory.createForClass(StoredScreen)], default: [] }) screens!: StoredScreen[];
}

export type ShopScreensDocument = HydratedDocument<ShopScreens>;

export const ShopScreensSchema = indexUnpublished(SchemaFactory.createForClass(ShopScreens)).index({ 'screens._id': 1 });
