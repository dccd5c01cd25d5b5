import { z } from 'zod';
import { Id } from './common.js';
import { readRpc, rpc, stateKey } from './kinds.js';
import { KeptRevision, PublishedRateList, RateList, RateListUpdate } from './rate-lists.js';

/** The list of a shop that keeps one of its own (rule 3.23). Its id is the shop's. */
export const shopRateList = stateKey('boards/*.rate-list', PublishedRateList);

/** What a new list is called where the shop has no name: as screens call the shop (rule 5.2). */
export const USUAL_NAME = 'Gold Trading Shop';

const OfShop = z.object({ userId: Id });

/** Who may use these is decided by the shop's `may_set_list`, which the caller looks at. */
export const shopRateLists = {
  /** Throws `NOT_FOUND` for a shop without a list. */
  get: readRpc('pricing.shop-rate-lists.get', OfShop, RateList),
  /**
   * Makes the list, or changes it: fields that are left out stay. `usualName` is that of a new list which is sent none. `movedFrom` is
   * what the shop was on until now, for the log of changes; left out where the shop stays on its own list. Throws `INVALID_INPUT` where
   * a metal would be missing.
   */
  set: rpc(
    'pricing.shop-rate-lists.set',
    RateListUpdate.extend({ userId: Id, usualName: z.string(), movedFrom: Id.nullable().optional() }),
    z.object({ rateList: RateList, isNew: z.boolean() }),
  ),
  /** What the list is and has been within 400 days, newest first; empty for a shop without a list. */
  revisions: readRpc('pricing.shop-rate-lists.revisions', OfShop, z.array(KeptRevision)),
} as const;
