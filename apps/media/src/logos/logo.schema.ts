import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** A stored logo. The record is written before the bytes, so that no bytes are stored without a record. */
@Schema({ collection: 'logos', timestamps: { createdAt: true, updatedAt: false } })
export class Logo {
  /** The object's key. */
  @Prop({ type: String }) _id!: string;
  @Prop({ type: String, required: true, index: true }) account_id!: string;
  /** Whether the account has ever had this logo. */
  @Prop({ type: Boolean, default: false }) used!: boolean;
  /** When it was first seen that the account has a newer logo; null while it has this one. Releases to 0.3 don't know it. */
  @Prop({ type: Date, default: null }) left_at!: Date | null;
  createdAt!: Date;
}

export type LogoDocument = HydratedDocument<Logo>;
export const LogoSchema = SchemaFactory.createForClass(Logo);
