import { AdKind } from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument, Types } from 'mongoose';

@Schema({ _id: true })
export class StoredAdvertisement {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: AdKind.options }) file_type!: AdKind;
  @Prop({ type: String, required: true }) file_path!: string;
  @Prop({ type: String, required: true }) file_name!: string;
  /** Seconds; null for an image. */
  @Prop({ type: Number, default: null }) duration!: number | null;
  /** The size of the uploaded file in bytes. */
  @Prop({ type: Number, default: 0 }) size!: number;
  /** The SHA-256 of the uploaded file; ads of 0.3 have none. */
  @Prop({ type: String }) digest?: string;
  @Prop({ type: String, default: null }) warning!: string | null;
  /** The idempotency key of the upload, and since when it is known. */
  @Prop({ type: String }) key?: string;
  @Prop({ type: Date }) keyed_at?: Date;
}

/** A place that an upload reserves, under the id of the later ad. */
@Schema({ _id: true })
class Reservation {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: AdKind.options }) file_type!: AdKind;
  /** The last time at which the upload was alive. */
  @Prop({ type: Date, required: true }) renewed_at!: Date;
  /** The idempotency key of the upload, if it has one; media of 0.3 doesn't write it. */
  @Prop({ type: String }) key?: string;
}

/** All ads of one shop, in one document under the shop's id, so that one atomic write changes what the shop's boards show. */
@Schema({ collection: 'advertisements', timestamps: true })
export class ShopAdvertisements extends Published {
  @Prop({ type: [SchemaFactory.createForClass(StoredAdvertisement)], default: [] }) advertisements!: StoredAdvertisement[];
  @Prop({ type: [SchemaFactory.createForClass(Reservation)], default: [] }) reservations!: Reservation[];
}

export type ShopAdvertisementsDocument = HydratedDocument<ShopAdvertisements>;

export const ShopAdvertisementsSchema = indexUnpublished(SchemaFactory.createForClass(ShopAdvertisements)).index({
  'advertisements._id': 1,
});
