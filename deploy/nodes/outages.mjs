// For how long each kind of call failed.
import { outagesOf } from '@sarafa/testing';

export class Outages {
  /** By the kind, and by who calls for what: each of them has outages of its own. */
  kinds = new Map();

  note(kind, series, call) {
    if (!this.kinds.has(kind)) this.kinds.set(kind, new Map());
    const all = this.kinds.get(kind);
    if (!all.has(series)) all.set(series, []);
    all.get(series).push(call);
  }

  /** Of each kind the longest outage, the end of the last one, and how many calls failed and why. Then all are forgotten. */
  take() {
    const now = performance.now();
    const taken = {};
    for (const [kind, all] of this.kinds) {
      const outages = [...all].flatMap(([series, calls]) => outagesOf(calls, now).map((outage) => ({ series, ...outage })));
      const longest = outages.reduce((one, two) => (lengthOf(two) > lengthOf(one) ? two : one), { from: 0, until: 0 });
      const calls = [...all.values()].flat();
      const whys = tally(calls.filter(({ isGood }) => !isGood).map(({ why }) => why));
      const lastAt = Math.max(0, ...outages.map(({ until }) => until));
      taken[kind] = { ...longest, ms: lengthOf(longest), lastAt, calls: calls.length, whys };
    }
    this.kinds.clear();
    return taken;
  }
}

const lengthOf = ({ from, until }) => until - from;

export function tally(list) {
  const counts = {};
  for (const one of list) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
