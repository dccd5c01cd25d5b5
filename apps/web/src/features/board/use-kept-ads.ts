import type { Advertisement } from '@sarafa/contracts';
import { useEffect, useMemo } from 'react';
import { AdKeeper } from './ad-keeper.js';
import type { BoardStore } from './board-store.js';

/** Keeps the ads of a board on a wall. A phone plays ads from the network, because its owner pays for each megabyte. */
export function useKeptAds(store: BoardStore, ads: readonly Advertisement[], isOn: boolean): void {
  const keeper = useMemo(() => new AdKeeper(store.getState().id, store.diskIsFull), [store]);
  useEffect(() => () => keeper.stop(), [keeper]);
  useEffect(() => {
    if (isOn && 'caches' in window) keeper.keep(ads);
  }, [keeper, ads, isOn]);
}
