import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema } from 'mongoose';

/** What a card said of one row. */
export interface SaidPrice {
  readonly key: string;
  /** Rupees. */
  readonly price: number;
}

/** What the last cards of a shop said, and which pictures are stored. Its id is the shop's. */
@Schema({ collection: 'rate_cards' })
export class ShopRateCards {
  @Prop({ type: String, required: true }) _id!: string;
  /** The day in Asia/Kolkata on which a card was last asked for, as `kolkataDayNumber` counts. */
  @Prop({ type: Number, required: true }) day!: number;
  /** What the last card of that day said. */
  @Prop({ type: [MongooseSchema.Types.Mixed], required: true }) said!: SaidPrice[];
  /** What the last card of an earlier day said; null for none. */
  @Prop({ type: [MongooseSchema.Types.Mixed], default: null }) said_before!: SaidPrice[] | null;
  /** The keys of the stored pictures, the newest last. A key is written before its object. */
  @Prop({ type: [String], default: [] }) pictures!: string[];
}

export const ShopRateCardsSchema = SchemaFactory.createForClass(ShopRateCards);
