import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The screen that a pairing was claimed for. */
export interface Claim {
  readonly userId: string;
  /** Who has claimed it, the shop itself or an admin; missing from the release before. */
  readonly by?: string;
  readonly screen: string;
  /** When it was claimed, or claimed again by the same one. */
  readonly at: Date;
}

/** A TV that waits for its shop. Its secret isn't stored, only the hash, which is the document's id. */
@Schema({ collection: 'pairings' })
export class StoredPairing {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) code!: string;
  @Prop({ type: Date, required: true }) expires_at!: Date;
  /** The TV's; missing from the release before. */
  @Prop({ type: String }) network?: string;
  @Prop({ type: Object, default: null }) claim!: Claim | null;
  /**
   * When the TV was first answered its screen, or that there is none. The claim stays for its time, so that whoever lost its answer may
   * repeat it.
   */
  @Prop({ type: Date }) redeemed_at?: Date;
}

export const PairingSchema = SchemaFactory.createForClass(StoredPairing)
  .index({ code: 1 }, { unique: true })
  // MongoDB removes the documents within a minute after that time; queries look at the time themselves.
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 });
