import { useEffect, useRef, useState } from 'react';
import mp4 from './media/background.mp4';
import poster from './media/background-poster.jpg';
import webm from './media/background.webm';

const CHECK_MS = 10_000;
/** Of the frames since the last look; more dropped ones than that cost the clock its steadiness. */
const DROPPED_PART = 0.2;

/** The looping background: the poster first and always, the film over it where the device plays it with ease. */
export function Ground({ isStill }: { isStill: boolean }) {
  const film = useRef<HTMLVideoElement>(null);
  const [gaveUp, setGaveUp] = useState(false);
  const plays = !isStill && !gaveUp;

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
    // Out of the page it would keep its decoder until the browser tidies up.
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
