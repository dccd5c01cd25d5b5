import { type Advertisement, limits } from '@sarafa/contracts';
import type { CycleSettings } from './board-cycle.js';
import type { BoardState } from './board-state.js';
import type { Screen } from './board-view.js';
import { marketTypes } from './cards.js';

/** Of a board that may show none just now. */
export const NO_ADS: readonly Advertisement[] = [];
/** Whatever else stands in for the rates is to be read: no ad goes over it. */
const UNDER_ADS: readonly Screen[] = ['rates', 'idle', 'waiting', 'no-connection'];

/** What the board's cycle of prices and ads goes by. */
export function cycleSettings(
  { profile, advertisements, customTables }: Pick<BoardState, 'profile' | 'advertisements' | 'customTables'>,
  screen: Screen,
): CycleSettings {
  const hasAds = profile?.ads_enabled === true && UNDER_ADS.includes(screen);
  return {
    ads: hasAds ? advertisements : NO_ADS,
    hasRows: marketTypes({ profile }).length > 0 || customTables.rows.length > 0,
    priceDisplayMs: (profile?.price_display_time ?? limits.priceDisplayTime.default) * 1_000,
    adDisplayMs: (profile?.ad_display_time ?? limits.adDisplayTime.default) * 1_000,
  };
}
