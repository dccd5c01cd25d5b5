import { z } from 'zod';
import { Done, Id, Instant } from './common.js';
import { readRpc, rpc, stateKey } from './kinds.js';
import { limits } from './limits.js';
import { DynamicPriceInterval, Held, ImportDuty, ShownState } from './pricing.js';
import { Quote } from './quotes.js';
import { PublishedRateList } from './rate-lists.js';
import { sentNumber } from './sent.js';

/**
 * The rates that a shop's boards go on showing until `until`, whatever the market does (rule 3.19): those of the market, or those
 * of a list. Beside a list the market's rates are there only for older gateways, which can't read a hold without them; they are
 * null where the market has never had any.
 */
export const Hold = z.union([
  Held.extend({
    ...{ quote: Quote, duty: ImportDuty, rate_list: z.null() },
    /** Metals whose prices were stale when the hold began; not in a hold that an earlier release has begun. */
    stale_metals: z.array(z.string()).optional(),
  }),
  Held.extend({ quote: Quote.nullable(), duty: ImportDuty.nullable(), rate_list: PublishedRateList }),
  /** Of a list that gateways of the release before can't price: these don't know the hold then, and show no rates. */
  Held.extend({ purity_list: PublishedRateList }),
]);
export type Hold = z.infer<typeof Hold>;

/** The list whose rates are held; null for those of the market. */
export function listOfHold(hold: Hold): PublishedRateList | null {
  return 'purity_list' in hold ? hold.purity_list : hold.rate_list;
}

/** The last hold of a shop, which may have ended; none of a shop that has never held its rates. */
export const boardHold = stateKey('boards/*.hold', Hold);
/** Exists once the holds of all shops have been published: only then does a shop without one in KV have none. */
export const holdsComplete = stateKey('boards/holds-complete', z.object({}));

const HOUR_MS = 3_600_000;

/**
 * Which rates somebody saw who holds them: the market's quote with its duty, by when that began, or the setting of a list. Without
 * these, those of now are held.
 */
const Seen = {
  seq: sentNumber(z.int('must be a whole number').min(1, 'must be at least 1')).nullable().optional(),
  set_at: Instant.nullable().optional(),
  duty_at: Instant.nullable().optional(),
};

/** What `PUT /user/rates/hold/{userId}` takes; null ends the hold. `seq`, `set_at` and `duty_at` are of `/prices/user`. */
export const SentHold = z.object({
  ...Seen,
  until: Instant.refine((until) => Date.parse(until) > Date.now(), 'must be in the future')
    .refine(
      (until) => Date.parse(until) <= Date.now() + limits.holdHours * HOUR_MS,
      `must be at most ${limits.holdHours} hours ahead`,
    )
    .nullable(),
});
export type SentHold = z.infer<typeof SentHold>;

export const SavedHold = Done.extend({ held: Held.nullable() });
export type SavedHold = z.infer<typeof SavedHold>;

export const holds = {
  /**
   * Holds the rates of the shop that are shown with this interval, or with this list. A hold that is on keeps its rates and its
   * `since`. Throws `UNAVAILABLE` where there is no rate to hold, and `CONFLICT` for old rates, and where the boards have shown
   * others than were seen for some minutes.
   */
  start: rpc(
    'pricing.holds.start',
    z.object({
      ...{ userId: Id, until: Instant, interval: DynamicPriceInterval, rate_list_id: Id.nullable() },
      ...Seen,
      /** How the shop's rates stand; not from a gateway of the release before, which refuses old rates itself. */
      state: ShownState.optional(),
      /** Metals without a standard row whose prices are stale; not from a gateway of an earlier release. */
      stale_metals: z.array(z.string()).optional(),
      /** The gateway's time, by which its boards show the hold as ended or not; not from a gateway of the release before. */
      at: Instant.optional(),
    }),
    Held,
  ),
  /** Ends the shop's hold; there needn't be one. */
  end: rpc('pricing.holds.end', z.object({ userId: Id }), z.object({})),
  /** The shops whose holds of now go on beyond this time. */
  beyond: readRpc('pricing.holds.beyond', z.object({ at: Instant }), z.object({ ids: z.array(Id) })),
} as const;
