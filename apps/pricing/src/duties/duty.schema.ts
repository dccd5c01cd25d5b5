import { type ByMetal, byMetal, metals } from '@sarafa/contracts';
import mongoose from 'mongoose';

/** One document: the duty in force, in percent of each metal. Its law is the leading replica's configuration. */
export type Duty = ByMetal<number> & { _id: 'import'; rev: number; changed_at: Date };
export const DUTY = 'Duty';

export const DutySchema = new mongoose.Schema<Duty>(
  {
    _id: { type: String, required: true },
    rev: { type: Number, required: true },
    ...byMetal((metal) => ({ type: Number, required: metals[metal].isFromFirstRelease })),
    changed_at: { type: Date, required: true },
  },
  { collection: 'duties' },
);
