import { type Advertisement, boardLimits } from '@sarafa/contracts';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { AdLayer } from './ad-layer.js';
import { AD_FADE_MS, type AdsOnScreen } from './ads-on-screen.js';
import type { CycleSettings } from './board-cycle.js';
import type { BoardState } from '../board-state.js';
import type { BoardStore } from '../board-store.js';
import type { BoardView } from '../board-view.js';
import type { Card } from '../cards/cards.js';
import { RateStrip } from '../cards/rate-strip.js';
import { useAdLayers } from './use-ad-layers.js';
import { useAdSound } from './use-ad-sound.js';
import { useCycle } from './use-cycle.js';
import { useFileReports } from './use-file-reports.js';
import { useOldBoards } from '../release/use-old-boards.js';
import { useAlwaysOn } from '../screen/use-always-on.js';
import { AdKeeper } from './ad-keeper.js';

/** For a board that may not show ads at the moment. */
const NO_ADS: readonly Advertisement[] = [];
/** What of the board an ad may cover. All others have to stay readable. */
const UNDER_ADS: readonly BoardView[] = ['rates', 'idle', 'waiting', 'no-connection'];

interface Props {
  readonly store: BoardStore;
  readonly state: BoardState;
  readonly view: BoardView;
  readonly cards: readonly Card[];
  /** Whether there are rates for the ads to alternate with. */
  readonly hasRows: boolean;
  /** Whether the rates stay on screen during an ad. */
  readonly hasStrip: boolean;
  readonly isPhone: boolean;
  readonly onChange: (ads: AdsOnScreen) => void;
}

/** The shop's ads in turn with its rates, the strip of rates over them, and their files on this device. */
export function BoardAds({ store, state, view, cards, hasRows, hasStrip, isPhone, onChange }: Props) {
  const { profile, advertisements, link } = state;
  const settings = useMemo(
    () => cycleSettings({ profile, advertisements }, hasRows, view),
    [profile, advertisements, hasRows, view],
  );
  const [cycle, report] = useCycle(settings);
  const ads = useAdLayers(cycle);
  // While the server can't be reached or ads are off, the kept ads stay.
  useKeptAds(store, settings.ads, !isPhone && link === 'reached' && settings.ads !== NO_ADS);
  const sound = useAdSound(profile?.default_mute_state ?? true);
  const { isOver } = ads;
  const hasVideo = ads.layers.some(({ file_type }) => file_type === 'video');
  useLayoutEffect(() => onChange({ isOver, hasVideo }), [onChange, isOver, hasVideo]);
  // Here because this script comes late, and the script that shows the first rates has a budget.
  useFileReports();
  useOldBoards(store, link === 'reached');
  useAlwaysOn(!isPhone);
  const [stripFrom, setStripFrom] = useState(0);
  const isStripSeen = useLinger(isOver, AD_FADE_MS) && hasStrip;
  return (
    <>
      <AdLayer {...{ cycle, report, ads, sound }} />
      {isStripSeen && (
        <RateStrip
          {...{ state, cards }}
          isLeaving={!isOver}
          clock={store.clock}
          turn={{ first: stripFrom, onTurn: setStripFrom }}
        />
      )}
    </>
  );
}

/** Keeps the ads of a board on a wall. A phone plays ads from the network, because its owner pays for each megabyte. */
function useKeptAds(store: BoardStore, ads: readonly Advertisement[], isOn: boolean): void {
  const keeper = useMemo(() => new AdKeeper(store.getState().id, store.diskIsFull), [store]);
  useEffect(() => () => keeper.stop(), [keeper]);
  useEffect(() => {
    if (!isOn || !('caches' in window)) return;
    keeper.keep(ads);
    return () => keeper.rest();
  }, [keeper, ads, isOn]);
}

/** The settings of the board's cycle of prices and ads. */
function cycleSettings(
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

/** `isOn`, and for `ms` longer, for something that fades out. */
function useLinger(isOn: boolean, ms: number): boolean {
  const [lingers, setLingers] = useState(isOn);
  if (isOn && !lingers) setLingers(true);
  useEffect(() => {
    if (isOn) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return isOn || lingers;
}
