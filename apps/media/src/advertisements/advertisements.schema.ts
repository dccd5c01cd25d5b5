import { indexUnpublished, Published } from '@sarafa/server';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument, Types } from 'mongoose';

@Schema({ _id: true })
export class StoredAdvertisement {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: ['image', 'video'] }) file_type!: 'image' | 'video';
  @Prop({ type: String, required: true }) file_path!: string;
  @Prop({ type: String, required: true }) file_name!: string;
  /** Seconds; null for an image. */
  @Prop({ type: Number, default: null }) duration!: number | null;
}

/** All ads of one shop, in one document under the shop's id: what its boards show changes in one atomic write. */
@Schema({ collection: 'advertisements', timestamps: true })
export class ShopAdvertisements extends Published {
  @Prop({ type: [SchemaFactory.createForClass(StoredAdvertisement)], default: [] }) advertisements!: StoredAdvertisement[];
}

export type ShopAdvertisementsDocument = HydratedDocument<ShopAdvertisements>;

export const ShopAdvertisementsSchema = indexUnpublished(SchemaFactory.createForClass(ShopAdvertisements));
