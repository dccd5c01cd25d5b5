import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One document: the duty in force. Its law is the leading replica's configuration. */
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
