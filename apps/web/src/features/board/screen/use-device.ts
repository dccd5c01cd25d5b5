import { useMedia } from '../use-media.js';

/**
 * The device that shows the board. Nobody can touch or point at a TV on a wall, so it turns pages, keeps its ads and moves
 * against burn-in, however few pixels its browser reports. A phone scrolls. A desk is wider and has a pointer, as some TVs
 * have.
 */
export type Device = 'tv' | 'phone' | 'desk';

/** Phones are under 768 px (rule 10.15). A phone held sideways is wider, but lower than any screen on a desk. */
const NARROW = '(max-width: 767px), (max-height: 479px) and (pointer: coarse)';
const POINTER = '(any-pointer: fine), (any-pointer: coarse)';

/** `isOpenedAsTv`: the address says that this is a TV, whatever its remote or its panel reports. */
export function useDevice(isOpenedAsTv: boolean): Device {
  const isNarrow = useMedia(NARROW);
  const hasPointer = useMedia(POINTER) || navigator.maxTouchPoints > 0;
  if (isOpenedAsTv || !hasPointer) return 'tv';
  return isNarrow ? 'phone' : 'desk';
}
