import { byMetal, type ByMetal, type LandedDay, limits, type ListedMetal, metals } from '@sarafa/contracts';
import mongoose from 'mongoose';

/** The rates that a list has or has had. */
export type StoredSetting = ByMetal<ListedMetal> & { set_at: Date };

/** A list of fixed rates. A deleted one stays, so that the sum of all `rev` counts every change of every list. */
export type StoredRateList = StoredSetting & {
  _id: mongoose.Types.ObjectId;
  name: string;
  valid_hours: number;
  day: LandedDay | null;
  rev: number;
  deleted: boolean;
  /** Every setting, the present one too; newest first. */
  history: StoredSetting[];
  /** Who is putting a shop on the list at this moment, and until when that counts. */
  reserved?: { by: string; until: Date }[];
  /** Counts all of these there have ever been. */
  reservations?: number;
  createdAt: Date;
  /** The admin who made the list, and the idempotency key. */
  created_by?: string;
  created_by_key?: string;
};
export const STORED_RATE_LIST = 'StoredRateList';

const StoredMetalSchema = new mongoose.Schema<ListedMetal>(
  { fineness: { type: Number, required: true }, per_gram: { type: Number, required: true } },
  { _id: false },
);
const setting = () => ({
  ...byMetal((metal) => ({ type: StoredMetalSchema, required: metals[metal].isFromFirstRelease })),
  set_at: { type: Date, required: true },
});

export const StoredRateListSchema = new mongoose.Schema<StoredRateList>(
  {
    ...setting(),
    name: { type: String, required: true },
    valid_hours: { type: Number, default: limits.rateList.validHours.default },
    // A copy of the contract's shape: nothing in it is asked for on its own.
    day: { type: mongoose.Schema.Types.Mixed, default: null },
    rev: { type: Number, default: 1 },
    deleted: { type: Boolean, default: false },
    history: [new mongoose.Schema<StoredSetting>(setting(), { _id: false })],
    reserved: { type: [new mongoose.Schema({ by: String, until: Date }, { _id: false })], default: undefined },
    reservations: { type: Number },
    created_by: { type: String },
    created_by_key: { type: String },
  },
  // Not minimized: a first day has an empty `previousClose`.
  { collection: 'rate_lists', timestamps: true, minimize: false },
).index({ created_by_key: 1 }, { sparse: true });
