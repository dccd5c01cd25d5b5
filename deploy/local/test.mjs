// `npm test`: runs all checks, and ends with one line that counts them. Needs only Node to start.
import { tell } from './fault.mjs';
import { checkNode } from './npm-packages.mjs';
import { Progress } from './progress.mjs';
import { endRuns } from './run.mjs';
import { schedule } from './schedule.mjs';
import { NOTHING, add, forgetResults, stepCounts } from './test-counts.mjs';
import { STEPS } from './test-steps.mjs';

/**
 * Rings that start servers run alone. The other steps run two at a time beside the building of the servers, which has a low
 * priority.
 */
const WIDTH = 3;

const progress = new Progress();
let total = NOTHING;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endRuns();
    process.exit(130);
  });
}

async function runStep({ name, work, tests }) {
  const count = (counted, succeeded) => (total = add(total, stepCounts(counted, succeeded, tests)));
  try {
    await progress.step(name, async (note) => {
      const counted = await work(note);
      count(counted, true);
      return tests ? words(counted) : '';
    });
    return true;
  } catch (error) {
    count(error.counted ?? NOTHING, false);
    tell(error);
    return false;
  }
}

const words = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

function skipStep({ name, needs }) {
  total = add(total, { ...NOTHING, skipped: 1 });
  progress.say(`  skip ${name.padEnd(24)}  needs ${needs.join(', ')}`);
}

try {
  checkNode();
  forgetResults();
  await schedule(STEPS, WIDTH, runStep, skipStep);
} catch (error) {
  tell(error);
  total = add(total, { ...NOTHING, failed: 1 });
}
console.log(`\n${words(total)}`);
process.exit(total.failed > 0 ? 1 : 0);
