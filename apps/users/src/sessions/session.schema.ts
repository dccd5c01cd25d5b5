import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A sign-in that goes on, in its account. */
@Schema({ _id: false })
export class StoredSession {
  @Prop({ type: String, required: true }) id!: string;
  @Prop({ type: String, required: true }) device!: string;
  @Prop({ type: String, default: '' }) address!: string;
  @Prop({ type: Date, required: true }) since!: Date;
  @Prop({ type: Date, required: true }) seen_at!: Date;
  /** When its token ends. */
  @Prop({ type: Date, required: true }) ends_at!: Date;
  /** The account's `credentials_version`: the release before raises that of the account alone, which ends the session too. */
  @Prop({ type: Number, required: true }) version!: number;
}

export const StoredSessionSchema = SchemaFactory.createForClass(StoredSession);
