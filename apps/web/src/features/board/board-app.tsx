import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { Ground } from '../../shared/ground.js';
import { boardTexts } from '../../shared/texts/board-texts.js';
import { AdLayer } from './ad-layer.js';
import type { BoardStore } from './board-store.js';
import { cycleSettings, NO_ADS } from './cycle-settings.js';
import { screenOf, standOf } from './board-view.js';
import { boardCards } from './cards.js';
import { Notice } from './notice.js';
import { RateStrip } from './rate-strip.js';
import { RatesStage } from './rates-stage.js';
import { AD_FADE_MS, useAdLayers } from './use-ad-layers.js';
import { useAdSound } from './use-ad-sound.js';
import { useBurnInShift } from './use-burn-in-shift.js';
import { useCycle } from './use-cycle.js';
import { useDevice } from './use-device.js';
import { useHand } from './use-hand.js';
import { useKeptAds } from './use-kept-ads.js';
import { useLinger } from './use-linger.js';
import { useLoadingScreen } from './use-loading-screen.js';
import { useMedia } from './use-media.js';
import { useReleaseProof } from './use-release-proof.js';
import { useSteadyLook } from './use-steady-look.js';

interface Props {
  readonly store: BoardStore;
  /** Whether this device can turn video by CSS. */
  readonly turnsVideo?: boolean;
  readonly isOpenedAsTv?: boolean;
}

/** A shop's public board: its rates, and its ads in turn. */
export function BoardApp({ store, turnsVideo = false, isOpenedAsTv = false }: Props) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  useSteadyLook(store.look);
  const isLoadingOver = useLoadingScreen();
  const device = useDevice(isOpenedAsTv);
  const isPhone = device === 'phone';
  const isPortrait = useMedia('(orientation: portrait)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isHand = useHand();
  const shift = useBurnInShift(!isPhone);

  const screen = screenOf(state, isLoadingOver);
  const stand = standOf(state);
  const cards = boardCards(state);
  const shopName = state.profile?.shop_name.trim() || boardTexts.defaultShopName;
  // A phone is held upright and turns its picture by itself, so only a panel on the wall is turned here.
  const isVertical = state.profile?.layout_orientation === 'vertical';
  const isTurned = isVertical && !isPhone;
  useReleaseProof(state, screen, stand);
  useEffect(() => {
    document.title = `${shopName} · ${boardTexts.product}`;
  }, [shopName]);

  const { profile, advertisements, customTables } = state;
  const settings = useMemo(
    () => cycleSettings({ profile, advertisements, customTables }, screen),
    [profile, advertisements, customTables, screen],
  );
  const [cycle, report] = useCycle(settings);
  const ads = useAdLayers(cycle);
  // While the server can't be reached or ads are off, the kept ads stay.
  useKeptAds(store, settings.ads, !isPhone && state.link === 'reached' && settings.ads !== NO_ADS);
  const sound = useAdSound(profile?.default_mute_state ?? true);
  const hasStrip = cards.length > 0 && profile?.rates_over_ads !== false;
  const isStripSeen = useLinger(ads.isOver, AD_FADE_MS) && hasStrip;

  const classes = [
    'board',
    `is-${stand}`,
    isTurned && 'board--vertical',
    isTurned && turnsVideo && 'board--turned-video',
    isPhone && 'board--phone',
    (isTurned || isPortrait) && 'board--upright',
    ads.isOver && 'board--ad',
    hasStrip && 'board--strip',
    (isPhone || isHand) && 'board--hand',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')} style={shift} data-disk={state.isDiskFull ? 'full' : undefined}>
      {/* Many televisions can decode only one video at a time, and the ad's matters more. */}
      <Ground isStill={isPhone || isStill || ads.layers.some(({ file_type }) => file_type === 'video')} />
      {screen === 'rates' ? (
        <RatesStage {...{ state, stand, cards, shopName, isVertical, device }} clock={store.clock} />
      ) : (
        <Notice screen={screen} shopName={shopName} clock={store.clock} />
      )}
      <AdLayer {...{ cycle, report, ads, sound }} />
      {isStripSeen && <RateStrip {...{ state, cards }} isLeaving={!ads.isOver} clock={store.clock} />}
    </div>
  );
}
