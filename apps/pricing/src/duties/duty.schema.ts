import { type ByMetal, byMetal, type ImportDuty, importDutyOf, metals } from '@sarafa/contracts';
import mongoose from 'mongoose';

/** One document: the duty in force, in percent of each metal. Its law is the leading replica's configuration. */
export type Duty = ByMetal<number> & {
  _id: 'import';
  rev: number;
  changed_at: Date;
  /** Which metals' percents changed at `at`. A pod of the release before leaves it as it is when it changes the duty. */
  change?: { at: Date; metals: string[] };
};
export const DUTY = 'Duty';

export const DutySchema = new mongoose.Schema<Duty>(
  {
    _id: { type: String, required: true },
    rev: { type: Number, required: true },
    ...byMetal((metal) => ({ type: Number, required: metals[metal].isFromFirstRelease })),
    changed_at: { type: Date, required: true },
    change: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'duties' },
);

/** The duty as it is published. */
export function publishedDuty({ change, changed_at, ...percents }: Duty): ImportDuty {
  const value = importDutyOf(percents, changed_at.toISOString());
  return change?.at.getTime() === changed_at.getTime() ? { ...value, changed: change.metals } : value;
}
