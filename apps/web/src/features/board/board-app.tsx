import { limits, texts } from '@sarafa/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BoardStore } from './board-store.js';
import { screenOf, standOf } from './board-view.js';
import { Ground } from '../../shared/ground.js';
import { Notice } from './notice.js';
import { RatesStage } from './rates-stage.js';
import { useBurnInShift } from './use-burn-in-shift.js';
import { useHand } from './use-hand.js';
import { useMedia } from './use-media.js';

/** A shop's public board. */
export function BoardApp({ store }: { store: BoardStore }) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const isLoadingOver = useElapsed(limits.loadingScreenMs);
  const isPhone = useMedia('(max-width: 767px)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isHand = useHand();
  const shift = useBurnInShift(!isPhone);

  const screen = screenOf(state, isLoadingOver);
  const stand = standOf(state);
  const shopName = state.profile?.shop_name.trim() || texts.board.defaultShopName;
  // A phone is held upright and turns by itself: only a panel on the wall is turned.
  const isVertical = state.profile?.layout_orientation === 'vertical';
  useEffect(() => {
    document.title = `${shopName} · ${texts.product}`;
  }, [shopName]);

  const classes = [
    'board',
    `is-${stand}`,
    isVertical && !isPhone && 'board--vertical',
    isPhone && 'board--phone',
    (isPhone || isHand) && 'board--hand',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')} style={shift}>
      <Ground isStill={isPhone || isStill} />
      {screen === 'rates' ? (
        <RatesStage {...{ state, stand, shopName, isVertical, isPhone }} clock={store.clock} />
      ) : (
        <Notice screen={screen} shopName={shopName} clock={store.clock} />
      )}
    </div>
  );
}

function useElapsed(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
