import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One document: what every replica has to know in order to continue after one that died. */
@Schema({ collection: 'poller' })
export class PollerState {
  @Prop({ type: String, required: true }) _id!: 'poller';
  @Prop({ type: Number, default: 0 }) rev!: number;
  @Prop({ type: Boolean, default: false }) running!: boolean;
  @Prop({ type: Date, default: null }) asked_at!: Date | null;
  /** When an admin last asked. */
  @Prop({ type: Date, default: null }) refreshed_at!: Date | null;
  @Prop({ type: String, default: null }) source!: string | null;
  @Prop({ type: String, default: null }) last_error!: string | null;
  /** The number of polls in a row without an answer, including one that is running. */
  @Prop({ type: Number, default: 0 }) failures!: number;
}

export const PollerStateSchema = indexAudited(SchemaFactory.createForClass(PollerState));
