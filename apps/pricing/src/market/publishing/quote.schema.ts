import { type ByMetal, byMetal, limits, Metal, metals } from '@sarafa/contracts';
import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose from 'mongoose';

const DAY_S = 86_400;

@Schema({ _id: false })
class StoredMetalQuote {
  /** INR per troy ounce, as decimal text. */
  @Prop({ type: String, required: true }) price!: string;
  /** The provider's own time, in ISO 8601. */
  @Prop({ type: String, required: true }) at!: string;
  @Prop({ type: String, required: true }) source!: string;
  @Prop({ type: Boolean, required: true }) dutyIncluded!: boolean;
}

const StoredMetalQuoteSchema = SchemaFactory.createForClass(StoredMetalQuote);

/** The history of accepted quotes, each a price by metal. */
export type StoredQuote = ByMetal<StoredMetalQuote> & {
  /** Counts them without a gap: two replicas can't both accept the next one. */
  seq: number;
  sample: boolean;
  accepted_at: Date;
  /**
   * What the quote said of a metal before an admin withdrew that. In its place stands the last true price before, so that
   * whoever reads the history reads no other.
   */
  withdrawn?: Partial<Record<Metal, StoredMetalQuote>>;
  /** The `seq` of the quote that replaced this one on boards when it was withdrawn. */
  replaced_by?: number;
};
export const STORED_QUOTE = 'StoredQuote';

const schema = new mongoose.Schema<StoredQuote>(
  {
    seq: { type: Number, required: true },
    ...byMetal((metal) => ({ type: StoredMetalQuoteSchema, required: metals[metal].isFromFirstRelease })),
    sample: { type: Boolean, required: true },
    accepted_at: { type: Date, required: true },
    withdrawn: {
      type: new mongoose.Schema(
        byMetal(() => StoredMetalQuoteSchema),
        { _id: false },
      ),
    },
    replaced_by: { type: Number },
  },
  { collection: 'quotes' },
);

export const StoredQuoteSchema = indexAudited(schema)
  .index({ seq: 1 }, { unique: true })
  .index({ sample: 1, accepted_at: -1, seq: -1 })
  .index({ replaced_by: 1 }, { sparse: true })
  .index({ accepted_at: 1 }, { expireAfterSeconds: limits.historyDays * DAY_S });
for (const metal of Metal.options) StoredQuoteSchema.index({ [`withdrawn.${metal}.at`]: 1 }, { sparse: true });
