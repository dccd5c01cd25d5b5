import { z } from 'zod';
import { Id, Instant } from './common.js';
import { survey } from './kinds.js';
import { Advertisements } from './media.js';
import { CustomTables, PriceSnapshot } from './pricing.js';
import { Maintenance, PublicView } from './settings.js';
import { ShopDashboard } from './users.js';

/** Which events a board understands. Raised with a change of them that boards of before can't read. */
export const BOARD_PROTOCOL = 1;

/** What `GET /boards/{id}/events` sends, by event name; each carries the JSON of the matching GET (rule 7.1). */
export const boardEvents = {
  profile: ShopDashboard,
  prices: PriceSnapshot,
  advertisements: Advertisements,
  'custom-tables': CustomTables,
  maintenance: z.object({ ...Maintenance.shape, ...PublicView.shape }),
  /**
   * The server's time, by which a board corrects a wrong clock of its TV; the release whose files this server gives; and the
   * oldest `BOARD_PROTOCOL` that it still talks to.
   */
  heartbeat: z.object({ now: Instant, release: z.string().optional(), oldestProtocol: z.int().optional() }),
  /** The shop was deleted; the stream closes. */
  gone: z.object({}),
} as const;
/** The streams that one gateway holds open, and the shops they belong to. */
export const OpenBoards = z.object({ boards: z.int(), shops: z.array(Id) });
export type OpenBoards = z.infer<typeof OpenBoards>;
export const openBoards = survey('gateway.boards.open', OpenBoards);

export type BoardEventName = keyof typeof boardEvents;
export type SiteState = z.infer<(typeof boardEvents)['maintenance']>;
