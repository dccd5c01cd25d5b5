import type { OwnAdvertisement } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';

/** A video that hasn't loaded after this time is skipped (rule 11.4). */
const VIDEO_MS = 6_000;
/** How long the full bar shows (rule 11.4). */
const DONE_MS = 500;
const NOTHING = { all: 0, loaded: 0 };

/** Loads the files that the cards show, each once. Answers the progress in percent, or null when nothing is being loaded. */
export function usePreload(ads: readonly OwnAdvertisement[] | undefined): number | null {
  const seen = useRef(new Set<string>());
  const [{ all, loaded }, setProgress] = useState(NOTHING);
  useEffect(() => {
    const fresh = (ads ?? []).filter(({ id }) => !seen.current.has(id));
    if (fresh.length === 0) return;
    // Those of a list before may still be loading.
    setProgress((before) => ({ ...before, all: before.all + fresh.length }));
    for (const { id, file_type, file_path } of fresh) {
      seen.current.add(id);
      void (file_type === 'image' ? imageLoaded(file_path) : videoLoaded(file_path)).then(() =>
        setProgress((before) => ({ ...before, loaded: before.loaded + 1 })),
      );
    }
  }, [ads]);
  useEffect(() => {
    if (loaded < all) return;
    const timer = setTimeout(() => setProgress(NOTHING), DONE_MS);
    return () => clearTimeout(timer);
  }, [all, loaded]);
  return all > 0 ? Math.round((100 * loaded) / all) : null;
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
