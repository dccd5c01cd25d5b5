import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { JWK } from 'jose';
import type { HydratedDocument } from 'mongoose';

export interface SigningKey {
  kid: string;
  /** The key as RFC 7517 writes it, with its private half. */
  jwk: JWK;
  /** From this time on the key signs tokens, until the time of the next key. */
  signs_from: Date;
}

/** All keys are in one document, so that replicas change them one after the other. */
@Schema({ collection: 'signing_keys', timestamps: true })
export class KeyRing {
  @Prop({ type: String }) _id!: string;
  @Prop({ type: Number, default: 0 }) rev!: number;
  /** Oldest first. */
  @Prop({ type: [Object], default: [] }) keys!: SigningKey[];
}

export type KeyRingDocument = HydratedDocument<KeyRing>;
export const KeyRingSchema = SchemaFactory.createForClass(KeyRing);
