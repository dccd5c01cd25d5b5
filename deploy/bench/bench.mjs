// `npm run bench [-- reads [pairs] | accounts [pairs] | changes | media [pairs] | cards [shops] |
// fanout [streams] [quotes] [own|list|two] | first-rate [runs] |
// storm [streams] | slow [streams] | screens [count] | start [runs]]`: ratios measured in one run. Absolute figures depend on the machine.
import { benchAccounts } from './accounts.mjs';
import { benchCards } from './cards.mjs';
import { benchChanges } from './changes.mjs';
import { benchFanout } from './fanout.mjs';
import { benchFirstRate } from './first-rate.mjs';
import { benchMedia } from './media.mjs';
import { benchReads } from './reads.mjs';
import { benchScreens } from './screens.mjs';
import { benchSlow } from './slow.mjs';
import { benchStart } from './start.mjs';
import { benchStorm } from './storm.mjs';
import { withProduct } from './world.mjs';

const [what = 'all', count, quotes = 7, rows] = process.argv.slice(2);
/** What can be measured; `counted` is the number that was given, or the usual one. */
const BENCHES = {
  reads: () => withProduct((w) => benchReads(w, counted(5))),
  accounts: () => withProduct((w) => benchAccounts(w, counted(5))),
  changes: () => withProduct(benchChanges),
  media: () => withProduct((w) => benchMedia(w, counted(5)), { withFiles: true }),
  cards: () => withProduct((w) => benchCards(w, counted(3_000)), { withFiles: true }),
  'first-rate': () => withProduct((w) => benchFirstRate(w, counted(5))),
  storm: () => withProduct((w) => benchStorm(w, counted(10_000))),
  slow: () => withProduct((w) => benchSlow(w, counted(2_000))),
  screens: () => withProduct((w) => benchScreens(w, counted(10_000))),
  start: () => benchStart(counted(5)),
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
