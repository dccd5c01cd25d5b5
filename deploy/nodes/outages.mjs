// For how long each kind of call failed.

/** The longest run of calls that weren't good, as `{ ms, from, until }`; a run that didn't end lasts until `now`. */
export function longestOutage(calls, now) {
  let longest = { ms: 0 };
  let from;
  const end = (until) => {
    if (from !== undefined && until - from > longest.ms) longest = { ms: until - from, from, until };
    from = undefined;
  };
  for (const { at, until, isGood } of [...calls].sort((one, two) => one.at - two.at)) {
    if (isGood) end(until);
    else from ??= at;
  }
  end(now);
  return longest;
}

export class Outages {
  /** By the kind, and by who calls for what: each of them has an outage of its own. */
  kinds = new Map();

  /**
   * `at` is when a call began, by `performance.now()`, and `until` when it counts as answered, which ends an outage if the call was
   * good.
   */
  note(kind, series, call) {
    if (!this.kinds.has(kind)) this.kinds.set(kind, new Map());
    const all = this.kinds.get(kind);
    if (!all.has(series)) all.set(series, []);
    all.get(series).push(call);
  }

  /** Of each kind the longest outage, the end of the last one, and how many calls there were. Then all are forgotten. */
  take() {
    const now = performance.now();
    const taken = {};
    for (const [kind, all] of this.kinds) {
      const outages = [...all].map(([series, calls]) => ({ series, ...longestOutage(calls, now) }));
      const [longest] = outages.sort((one, two) => two.ms - one.ms);
      const calls = [...all.values()].flat();
      const failed = calls.filter(({ isGood }) => !isGood);
      const lastAt = Math.max(0, ...outages.filter(({ until }) => until).map(({ until }) => until));
      taken[kind] = {
        ...longest,
        lastAt,
        calls: calls.length,
        failed: failed.length,
        whys: tally(failed.map(({ why }) => why)),
      };
    }
    this.kinds.clear();
    return taken;
  }
}

export function tally(list) {
  const counts = {};
  for (const one of list) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
