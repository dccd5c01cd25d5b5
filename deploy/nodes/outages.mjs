// For how long each kind of call failed.
import { outagesOf, tally } from '@sarafa/testing';

export class Outages {
  /** By the kind, and by who calls for what: each of them has outages of its own. */
  kinds = new Map();

  note(kind, series, call) {
    if (!this.kinds.has(kind)) this.kinds.set(kind, new Map());
    const all = this.kinds.get(kind);
    if (!all.has(series)) all.set(series, []);
    all.get(series).push(call);
  }

  /** Of each kind the outages, the longest first, and how many calls failed and why. Then all are forgotten. */
  take() {
    const now = performance.now();
    const taken = {};
    for (const [kind, all] of this.kinds) {
      const ofOne = ([series, calls]) =>
        outagesOf(calls, now).map(({ from, until }) => ({ series, from, until, ms: until - from }));
      const outages = [...all].flatMap(ofOne).sort((one, two) => two.ms - one.ms);
      const calls = [...all.values()].flat();
      const whys = tally(calls.filter(({ isGood }) => !isGood).map(({ why }) => why));
      taken[kind] = { outages, ms: outages[0]?.ms ?? 0, calls: calls.length, whys };
    }
    this.kinds.clear();
    return taken;
  }
}
