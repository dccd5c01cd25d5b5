import { limits, type Metal } from '@sarafa/contracts';
import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

const DAY_S = 86_400;

/** A quote that can't be true, stored with its reason and never shown (rule 4.2). */
@Schema({ collection: 'quarantine' })
export class Refusal {
  @Prop({ type: String, required: true }) metal!: Metal;
  /** As the source gave it: decimal text per `unit` in `currency`. */
  @Prop({ type: String, required: true }) price!: string;
  @Prop({ type: String, required: true }) currency!: string;
  @Prop({ type: String, required: true }) unit!: string;
  @Prop({ type: String, required: true }) at!: string;
  @Prop({ type: String, required: true }) source!: string;
  @Prop({ type: Boolean, default: false }) duty_included!: boolean;
  /** A reason that every release knows. */
  @Prop({ type: String, required: true }) reason!: string;
  /** A more exact reason of a later release; a release that doesn't know it uses `reason`. */
  @Prop({ type: String }) finer_reason?: string;
  /** The price that it was compared with; null before the first accepted one. */
  @Prop({ type: String, default: null }) last_price!: string | null;
  @Prop({ type: String, default: null }) last_at!: string | null;
  @Prop({ type: Date, required: true }) refused_at!: Date;
  /** How often the source repeated it. */
  @Prop({ type: Number, default: 1 }) times!: number;
  /** When an admin released it. */
  @Prop({ type: Date, default: null }) released_at!: Date | null;
}

export type StoredRefusal = Refusal & { _id: Types.ObjectId };

export const RefusalSchema = indexAudited(SchemaFactory.createForClass(Refusal))
  .index({ metal: 1, source: 1, refused_at: -1 })
  .index({ metal: 1, source: 1, at: 1 })
  .index({ metal: 1, released_at: -1 }, { partialFilterExpression: { released_at: { $type: 'date' } } })
  .index({ metal: 1, last_at: 1, refused_at: -1 })
  .index({ refused_at: -1 }, { expireAfterSeconds: limits.historyDays * DAY_S });
