import type { OwnAdvertisement } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';

/** A video that hasn't loaded after this time is skipped (rule 11.4). */
const VIDEO_MS = 6_000;
/** How long the full bar shows (rule 11.4). */
const DONE_MS = 500;

/** Loads the files that the cards show, each once. Answers the progress in percent, or null when nothing is being loaded. */
export function usePreload(ads: readonly OwnAdvertisement[] | undefined): number | null {
  const seen = useRef(new Set<string>());
  const [percent, setPercent] = useState<number | null>(null);
  useEffect(() => {
    const fresh = (ads ?? []).filter(({ id }) => !seen.current.has(id));
    if (fresh.length === 0) return;
    let isLeft = false;
    let loaded = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    for (const { id } of fresh) seen.current.add(id);
    setPercent(0);
    for (const ad of fresh) {
      void (ad.file_type === 'image' ? imageLoaded(ad.file_path) : videoLoaded(ad.file_path)).then(() => {
        loaded += 1;
        if (isLeft) return;
        setPercent(Math.round((100 * loaded) / fresh.length));
        if (loaded === fresh.length) timer = setTimeout(() => setPercent(null), DONE_MS);
      });
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
      // Another list has replaced this one; its own progress shows from now on.
      setPercent(null);
    };
  }, [ads]);
  return percent;
}

function imageLoaded(url: string): Promise<void> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = () => resolve();
    image.src = url;
  });
}

function videoLoaded(url: string): Promise<void> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const end = () => {
      clearTimeout(timer);
      video.onloadeddata = video.onerror = null;
      video.removeAttribute('src');
      resolve();
    };
    const timer = setTimeout(end, VIDEO_MS);
    video.preload = 'metadata';
    video.muted = true;
    video.onloadeddata = video.onerror = end;
    video.src = url;
  });
}
