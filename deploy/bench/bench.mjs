// `npm run bench [-- reads [processes] | media [pairs] | fanout [streams] [quotes] [own|list|two] | first-rate [runs] |
// storm [streams]]`: ratios measured in one run. Absolute figures depend on the machine.
import { benchFanout } from './fanout.mjs';
import { benchFirstRate } from './first-rate.mjs';
import { benchMedia } from './media.mjs';
import { benchReads } from './reads.mjs';
import { benchStorm } from './storm.mjs';
import { withProduct } from './world.mjs';

const [what = 'all', count, quotes = 7, rows] = process.argv.slice(2);
/** What can be measured; `counted` is the number that was given, or the usual one. */
const BENCHES = {
  reads: () => withProduct((w) => benchReads(w, counted(5))),
  media: () => withProduct((w) => benchMedia(w, counted(5)), { withFiles: true }),
  'first-rate': () => withProduct((w) => benchFirstRate(w, counted(5))),
  storm: () => withProduct((w) => benchStorm(w, counted(10_000))),
  fanout: async () => {
    for (const streams of count ? [Number(count)] : [1_000, 10_000])
      await withProduct((w) => benchFanout(w, streams, Number(quotes), rows));
  },
};
const counted = (usual) => Number(count ?? usual);

const asked = what === 'all' ? Object.keys(BENCHES) : [what];
if (!BENCHES[asked[0]]) throw new Error(`A bench is one of ${Object.keys(BENCHES).join(', ')}`);
for (const name of asked) await BENCHES[name]();
process.exit(0);
