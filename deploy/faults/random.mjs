// The same seed gives the same schedule, so a run can be repeated.

/** Mulberry32: 32 bits of state are enough for a schedule. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least, most) => least + Math.floor(next() * (most - least + 1));
  return { next, between, one: (list) => list[between(0, list.length - 1)] };
}
