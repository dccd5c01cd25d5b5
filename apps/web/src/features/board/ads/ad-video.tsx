import { useEffect, useRef } from 'react';
import { workers } from '../../../shared/release/workers.js';
import { useDecoder } from '../../../shared/use-decoder.js';
import type { AdMediaProps } from './ad-media-props.js';
import { useNearShape } from './use-near-shape.js';

/**
 * Part of a film's address once a service worker answers. Its answers have no address, and Chromium never plays a film of which it
 * got parts at one address both with and without one, as where the first visit's page had a part before it had a worker.
 */
const FROM_WORKER = '#worker';

interface Props extends AdMediaProps {
  /** Whether it is to be loaded; of one that isn't any more the last picture stays. */
  readonly isWanted: boolean;
  readonly isMuted: boolean;
  readonly soundRefused: () => void;
}

/** Loads as soon as it may, plays in its turn, and releases its decoder and its memory when it leaves the page or has to. */
export function AdVideo({ ad, turn, report, isWanted, isMuted, soundRefused }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const picture = useRef<HTMLCanvasElement>(null);
  const [isNear, look] = useNearShape(video);
  const isLoaded = useDecoder(isWanted);

  useEffect(() => {
    const element = video.current!;
    if (!isLoaded) return;
    if (picture.current) picture.current.width = 0;
    element.src = ad.file_path + (workers()?.controller ? FROM_WORKER : '');
    return () => {
      // There is none any more when the film leaves the page.
      // eslint-disable-next-line react-hooks/exhaustive-deps -- that is what is asked here
      if (picture.current) drawLast(element, picture.current);
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [ad.file_path, isLoaded]);

  useEffect(() => {
    const element = video.current!;
    if (turn === null) return;
    const listeners: [string, () => void][] = [
      ['playing', () => report({ type: 'ready', turn })],
      ['timeupdate', () => report({ type: 'moving', turn })],
      ['ended', () => report({ type: 'ended', turn })],
      ['error', () => report({ type: 'failed', turn })],
    ];
    listeners.forEach(([name, listener]) => element.addEventListener(name, listener));
    // It failed before its turn, or has been played already.
    if (element.error) element.load();
    else if (element.currentTime > 0) element.currentTime = 0;
    return () => {
      listeners.forEach(([name, listener]) => element.removeEventListener(name, listener));
      element.pause();
    };
  }, [turn, report]);

  useEffect(() => {
    const element = video.current!;
    element.muted = isMuted || turn === null;
    if (!isLoaded || turn === null || (element.ended && !element.seeking)) return;
    let isOver = false;
    element.play().catch((error: DOMException) => {
      // Its turn ended while it was starting.
      if (isOver || error.name === 'AbortError') return;
      if (error.name === 'NotAllowedError' && !isMuted) soundRefused();
      else report({ type: 'failed', turn });
    });
    return () => {
      isOver = true;
    };
  }, [isLoaded, turn, isMuted, report, soundRefused]);

  const shape = isNear ? 'is-near' : '';
  return (
    <>
      <video
        ref={video}
        className={shape}
        preload="auto"
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        onLoadedMetadata={look}
      />
      <canvas ref={picture} className={shape} width={0} height={0} />
    </>
  );
}

/** So that the screen isn't empty until the next film plays. Where a television draws films past the browser, it may stay empty. */
function drawLast(film: HTMLVideoElement, picture: HTMLCanvasElement): void {
  picture.width = film.videoWidth;
  picture.height = film.videoHeight;
  if (film.videoWidth > 0) picture.getContext('2d')?.drawImage(film, 0, 0);
}
