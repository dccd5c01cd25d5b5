import { z } from 'zod';
import { Id } from './common.js';
import { longRpc } from './kinds.js';
import { CustomTables, PriceSnapshot } from './pricing.js';
import { ShopDashboard } from './shop-profile.js';

/** 1080 x 1350 and 1080 x 1920 pixels. */
export const CardShape = z.enum(['post', 'story']);
export type CardShape = z.infer<typeof CardShape>;

/** How a card is decorated: `plain`, or for a festival. */
export const CardTheme = z.enum(['plain', 'akshaya-tritiya', 'dhanteras', 'diwali', 'onam', 'pongal', 'gudi-padwa', 'ugadi']);
export type CardTheme = z.infer<typeof CardTheme>;

export const CardFormat = z.enum(['png', 'text']);
export type CardFormat = z.infer<typeof CardFormat>;

/** What a card may be asked for with, behind the question mark. */
export const RateCardQuery = z.object({
  shape: CardShape.default('post'),
  theme: CardTheme.default('plain'),
  format: CardFormat.default('png'),
});
export type RateCardQuery = z.infer<typeof RateCardQuery>;

/** The header by which a picture and a text of one state are known. */
export const CARD_STATE = 'card-state';

/** What a shop's board shows, which the card is made from. */
const ShownBoard = z.object({ dashboard: ShopDashboard, prices: PriceSnapshot, customTables: CustomTables });
export type ShownBoard = z.infer<typeof ShownBoard>;

export const rateCards = {
  /**
   * Makes the card of a shop, unless this one was made before, and remembers what it says as the shop's last card of the day.
   * Answers the text, or the path of the picture (`/media/...`). Throws `UNAVAILABLE` where no row has a rate, and `NOT_FOUND` for a
   * deleted shop.
   */
  make: longRpc(
    'media.rate-cards.make',
    RateCardQuery.extend({ userId: Id, board: ShownBoard }),
    z.object({ text: z.string() }).or(z.object({ path: z.string() })),
  ),
} as const;
