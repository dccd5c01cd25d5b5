import { newShop, settingNames, type SettingName, shopSettings, StoredRole } from '@sarafa/contracts';
import { oneYearFrom } from '@sarafa/domain';
import { audited, indexUnpublished, KEPT_FOR_AUDIT, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument } from 'mongoose';
import { z } from 'zod';
import { AUDITED } from '../audit/audited-accounts.js';
import { type SecondStepState, type StoredFactor, StoredFactorSchema } from '../factors/factor.schema.js';
import { type StoredSession, StoredSessionSchema } from '../sessions/session.schema.js';

/** An admin or a shop; the settings of a shop are added to it below. */
@Schema({ collection: 'accounts', timestamps: true })
class AccountBase extends Published {
  /** A deleted account stays, without its content, until every service has been told of the deletion. */
  @Prop({ type: String, required: true, enum: [...StoredRole.options, 'deleted'] }) role!: StoredRole | 'deleted';
  /** The role that a deleted account had. */
  @Prop({ type: String, enum: StoredRole.options }) was?: StoredRole;
  @Prop({ type: String, required: true }) username!: string;
  /** argon2id; empty in a deleted account. */
  @Prop({ type: String, default: '' }) password_hash!: string;
  /** A token with another version is refused. */
  @Prop({ type: Number, default: 1 }) credentials_version!: number;
  @Prop({ type: [StoredSessionSchema], default: undefined }) sessions?: StoredSession[];
  @Prop({ type: [StoredFactorSchema], default: undefined }) factors?: StoredFactor[];
  @Prop({ type: mongoose.Schema.Types.Mixed }) second_step?: SecondStepState;
  /** From when on an admin can't sign in without a factor, where one is required. */
  @Prop({ type: Date }) factor_due?: Date;
  /** The running deletion or demotion of this owner. The ObjectId contains the time at which it began. */
  @Prop({ type: mongoose.Schema.Types.ObjectId }) leaving?: mongoose.Types.ObjectId;
  /** The admin who made the account, stored when the request carried an idempotency key. */
  @Prop({ type: String }) created_by?: string;
  @Prop({ type: String }) created_by_key?: string;
  createdAt!: Date;
  @Prop({ type: Date, default: () => oneYearFrom(new Date()) }) subscription_end_date!: Date;
}

export type Account = AccountBase & { -readonly [N in SettingName]: (typeof newShop)[N] };
export const ACCOUNT = 'Account';
export type AccountDocument = HydratedDocument<Account>;

const TYPES = { string: String, integer: Number, number: Number, boolean: Boolean, object: mongoose.Schema.Types.Mixed };

/** Mongoose's type for what a schema describes; of several, for the first. */
function typeOf({ type, anyOf }: z.core.JSONSchema.BaseSchema): (typeof TYPES)[keyof typeof TYPES] {
  // What may be null as well is a list of both, or one of them by itself.
  return type ? TYPES[[type].flat()[0] as keyof typeof TYPES] : typeOf(anyOf![0] as z.core.JSONSchema.BaseSchema);
}

/** The settings as they are stored, with what a new shop has (rule 5.1). */
const settings = Object.fromEntries(
  settingNames.map((name) => [name, { type: typeOf(z.toJSONSchema(shopSettings[name].shape)), default: newShop[name] }]),
);

const schema = SchemaFactory.createForClass(AccountBase) as unknown as mongoose.Schema<Account>;

export const AccountSchema = indexUnpublished(schema.add(settings))
  // Spellings of one username count as one (rule 2.1).
  .index({ username: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
  .index({ role: 1, _id: 1 })
  // Few shops have the rates of a list.
  .index({ rate_list_id: 1 }, { partialFilterExpression: { rate_list_id: { $type: 'string' } } })
  .index({ created_by_key: 1 }, { sparse: true });

/** The update that empties an account and leaves only what other services have to be told. The username is free at once. */
const DELETION = [
  {
    $replaceWith: {
      _id: '$_id',
      role: 'deleted',
      was: '$role',
      // No username may contain `#`, so this placeholder never takes a new account's name.
      username: { $concat: ['#', { $toString: '$_id' }] },
      rev: { $add: ['$rev', 1] },
      unpublished: true,
      ...KEPT_FOR_AUDIT,
    },
  },
];
export const deletion = () => audited(AUDITED, DELETION, { isDeletion: true });
export const DELETION_OPTIONS = { returnDocument: 'after', updatePipeline: true, timestamps: false } as const;
