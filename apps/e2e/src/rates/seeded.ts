/** mulberry32: the same pseudo-random cases in every run. */
export function seeded(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A market that moves at random: each quote is within 4 % of the last, with four decimals. */
export function wandering(random: () => number): () => { gold: string; silver: string } {
  let [gold, silver] = [467_500, 6_938];
  const moved = (price: number) => price * (0.96 + random() * 0.08);
  return () => {
    [gold, silver] = [moved(gold), moved(silver)];
    return { gold: gold.toFixed(4), silver: silver.toFixed(4) };
  };
}
