import { useEffect, useRef } from 'react';
import type { AdMediaProps } from './ad-media-props.js';
import { useNearShape } from './use-near-shape.js';

interface Props extends AdMediaProps {
  readonly isMuted: boolean;
  readonly soundRefused: () => void;
}

/** Loads at once, plays in its turn, and releases its decoder and its memory when it leaves the page. */
export function AdVideo({ ad, turn, report, isMuted, soundRefused }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isNear, look] = useNearShape(video);

  useEffect(() => {
    const element = video.current!;
    element.src = ad.file_path;
    return () => {
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [ad.file_path]);

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
    if (turn === null || (element.ended && !element.seeking)) return;
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
  }, [turn, isMuted, report, soundRefused]);

  return (
    <video
      ref={video}
      className={isNear ? 'is-near' : ''}
      preload="auto"
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      onLoadedMetadata={look}
    />
  );
}
