/** Random numbers that are the same for the same seed, so that a run can be repeated. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number; both limits are included. */
  between(least: number, most: number): number;
  one<T>(list: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are enough for what a test draws. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, between, one: (list) => list[between(0, list.length - 1)]! };
}
