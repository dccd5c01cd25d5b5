import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { JWK } from 'jose';
import type { HydratedDocument } from 'mongoose';

export interface SigningKey {
  kid: string;
  /** The public half as RFC 7517 writes it. A key of the release before has its private half here too while it signs. */
  jwk: JWK;
  /** The whole key, encrypted by `MASTER_KEY`, until it has signed its last token. */
  wrapped?: string;
  /** In the ring of screens: a key of people's, which has signed tokens of screens before these had a ring. */
  is_peoples?: true;
  /** From this time on the key signs tokens, until the time of the next key. */
  signs_from: Date;
}

/** All keys of a ring are in one document, so that replicas change them one after the other. */
@Schema({ collection: 'signing_keys', timestamps: true })
export class KeyRing {
  @Prop({ type: String }) _id!: RingName;
  @Prop({ type: Number, default: 0 }) rev!: number;
  /** Oldest first. */
  @Prop({ type: [Object], default: [] }) keys!: SigningKey[];
}

/** The ring of people's tokens, and that of screens. */
export type RingName = 'ring' | 'screens';

export type KeyRingDocument = HydratedDocument<KeyRing>;
export const KeyRingSchema = SchemaFactory.createForClass(KeyRing);
