import { type ComponentProps, createElement, useEffect, useState } from 'react';
import { loadPartInTime } from '../../../shared/release/load-part.js';
import type { BoardAds } from './board-ads.js';

/**
 * The ads of a board, once their script is loaded. The script is a chunk of its own that is asked for when the board `isUp`,
 * because the first rates of a slow television would otherwise wait for it.
 */
export function LateAds({ isUp, ...props }: ComponentProps<typeof BoardAds> & { isUp: boolean }) {
  const [script, setScript] = useState<typeof BoardAds | null>(null);
  const isWanted = isUp && !script;
  useEffect(() => {
    if (!isWanted) return;
    return loadPartInTime(
      () => import('./board-ads.js'),
      (loaded) => setScript(() => loaded.BoardAds),
    );
  }, [isWanted]);
  return script && createElement(script, props);
}
