import { useEffect, useRef } from 'react';
import type { AdMediaProps } from './ad-media-props.js';
import { useNearShape } from './use-near-shape.js';

/** Reports that it is ready when it is decoded, because it can then be shown within a frame. */
export function AdImage({ ad, turn, report }: AdMediaProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isNear, look] = useNearShape(image);

  useEffect(() => {
    const element = image.current;
    if (turn === null || !element) return;
    let isOver = false;
    // It failed to load before its turn. It is tried again, because the network may be back.
    if (element.complete && element.naturalWidth === 0) element.src = ad.file_path;
    element.decode().then(
      () => !isOver && report({ type: 'ready', turn }),
      () => !isOver && report({ type: 'failed', turn }),
    );
    return () => {
      isOver = true;
    };
  }, [turn, ad.file_path, report]);

  return <img ref={image} className={isNear ? 'is-near' : ''} src={ad.file_path} alt="" onLoad={look} />;
}
