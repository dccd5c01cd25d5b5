import { type ComponentProps, createElement, useEffect, useState } from 'react';
import { part } from '../../shared/part.js';
import type { BoardAds } from './board-ads.js';

const RETRY_MS = 5 * 60_000;

/**
 * The ads of a board, once their script is loaded. The script is a chunk of its own that is asked for when the board `isUp`,
 * because the first rates of a slow television would otherwise wait for it.
 */
export function LateAds({ isUp, ...props }: ComponentProps<typeof BoardAds> & { isUp: boolean }) {
  const [script, setScript] = useState<typeof BoardAds | null>(null);
  const isWanted = isUp && !script;
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const load = () =>
      // Chromium 79 never asks again for a script that has failed once, so only a reload of the page helps there.
      part(() => import('./board-ads.js')).then(
        (loaded) => setScript(() => loaded.BoardAds),
        () => {
          if (!isOver) timer = setTimeout(() => void load(), RETRY_MS);
        },
      );
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return script && createElement(script, props);
}
