import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One document: the duty in force. Its law is the configuration; it is kept for its `rev` and the time of its change. */
@Schema({ collection: 'duties' })
export class Duty {
  @Prop({ type: String, required: true }) _id!: 'import';
  @Prop({ type: Number, required: true }) rev!: number;
  /** Percent. */
  @Prop({ type: Number, required: true }) gold!: number;
  /** Percent. */
  @Prop({ type: Number, required: true }) silver!: number;
  @Prop({ type: Date, required: true }) changed_at!: Date;
}

export const DutySchema = SchemaFactory.createForClass(Duty);
