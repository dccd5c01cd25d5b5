import { z } from 'zod';
import { Done, Id, Instant } from './common.js';
import { IdempotencyKey } from './idempotency.js';
import { readRpc, rpc, stateKey } from './kinds.js';
import { LandedDay } from './landed.js';
import { limits } from './limits.js';
import { firstMetals, metals } from './metals.js';
import { PlainText, sentNumber, sentNumberIn } from './sent.js';
import { fieldsOf } from './tables.js';

const { name, validHours } = limits.rateList;

/** The fixed rate of one metal, duty included. No value is refused for being out of today's range: another release may have written it. */
export const ListedMetal = z.object({
  /** What `per_gram` is of, in parts in a thousand. */
  fineness: z.number().positive(),
  /** Rupees with at most two decimals. */
  per_gram: z.number().positive(),
});
export type ListedMetal = z.infer<typeof ListedMetal>;

/** An association's or the provider's own fixed rates (rule 3.17). */
export const RateList = z.object({
  id: Id,
  /** The same as `id`: clients read either (rule 1.3). */
  _id: Id,
  name: z.string(),
  ...fieldsOf(metals, '', ListedMetal),
  /** When the rates were set. */
  set_at: Instant,
  /** After this time its rates are old. */
  valid_hours: z.number().positive(),
});
export type RateList = z.infer<typeof RateList>;

/** A list as the gateways price by it. */
export const PublishedRateList = RateList.extend({ day: LandedDay.nullable().catch(null) });
export type PublishedRateList = z.infer<typeof PublishedRateList>;

/** All lists in one value, so that a list that isn't in it is known to be gone. */
export const marketRateLists = stateKey('market/rate-lists', z.object({ lists: z.array(PublishedRateList) }));

const SentListedMetal = z.object({
  fineness: sentNumberIn(limits.rateRows.fineness),
  per_gram: sentNumberIn(limits.rateList.perGram),
});
const Name = PlainText.min(name.min, 'is required').max(name.max, `must have at most ${name.max} characters`);
const ValidHours = sentNumber(
  z
    .int('must be whole hours')
    .min(validHours.min, `must be at least ${validHours.min}`)
    .max(validHours.max, `must be at most ${validHours.max}`),
);

export const NewRateList = z.object({
  name: Name,
  ...fieldsOf(metals, '', SentListedMetal),
  valid_hours: ValidHours.default(validHours.default),
});
export type NewRateList = z.infer<typeof NewRateList>;

/** Fields that are left out stay. Null takes away the rate of a metal that a list needn't have. */
export const RateListUpdate = z
  .object({
    name: Name.optional(),
    ...fieldsOf(metals, '', SentListedMetal.nullable().optional()),
    valid_hours: ValidHours.optional(),
  })
  .superRefine((sent, context) => {
    for (const metal of firstMetals) {
      if (sent[metal] === null) context.addIssue({ code: 'custom', path: [metal], message: 'is required' });
    }
  });
export type RateListUpdate = z.infer<typeof RateListUpdate>;

/** What a write of a list answers. */
export const SavedRateList = Done.extend({ rateList: RateList });
export type SavedRateList = z.infer<typeof SavedRateList>;

/** The rates that a list had from `set_at` until it was set again. */
export const RateListSetting = z.object({ ...fieldsOf(metals, '', ListedMetal), set_at: Instant });
export type RateListSetting = z.infer<typeof RateListSetting>;

const ById = z.object({ id: Id });

export const rateLists = {
  /** Ordered by name. */
  list: readRpc('pricing.rate-lists.list', z.object({}), z.array(RateList)),
  /**
   * With `reserve`, a key of the caller's, the list can't be deleted for two minutes or until `release`: so long a shop may be put on it.
   * Pricing of an earlier release reserves nothing. Throws `NOT_FOUND`.
   */
  get: rpc('pricing.rate-lists.get', ById.extend({ reserve: z.string().max(64).optional() }), RateList),
  release: rpc('pricing.rate-lists.release', ById.extend({ reserved: z.string().max(64) }), z.object({})),
  /** A repetition answers the existing list. */
  create: rpc('pricing.rate-lists.create', NewRateList.extend({ key: IdempotencyKey.optional() }), RateList),
  /** Sets `set_at` anew where the rate of a metal is sent. Throws `NOT_FOUND`. */
  update: rpc('pricing.rate-lists.update', RateListUpdate.safeExtend({ id: Id }), RateList),
  /** Throws `NOT_FOUND`, and `CONFLICT` for a list that shops use. */
  delete: rpc('pricing.rate-lists.delete', ById, z.object({})),
  /** The rates that the list has had, newest first. Throws `NOT_FOUND`. */
  history: readRpc('pricing.rate-lists.history', ById, z.array(RateListSetting)),
} as const;
