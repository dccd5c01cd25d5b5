import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { fitBoard } from './fit-board.js';
import type { Device } from './use-device.js';

/**
 * Fits the stage whenever `signature` changes (what is shown, not each tick), the window is resized, or a font has loaded. The
 * first fit uses whatever font is there, because rates don't wait for fonts.
 */
export function useFit(stage: RefObject<HTMLElement | null>, isVertical: boolean, device: Device, signature: string): void {
  useLayoutEffect(() => {
    if (stage.current) fitBoard(stage.current, isVertical, device);
  }, [stage, isVertical, device, signature]);

  useEffect(() => {
    let isOver = false;
    const fit = () => {
      if (!isOver && stage.current) fitBoard(stage.current, isVertical, device);
    };
    addEventListener('resize', fit);
    document.fonts.addEventListener('loadingdone', fit);
    void document.fonts.ready.then(fit);
    return () => {
      isOver = true;
      removeEventListener('resize', fit);
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [stage, isVertical, device]);
}
