import { useEffect, useRef, useState } from 'react';
import mp4 from './media/background.mp4';
import poster from './media/background-poster.jpg';
import webm from './media/background.webm';
import { useDecoder } from './use-decoder.js';

const CHECK_MS = 10_000;
/** The share of dropped frames since the last check above which the film stops, because the clock wouldn't run smoothly. */
const DROPPED_PART = 0.2;

/** The looping background: always the poster, and the film above it where the device plays the film with ease. */
export function Ground({ isStill }: { isStill: boolean }) {
  const film = useRef<HTMLVideoElement>(null);
  const [gaveUp, setGaveUp] = useState(false);
  const plays = useDecoder(!isStill && !gaveUp);

  useEffect(() => {
    if (!plays) return;
    let before = { total: 0, dropped: 0 };
    const timer = setInterval(() => {
      const quality = film.current?.getVideoPlaybackQuality?.();
      if (!quality) return;
      const now = { total: quality.totalVideoFrames, dropped: quality.droppedVideoFrames };
      const frames = now.total - before.total;
      if (frames > 0 && (now.dropped - before.dropped) / frames > DROPPED_PART) setGaveUp(true);
      before = now;
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [plays]);

  useEffect(() => {
    const element = film.current;
    if (!plays || !element) return;
    // A removed video would keep its decoder until the next garbage collection.
    return () => {
      element.pause();
      while (element.firstChild) element.removeChild(element.firstChild);
      element.load();
    };
  }, [plays]);

  return (
    <div className="ground" aria-hidden="true">
      <img src={poster} alt="" />
      {plays && (
        <video ref={film} autoPlay muted loop playsInline disablePictureInPicture>
          <source src={webm} type="video/webm" />
          <source src={mp4} type="video/mp4" onError={() => setGaveUp(true)} />
        </video>
      )}
    </div>
  );
}
