import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../../../shared/language/language.js';
import { fitBoard } from './fit-board.js';
import { onResize } from './on-resize.js';
import type { Device } from '../screen/use-device.js';

/** Whose sizes the fit depends on. The clock takes from the name's width, and a border that the TV cuts off from the tray. */
const ROOMS = '.tray, .head__name, .rail';

/**
 * Fits the stage whenever `signature` changes (what is shown, not each tick), there is more or less room, or a font has loaded.
 * The first fit uses whatever font is there, because rates don't wait for fonts.
 */
export function useFit(stage: RefObject<HTMLElement | null>, isVertical: boolean, device: Device, signature: string): void {
  const { zero } = useMessages();
  /** The room of the last fit, because a phone's tray also grows by the fit itself. */
  const fitted = useRef('');
  useLayoutEffect(() => {
    if (stage.current) fitted.current = fitIn(stage.current, isVertical, device, zero);
  }, [stage, isVertical, device, zero, signature]);

  useEffect(() => {
    let isOver = false;
    const fit = () => {
      if (!isOver && stage.current) fitted.current = fitIn(stage.current, isVertical, device, zero);
    };
    addEventListener('resize', fit);
    document.fonts.addEventListener('loadingdone', fit);
    void document.fonts.ready.then(fit);
    const stop = onResize(stage, ROOMS, () => {
      if (stage.current && roomOf(stage.current) !== fitted.current) fit();
    });
    return () => {
      isOver = true;
      removeEventListener('resize', fit);
      document.fonts.removeEventListener('loadingdone', fit);
      stop();
    };
  }, [stage, isVertical, device, zero]);
}

/** Answers the room that there is for what it has fitted. */
function fitIn(stage: HTMLElement, isVertical: boolean, device: Device, zero: string): string {
  fitBoard(stage, isVertical, device, zero);
  return roomOf(stage);
}

function roomOf(stage: HTMLElement): string {
  const rooms = Array.from(stage.querySelectorAll(ROOMS));
  return rooms.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]).join();
}
