import { limits } from '@sarafa/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const DAY_S = 86_400;

@Schema({ _id: false })
export class StoredMetalQuote {
  /** INR per troy ounce, decimal text. */
  @Prop({ type: String, required: true }) price!: string;
  /** ISO 8601, the provider's own time. */
  @Prop({ type: String, required: true }) at!: string;
  @Prop({ type: String, required: true }) source!: string;
  @Prop({ type: Boolean, required: true }) dutyIncluded!: boolean;
}

const StoredMetalQuoteSchema = SchemaFactory.createForClass(StoredMetalQuote);

/** What a quote said before an admin withdrew it. */
@Schema({ _id: false })
class Withdrawn {
  @Prop({ type: StoredMetalQuoteSchema }) gold?: StoredMetalQuote;
  @Prop({ type: StoredMetalQuoteSchema }) silver?: StoredMetalQuote;
}

/** The history of accepted quotes. `seq` counts them without a gap: two replicas can't both accept the next one. */
@Schema({ collection: 'quotes' })
export class StoredQuote {
  @Prop({ type: Number, required: true }) seq!: number;
  @Prop({ type: StoredMetalQuoteSchema, required: true }) gold!: StoredMetalQuote;
  @Prop({ type: StoredMetalQuoteSchema, required: true }) silver!: StoredMetalQuote;
  @Prop({ type: Boolean, required: true }) sample!: boolean;
  @Prop({ type: Date, required: true }) accepted_at!: Date;
  /** Of these metals `gold` and `silver` are the last true price before, so that whoever reads the history reads no other. */
  @Prop({ type: SchemaFactory.createForClass(Withdrawn) }) withdrawn?: Withdrawn;
  /** The `seq` of the quote that took its place on boards when it was withdrawn. */
  @Prop({ type: Number }) replaced_by?: number;
}

export const StoredQuoteSchema = SchemaFactory.createForClass(StoredQuote)
  .index({ seq: 1 }, { unique: true })
  .index({ sample: 1, accepted_at: -1, seq: -1 })
  .index({ 'withdrawn.gold.at': 1 }, { sparse: true })
  .index({ 'withdrawn.silver.at': 1 }, { sparse: true })
  .index({ accepted_at: 1 }, { expireAfterSeconds: limits.historyDays * DAY_S });
