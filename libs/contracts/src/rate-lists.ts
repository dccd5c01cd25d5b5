import { z } from 'zod';
import { Done, Id, Instant, knownOf } from './common.js';
import { IdempotencyKey } from './idempotency.js';
import { askedBy, event, readRpc, rpc, stateKey } from './kinds.js';
import { LandedDay } from './landed.js';
import { limits } from './limits.js';
import { byMetal, firstMetals, Metal } from './metals.js';
import { ClockTime, PlainText, sentNumber, sentNumberIn } from './sent.js';

const { name, validHours, perGram } = limits.rateList;

/** The fixed rate of one metal, duty included. No value is refused for being out of today's range: another release may have written it. */
export const ListedMetal = z.object({
  /** What `per_gram` is of, in parts in a thousand. */
  fineness: z.number().positive(),
  /** Rupees with at most two decimals. */
  per_gram: z.number().positive(),
});
export type ListedMetal = z.infer<typeof ListedMetal>;

/** What a gram of one fineness costs, whatever other finenesses cost (rule 3.22). */
export const ListedPurity = z.object({
  metal: Metal,
  /** Parts in a thousand. */
  fineness: z.number().positive(),
  /** Rupees a gram, with at most two decimals; so is `buy`. */
  sell: z.number().positive(),
  /** The price at which shops buy; where it is missing, their buy price is worked out from `sell`. */
  buy: z.number().positive().optional(),
});
export type ListedPurity = z.infer<typeof ListedPurity>;

/** The rates that a list has or has had. A metal that is neither here nor in `prices` has no price. */
const ListedRates = {
  ...byMetal(() => ListedMetal.optional()),
  prices: knownOf(ListedPurity).default([]),
};

/** An association's or the provider's own fixed rates (rule 3.17). */
export const RateList = z.object({
  id: Id,
  /** The same as `id`: clients read either (rule 1.3). */
  _id: Id,
  name: z.string(),
  ...ListedRates,
  /** When the rates were set. */
  set_at: Instant,
  /** After this time its rates are old. */
  valid_hours: z.number().positive(),
  /** 'HH:mm' in Asia/Kolkata: when people are told of a list that hasn't been set on the day (rule 3.24). */
  reminder_time: z.string().nullable().default(null).catch(null),
});
export type RateList = z.infer<typeof RateList>;

/** A list as the gateways price by it. */
export const PublishedRateList = RateList.extend({ day: LandedDay.nullable().catch(null) });
export type PublishedRateList = z.infer<typeof PublishedRateList>;

const Lists = z.object({ lists: z.array(PublishedRateList) });

/** All lists in one value, so that a list that isn't in it is known to be gone. */
export const marketRateLists = stateKey('market/lists', Lists);
/**
 * The same for gateways of the release before, without the lists that these would price by fineness alone. Pricing of that release
 * publishes this key alone, also after a rollback, so this release reads whichever has the higher `rev`. To be removed in the next release.
 */
export const formerRateLists = stateKey('market/rate-lists', Lists);

/** Whether a gateway of the release before, which knows no prices of purities, shows the right prices for this list. */
export function isFormer(list: Pick<RateList, Metal> & { prices?: ListedPurity[] | undefined }): boolean {
  return !list.prices?.length && firstMetals.every((metal) => list[metal] !== undefined);
}

const SentFineness = sentNumberIn({ ...limits.rateRows.fineness, unit: '' });
const SentListedMetal = z.object({ fineness: SentFineness, per_gram: sentNumberIn(perGram) });
/** A buy price that is null is none. */
const SentListedPurity = z.preprocess(
  (sent) => {
    if (typeof sent !== 'object' || sent === null || !('buy' in sent) || sent.buy !== null) return sent;
    const { buy: _, ...purity } = sent;
    return purity;
  },
  z.object({
    metal: Metal,
    fineness: SentFineness,
    sell: sentNumberIn(perGram),
    buy: sentNumberIn(perGram).optional(),
  }),
);
const SentPrices = z
  .array(SentListedPurity)
  .max(limits.rateList.prices, `must have at most ${limits.rateList.prices} prices`)
  .superRefine((prices, context) => {
    prices.forEach(({ metal, fineness }, index) => {
      const isTwice = prices.slice(0, index).some((other) => other.metal === metal && other.fineness === fineness);
      if (isTwice) context.addIssue({ code: 'custom', path: [index, 'fineness'], message: 'is listed twice' });
    });
  });
