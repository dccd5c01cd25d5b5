import { useLayoutEffect, useMemo } from 'react';
import { AdLayer } from './ad-layer.js';
import type { AdsOnScreen } from './ads-on-screen.js';
import type { BoardState } from './board-state.js';
import type { BoardStore } from './board-store.js';
import type { Screen } from './board-view.js';
import { cycleSettings, NO_ADS } from './cycle-settings.js';
import { useAdLayers } from './use-ad-layers.js';
import { useAdSound } from './use-ad-sound.js';
import { useCycle } from './use-cycle.js';
import { useKeptAds } from './use-kept-ads.js';

interface Props {
  readonly store: BoardStore;
  readonly state: BoardState;
  readonly screen: Screen;
  /** Whether there are rates for the ads to alternate with. */
  readonly hasRows: boolean;
  readonly isPhone: boolean;
  readonly onChange: (ads: AdsOnScreen) => void;
}

/** The shop's ads in turn with its rates, and their files on this device. */
export function BoardAds({ store, state, screen, hasRows, isPhone, onChange }: Props) {
  const { profile, advertisements, link } = state;
  const settings = useMemo(
    () => cycleSettings({ profile, advertisements }, hasRows, screen),
    [profile, advertisements, hasRows, screen],
  );
  const [cycle, report] = useCycle(settings);
  const ads = useAdLayers(cycle);
  // While the server can't be reached or ads are off, the kept ads stay.
  useKeptAds(store, settings.ads, !isPhone && link === 'reached' && settings.ads !== NO_ADS);
  const sound = useAdSound(profile?.default_mute_state ?? true);
  const { isOver } = ads;
  const hasVideo = ads.layers.some(({ file_type }) => file_type === 'video');
  useLayoutEffect(() => onChange({ isOver, hasVideo }), [onChange, isOver, hasVideo]);
  return <AdLayer {...{ cycle, report, ads, sound }} />;
}
