/** Minutes between two steps: seldom enough that nobody sees it, often enough for a panel. */
export const SHIFT_EVERY_MS = 3 * 60_000;
const REACH = 8;
/** A ring around the middle, so that every step moves every edge. */
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

/** Where the stage stands at step `step`, in pixels from its place, at most 8: still pictures burn into panels. */
export function burnInShift(step: number): { x: number; y: number } {
  const [x, y] = RING[step % RING.length]!;
  return { x: Math.round(x * REACH), y: Math.round(y * REACH) };
}
