import { type Advertisement, boardLimits } from '@sarafa/contracts';
import type { CycleSettings } from './board-cycle.js';
import type { BoardState } from '../board-state.js';
import type { BoardView } from '../board-view.js';

/** For a board that may not show ads at the moment. */
export const NO_ADS: readonly Advertisement[] = [];
/** What of the board an ad may cover. All others have to stay readable. */
const UNDER_ADS: readonly BoardView[] = ['rates', 'idle', 'waiting', 'no-connection'];

/** The settings of the board's cycle of prices and ads. */
export function cycleSettings(
  { profile, advertisements }: Pick<BoardState, 'profile' | 'advertisements'>,
  hasRows: boolean,
  view: BoardView,
): CycleSettings {
  const hasAds = profile?.ads_enabled === true && UNDER_ADS.includes(view);
  return {
    ads: hasAds ? advertisements : NO_ADS,
    hasRows,
    priceDisplayMs: (profile?.price_display_time ?? boardLimits.priceDisplayTime.default) * 1_000,
    adDisplayMs: (profile?.ad_display_time ?? boardLimits.adDisplayTime.default) * 1_000,
  };
}
