import { type RefObject, useCallback, useEffect, useState } from 'react';

/** An ad is cropped only where its shape is so near to its screen's; any other is shown whole. */
const NEAR = 1.15;

type AdElement = HTMLImageElement | HTMLVideoElement;

/** Whether the ad fills its place by losing a little. The second is to be called when its size is known. */
export function useNearShape(element: RefObject<AdElement | null>): [boolean, () => void] {
  const [isNear, setNear] = useState(false);
  const look = useCallback(() => {
    if (element.current) setNear(isNearShape(element.current));
  }, [element]);
  useEffect(() => {
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [look]);
  return [isNear, look];
}

/** By the layout's own sizes: a turned element counts as it lies in its own frame. */
function isNearShape(element: AdElement): boolean {
  const [width, height] =
    'naturalWidth' in element ? [element.naturalWidth, element.naturalHeight] : [element.videoWidth, element.videoHeight];
  const ratio = (width * element.offsetHeight) / (height * element.offsetWidth);
  return ratio < NEAR && ratio > 1 / NEAR;
}
