import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** A logo that is stored. Written before its bytes, so that nothing is ever stored that nobody knows of. */
@Schema({ collection: 'logos', timestamps: { createdAt: true, updatedAt: false } })
export class Logo {
  /** The object's key. */
  @Prop({ type: String }) _id!: string;
  @Prop({ type: String, required: true, index: true }) account_id!: string;
  /** Its account has had it: once it has another, it never takes this one again. */
  @Prop({ type: Boolean, default: false }) used!: boolean;
  createdAt!: Date;
}

export type LogoDocument = HydratedDocument<Logo>;
export const LogoSchema = SchemaFactory.createForClass(Logo);
