import type { Layout } from '@sarafa/contracts';

/** A phone, a tablet, a laptop, a television, and one of 4K; width and height in pixels. */
export const SCREENS = [
  [390, 844],
  [800, 1280],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
] as const;
export const LAYOUTS: readonly Layout[] = ['horizontal', 'vertical'];
