import { byMetal, type LandedDay, limits, type ListedMetal, type ListedPurity, type Metal } from '@sarafa/contracts';
import { indexAudited, type StoredEntry } from '@sarafa/server/mongo';
import mongoose from 'mongoose';

/** The rates that a list has or has had. */
export type StoredSetting = { [M in Metal]?: ListedMetal } & { prices?: ListedPurity[]; set_at: Date };

/**
 * With what else the list was then; none of it was kept by earlier releases. Several have one `set_at` where rates were taken away, by
 * which no rate is set.
 */
export type StoredRevision = StoredSetting & { name?: string; valid_hours?: number; set_by?: string };

/** A list of fixed rates. A deleted one stays, so that the sum of all `rev` counts every change of every list. */
export type StoredRateList = StoredSetting & {
  _id: mongoose.Types.ObjectId;
  name: string;
  valid_hours: number;
  reminder_time?: string | null;
  /** When people were last told that the list hasn't been set. */
  reminded_at?: Date;
  day: LandedDay | null;
  rev: number;
  /** Also of lists `by_purity`, so that pricing of the release before, which would publish them without their prices, passes them over. */
  deleted: boolean;
  /** Only of a list that is there and that gateways of the release before can't price (`isFormer`). */
  by_purity?: boolean;
  /** Every setting, the present one too; newest first. */
  history: StoredRevision[];
  /** Who is putting a shop on the list at this moment, and until when that counts. */
  reserved?: { by: string; until: Date }[];
  /** Counts all of these there have ever been. */
  reservations?: number;
  createdAt: Date;
  /** The admin who made the list, and the idempotency key. */
  created_by?: string;
  created_by_key?: string;
  /** What the log of changes doesn't have yet. */
  audit?: StoredEntry[];
};
export const STORED_RATE_LIST = 'StoredRateList';

const StoredMetalSchema = new mongoose.Schema<ListedMetal>(
  { fineness: { type: Number, required: true }, per_gram: { type: Number, required: true } },
  { _id: false },
);
const StoredPuritySchema = new mongoose.Schema<ListedPurity>(
  {
    metal: { type: String, required: true },
    fineness: { type: Number, required: true },
    sell: { type: Number, required: true },
    buy: { type: Number },
  },
  { _id: false },
);
const setting = () => ({
  ...byMetal(() => ({ type: StoredMetalSchema })),
  prices: { type: [StoredPuritySchema], default: undefined },
  set_at: { type: Date, required: true },
});

export const StoredRateListSchema = indexAudited(
  new mongoose.Schema<StoredRateList>(
    {
      ...setting(),
      name: { type: String, required: true },
      valid_hours: { type: Number, default: limits.rateList.validHours.default },
      reminder_time: { type: String },
      reminded_at: { type: Date },
      // A copy of the contract's shape: nothing in it is asked for on its own.
      day: { type: mongoose.Schema.Types.Mixed, default: null },
      rev: { type: Number, default: 1 },
      deleted: { type: Boolean, default: false },
      by_purity: { type: Boolean },
      history: [
        new mongoose.Schema<StoredRevision>(
          { ...setting(), name: { type: String }, valid_hours: { type: Number }, set_by: { type: String } },
          { _id: false },
        ),
      ],
      reserved: { type: [new mongoose.Schema({ by: String, until: Date }, { _id: false })], default: undefined },
      reservations: { type: Number },
      created_by: { type: String },
      created_by_key: { type: String },
    },
    // Not minimized: a first day has an empty `previousClose`.
    { collection: 'rate_lists', timestamps: true, minimize: false },
  ).index({ created_by_key: 1 }, { sparse: true }),
);