const Name = PlainText.min(name.min, 'is required').max(name.max, `must have at most ${name.max} characters`);
const ValidHours = sentNumber(
  z
    .int('must be whole hours')
    .min(validHours.min, `must be at least ${validHours.min}`)
    .max(validHours.max, `must be at most ${validHours.max}`),
);

/** The metals that a list without a price for each purity has to have and hasn't. */
export function missingMetals(list: { readonly [M in Metal]?: unknown } & { readonly prices?: readonly unknown[] }): Metal[] {
  return list.prices?.length ? [] : firstMetals.filter((metal) => !list[metal]);
}

export const NewRateList = z
  .object({
    name: Name,
    ...byMetal(() => SentListedMetal.optional()),
    prices: SentPrices.default([]),
    valid_hours: ValidHours.default(validHours.default),
    reminder_time: ClockTime.nullable().default(null),
  })
  .superRefine((sent, context) => {
    for (const metal of missingMetals(sent)) context.addIssue({ code: 'custom', path: [metal], message: 'is required' });
  });
export type NewRateList = z.infer<typeof NewRateList>;

/**
 * Fields that are left out stay. Null takes away the rate of a metal that the list needn't have, and the reminder; an empty list takes
 * away all `prices`.
 */
export const RateListUpdate = z.object({
  name: Name.optional(),
  ...byMetal(() => SentListedMetal.nullable().optional()),
  prices: SentPrices.optional(),
  valid_hours: ValidHours.optional(),
  reminder_time: ClockTime.nullable().optional(),
});
export type RateListUpdate = z.infer<typeof RateListUpdate>;

/** Whether the update sets, renews or takes away rates. */
export function hasRates({ prices, ...bases }: RateListUpdate): boolean {
  return prices !== undefined || Metal.options.some((metal) => bases[metal] !== undefined);
}

/** What a write of a list answers. */
export const SavedRateList = Done.extend({ rateList: RateList });
export type SavedRateList = z.infer<typeof SavedRateList>;

/** What a list was from `set_at` until it was set again. Where rates were taken away, the revisions before and after have one `set_at`. */
export const KeptRevision = z.object({
  set_at: Instant,
  /** The id of the account; null for a setting that was kept by a release which didn't keep that. */
  set_by: Id.nullable(),
  name: z.string(),
  valid_hours: z.number().positive(),
  ...ListedRates,
});
export type KeptRevision = z.infer<typeof KeptRevision>;

/** The same with the name of the account, which is empty once the account is deleted. */
export const RateListRevision = KeptRevision.extend({ set_by: z.object({ id: Id, username: z.string() }).nullable() });
export type RateListRevision = z.infer<typeof RateListRevision>;

const ById = z.object({ id: Id });

export const rateLists = {
  /** Ordered by name. */
  list: readRpc('pricing.rate-lists.list', z.object({}), z.array(RateList)),
  /**
   * With `reserve`, a key of the caller's, the list can't be deleted for two minutes or until `release`: so long a shop may be put on it.
   * Pricing of an earlier release reserves nothing. Throws `NOT_FOUND`.
   */
  get: askedBy(['users'], rpc('pricing.rate-lists.get', ById.extend({ reserve: z.string().max(64).optional() }), RateList)),
  release: askedBy(['users'], rpc('pricing.rate-lists.release', ById.extend({ reserved: z.string().max(64) }), z.object({}))),
  /** A repetition answers the existing list. */
  create: rpc('pricing.rate-lists.create', NewRateList.safeExtend({ key: IdempotencyKey.optional() }), RateList),
  /**
   * Sets `set_at` anew where a rate is set, not where some are only taken away. Throws `NOT_FOUND`, and `INVALID_INPUT` where a metal would be missing.
   */
  update: rpc('pricing.rate-lists.update', RateListUpdate.extend({ id: Id }), RateList),
  /** Throws `NOT_FOUND`, and `CONFLICT` for a list that shops use. */
  delete: rpc('pricing.rate-lists.delete', ById, z.object({})),
  /** Whether a list, of the provider or of the shop with this id, is to be set since its reminder time of today. */
  isDue: askedBy(['settings'], readRpc('pricing.rate-lists.is-due', ById, z.object({ isDue: z.boolean() }))),
  /** What the list has been within 400 days, newest first. Throws `NOT_FOUND`. */
  revisions: readRpc('pricing.rate-lists.revisions', ById, z.array(KeptRevision)),
} as const;

/** A list hasn't been set by its `reminder_time` of today, which was `at`. `userId` is that of the shop whose own list it is. */
export const rateListDue = event(
  'pricing.rate-list.due',
  z.object({ id: Id, name: z.string(), userId: Id.nullable(), at: Instant }),
);
