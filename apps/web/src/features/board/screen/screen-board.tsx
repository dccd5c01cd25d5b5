import { type CSSProperties, useLayoutEffect, useSyncExternalStore } from 'react';
import { BoardApp } from '../board-app.js';
import { OffScreen } from './off-screen.js';
import type { PairedScreen } from './paired-screen.js';
import { useAlwaysOn } from './use-always-on.js';
import { useOffHours } from './use-off-hours.js';

/** As with the address of a board, a larger border would make the figures smaller. */
const MOST_OVERSCAN = 5;

/** The board of a paired screen, by what is set of the screen and of the shop's hours. */
export function ScreenBoard({ screen }: { screen: PairedScreen }) {
  const { settings, isIdentified } = useSyncExternalStore(screen.subscribe, screen.getView);
  const { store } = screen;
  const isVertical = useSyncExternalStore(
    store.subscribe,
    () => (store.getState().profile?.layout_orientation ?? settings.layout_orientation) === 'vertical',
  );
  const isOff = useOffHours(store);
  useOverscan(settings.overscan);
  // Every board asks for it beside its ads, but these go in off-hours.
  useAlwaysOn(true);
  return (
    <>
      {isOff ? <OffScreen store={store} /> : <BoardApp store={store} turnsVideo={settings.video_turned} isOpenedAsTv={true} />}
      {isIdentified && <ScreenName name={settings.name} isVertical={isVertical} />}
    </>
  );
}

/** The name of the screen, for a person who looks which TV it is. */
function ScreenName({ name, isVertical }: { name: string; isVertical: boolean }) {
  const style = { '--letters': Math.max(8, Math.min(name.length, 22)) } as CSSProperties;
  return (
    <div className={isVertical ? 'board board--vertical named' : 'board named'} style={style} role="status">
      <div className="over">
        <p className="named__name">{name}</p>
      </div>
    </div>
  );
}

function useOverscan(percent: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--overscan', `${Math.max(0, Math.min(MOST_OVERSCAN, percent))}`);
    return () => style.setProperty('--overscan', '0');
  }, [percent]);
}
