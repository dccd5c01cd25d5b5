import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const DAY_S = 86_400;
/** Longer than a shop's session, so that a device that signs in once a month stays known. */
const KEPT_DAYS = 180;

/** A device that has signed in, for one username. A sign-in doesn't wait until a majority has it: a device may be forgotten. */
@Schema({ collection: 'known_devices', versionKey: false, writeConcern: { w: 1 } })
export class KnownDevice {
  /** A hash of the device's token and the username, from which nobody learns either. */
  @Prop({ type: String }) _id!: string;
  @Prop({ type: Date, required: true }) seen_at!: Date;
  /** The account that it has signed in to. */
  @Prop({ type: String, required: true }) account!: string;
  /** The account's version at that time. Whoever knew an earlier password only is no known device any more. */
  @Prop({ type: Number, required: true }) credentials_version!: number;
}

export const KnownDeviceSchema = SchemaFactory.createForClass(KnownDevice)
  .index({ seen_at: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY_S })
  .index({ account: 1, seen_at: -1 });
