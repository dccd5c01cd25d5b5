import { z } from 'zod';
import { Id, Instant } from './common.js';
import { survey } from './kinds.js';
import { Advertisements } from './media.js';
import { CustomTables, PriceSnapshot } from './pricing.js';
import { Maintenance, PublicView } from './settings.js';
import { ShopDashboard } from './shop-profile.js';

/** The version of the events. Raised with a change that older boards can't read. */
export const BOARD_PROTOCOL = 2;

/** The events of `GET /boards/{id}/events` by name. Each carries the JSON of the matching GET (rule 7.1). */
export const boardEvents = {
  profile: ShopDashboard,
  /** Where a shop no longer has rates, null is sent. Boards then mark the rates that they show as old. */
  prices: PriceSnapshot,
  advertisements: Advertisements,
  'custom-tables': CustomTables,
  maintenance: z.object({ ...Maintenance.shape, ...PublicView.shape }),
  /**
   * The server's time, by which a board corrects the wrong clock of its TV; the release that this server serves; and the oldest
   * `BOARD_PROTOCOL` that the server supports.
   */
  heartbeat: z.object({ now: Instant, release: z.string().optional(), oldestProtocol: z.int().optional() }),
  /** The shop was deleted; the stream closes. */
  gone: z.object({}),
} as const;
/** The open streams of one gateway, and their shops. The rest is for the doctor, and release 0.3 doesn't say it. */
export const OpenBoards = z.object({
  boards: z.int(),
  shops: z.array(Id),
  version: z.string().optional(),
  /** Whether clients can't be told apart by their addresses. */
  addressesUnknown: z.boolean().optional(),
});
export type OpenBoards = z.infer<typeof OpenBoards>;
export const openBoards = survey('gateway.boards.open', OpenBoards);

export type BoardEventName = keyof typeof boardEvents;
export type SiteState = z.infer<(typeof boardEvents)['maintenance']>;
