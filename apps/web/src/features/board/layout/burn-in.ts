/** The time between two steps: long enough to go unnoticed, and short enough to protect the panel. */
export const SHIFT_EVERY_MS = 3 * 60_000;
const REACH = 8;
/** Positions around the middle, so that every step moves every edge. */
const RING = [
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [0.7, 0.7],
  [-0.7, 0.7],
  [-0.7, -0.7],
  [0.7, -0.7],
] as const;

/** How far the stage is moved at step `step`, at most 8 pixels, because a still picture burns into the panel. */
export function burnInShift(step: number): { x: number; y: number } {
  const [x, y] = RING[step % RING.length]!;
  return { x: Math.round(x * REACH), y: Math.round(y * REACH) };
}
