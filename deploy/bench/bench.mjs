// `npm run bench [-- reads [pairs] | accounts [pairs] | changes | media [pairs] | fanout [streams] [quotes] [own|list|two] | first-rate [runs] |
// storm [streams] | slow [streams] | screens [count] | start [runs]]`: ratios measured in one run. Absolute figures depend on the machine.
import { benchAccounts } from './accounts.mjs';
import { benchChanges } from './changes.mjs';
import { benchFanout } from './fanout.mjs';
import { benchFirstRate } from './first-rate.mjs';
import { benchMedia } from './media.mjs';
import { benchReads } from './reads.mjs';
import { benchScreens } from './screens.mjs';
import { benchSlow } from './slow.mjs';
import { benchStart } from './start.mjs';
import { benchStorm } from './storm.mjs';

const [what = 'all', count, quotes = 7, rows] = process.argv.slice(2);
const isAsked = (name) => what === 'all' || what === name;
if (isAsked('reads')) await benchReads(Number(count ?? 5));
if (isAsked('accounts')) await benchAccounts(Number(count ?? 5));
if (isAsked('changes')) await benchChanges();
if (isAsked('media')) await benchMedia(Number(count ?? 5));
if (isAsked('first-rate')) await benchFirstRate(Number(count ?? 5));
if (isAsked('storm')) await benchStorm(Number(count ?? 10_000));
if (isAsked('slow')) await benchSlow(Number(count ?? 2_000));
if (isAsked('screens')) await benchScreens(Number(count ?? 10_000));
if (isAsked('start')) await benchStart(Number(count ?? 5));
if (isAsked('fanout'))
  for (const streams of count ? [Number(count)] : [1_000, 10_000]) await benchFanout(streams, Number(quotes), rows);
process.exit(0);
