import { type RefObject, useCallback, useEffect, useState } from 'react';
import { onResize } from '../layout/on-resize.js';

/**
 * An ad is cropped to fill the screen only if its aspect ratio differs from the screen's by less than this factor. Other ads
 * are shown whole.
 */
const NEAR = 1.15;

type AdElement = HTMLImageElement | HTMLVideoElement;

/** Whether the ad is cropped to fill the screen. The returned function is to be called once the ad's size is known. */
export function useNearShape(element: RefObject<AdElement | null>): [boolean, () => void] {
  const [isNear, setNear] = useState(false);
  const look = useCallback(() => {
    if (element.current) setNear(isNearShape(element.current));
  }, [element]);
  useEffect(() => onResize(element, undefined, look), [element, look]);
  return [isNear, look];
}

/** Uses the layout's sizes, which a rotation by CSS doesn't change. */
function isNearShape(element: AdElement): boolean {
  const [width, height] =
    'naturalWidth' in element ? [element.naturalWidth, element.naturalHeight] : [element.videoWidth, element.videoHeight];
  const ratio = (width * element.offsetHeight) / (height * element.offsetWidth);
  return ratio < NEAR && ratio > 1 / NEAR;
}
