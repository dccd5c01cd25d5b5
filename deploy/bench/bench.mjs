// `npm run bench [-- reads|fanout] [pairs]`: ratios to bare servers, measured in one run. Absolute figures depend on the machine.
import { benchFanout } from './fanout.mjs';
import { benchReads } from './reads.mjs';

const [what = 'all', count] = process.argv.slice(2);
if (what !== 'fanout') await benchReads(Number(count ?? 5));
if (what !== 'reads') for (const streams of [1_000, 5_000]) await benchFanout(streams, Number(count ?? 7));
process.exit(0);
