import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useMessages } from '../../shared/language.js';
import { fitBoard } from './fit-board.js';
import type { Device } from './use-device.js';

/**
 * Fits the stage whenever `signature` changes (what is shown, not each tick), the window is resized, or a font has loaded. The
 * first fit uses whatever font is there, because rates don't wait for fonts.
 */
export function useFit(stage: RefObject<HTMLElement | null>, isVertical: boolean, device: Device, signature: string): void {
  const { zero } = useMessages();
  useLayoutEffect(() => {
    if (stage.current) fitBoard(stage.current, isVertical, device, zero);
  }, [stage, isVertical, device, zero, signature]);

  useEffect(() => {
    let isOver = false;
    const fit = () => {
      if (!isOver && stage.current) fitBoard(stage.current, isVertical, device, zero);
    };
    addEventListener('resize', fit);
    document.fonts.addEventListener('loadingdone', fit);
    void document.fonts.ready.then(fit);
    return () => {
      isOver = true;
      removeEventListener('resize', fit);
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [stage, isVertical, device, zero]);
}
