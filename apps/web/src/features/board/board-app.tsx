import { useEffect, useState, useSyncExternalStore } from 'react';
import { Ground } from '../../shared/ground.js';
import { useLanguages, useMessages, useSecondMessages } from '../../shared/language/language.js';
import { brandTexts } from '../../shared/texts/board-texts.js';
import { type AdsOnScreen, NO_AD_ON_SCREEN } from './ads/ads-on-screen.js';
import type { BoardStore } from './board-store.js';
import { standOf, viewOf } from './board-view.js';
import { boardCards, hasMarket } from './cards/cards.js';
import { LateAds } from './ads/late-ads.js';
import { Notice } from './notice.js';
import { RatesStage } from './cards/rates-stage.js';
import { useBurnInShift } from './layout/use-burn-in-shift.js';
import { useDevice } from './screen/use-device.js';
import { useHand } from './use-hand.js';
import { useLoadingScreen } from './use-loading-screen.js';
import { useMedia } from './use-media.js';
import { shownBy, useReleaseProof } from './release/use-release-proof.js';
import { useSteadyLook } from './layout/use-steady-look.js';

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

  const view = viewOf(state, isLoadingOver);
  // The rates are laid out behind the loading screen, with their fonts and pictures, so that they are painted when it goes.
  const hasStage = viewOf(state, true) === 'rates';
  const stand = standOf(state);
  useLanguages(state.profile ?? {});
  const messages = useMessages();
  const cards = boardCards(state, messages, useSecondMessages());
  const shopName = state.profile?.shop_name.trim() || messages.defaultShopName;
  // A phone is held upright and turns its picture by itself, so only a panel on the wall is turned here.
  const isVertical = state.profile?.layout_orientation === 'vertical';
  const isTurned = isVertical && !isPhone;
  useReleaseProof(shownBy(state, view, stand), state.id);
  useEffect(() => {
    document.title = `${shopName} · ${brandTexts.product}`;
  }, [shopName]);

  const { profile, customTables } = state;
  const hasRows = hasMarket(state) || customTables.rows.length > 0;
  const [ads, setAds] = useState<AdsOnScreen>(NO_AD_ON_SCREEN);
  const hasStrip = cards.length > 0 && profile?.rates_over_ads !== false;

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
    <div
      className={classes.filter(Boolean).join(' ')}
      style={shift}
      data-disk={state.isDiskFull ? 'full' : undefined}
      data-at={state.prices?.snapshot.lastUpdated}
    >
      {/* Many televisions can decode only one video at a time, and the ad's matters more. On a slow line the film would take turns
          with what the first rates need. */}
      <Ground isStill={isPhone || isStill || ads.hasVideo || !isLoadingOver} />
      {hasStage && (
        <RatesStage
          {...{ state, stand, cards, shopName, isVertical, device }}
          clock={store.clock}
          isCovered={view !== 'rates'}
          isOver={ads.isOver}
        />
      )}
      {view !== 'rates' && <Notice view={view} shopName={shopName} clock={store.clock} />}
      <LateAds isUp={isLoadingOver} {...{ store, state, view, cards, hasRows, hasStrip, isPhone }} onChange={setAds} />
    </div>
  );
}
