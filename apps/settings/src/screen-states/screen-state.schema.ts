import type { Said, ScreenState } from '@sarafa/contracts';
import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose from 'mongoose';

const { Mixed } = mongoose.Schema.Types;

/**
 * How a screen was when its state changed last, under the screen's id, and what it has said last by the last hour or the end of the
 * process. Later beats are in memory alone; this is what is known of a screen after a restart.
 */
@Schema({ collection: 'screen_states' })
export class ScreenStateRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) userId!: string;
  @Prop({ type: String, default: 'never' }) state!: ScreenState;
  @Prop({ type: Date, default: null }) since!: Date | null;
  /** The last beat that was written. */
  @Prop({ type: Date, default: null }) seen_at!: Date | null;
  /** What that beat said. */
  @Prop({ type: Mixed, default: null }) said!: Said | null;
  /** Since when the screen isn't playing, whatever else it is; null while it plays. */
  @Prop({ type: Date, default: null }) dark_since!: Date | null;
  @Prop({ type: Date, default: null }) snoozed_until!: Date | null;
}

export const ScreenStateSchema = indexAudited(SchemaFactory.createForClass(ScreenStateRow).index({ userId: 1 }));
