import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { JWK } from 'jose';
import type { HydratedDocument } from 'mongoose';

export interface SigningKey {
  kid: string;
  /** RFC 7517, with its private half. */
  jwk: JWK;
  /** From then on tokens are signed with it, until the next key's time has come. */
  signs_from: Date;
}

/** All keys in one document: replicas change it one after the other. */
@Schema({ collection: 'signing_keys', timestamps: true })
export class KeyRing {
  @Prop({ type: String }) _id!: string;
  @Prop({ type: Number, default: 0 }) rev!: number;
  /** Oldest first. */
  @Prop({ type: [Object], default: [] }) keys!: SigningKey[];
}

export type KeyRingDocument = HydratedDocument<KeyRing>;
export const KeyRingSchema = SchemaFactory.createForClass(KeyRing);
