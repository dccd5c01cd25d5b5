// `npm test`: runs all checks, and ends with one line that counts them. Needs only Node to start. `npm test -- PATTERN` runs the
// specs whose path contains the pattern.
import { tell } from '../fault.mjs';
import { arePackagesThere, checkNode } from '../npm-packages.mjs';
import { Progress } from '../progress.mjs';
import { endRuns } from '../run.mjs';
import { NOTHING, add, forgetResults, stepCounts } from './counts.mjs';
import { failuresText, stepFailure } from './failures.mjs';
import { runSpecs } from './one-spec.mjs';
import { schedule } from './schedule.mjs';
import { STEPS, unchangedSteps } from './steps.mjs';

/** Specs run alone, beside the steps in the background, which have a lower priority. The other steps run two at a time. */
const WIDTH = 2;

const progress = new Progress();
const failures = [];
let total = NOTHING;
let unchanged = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endRuns();
    process.exit(130);
  });
}

async function runStep({ name, work, counts, failures: failuresOf }) {
  const count = (succeeded) => {
    const counted = counts?.() ?? NOTHING;
    total = add(total, stepCounts(counted, succeeded, counts));
    return counted;
  };
  try {
    await progress.step(name, async (note) => {
      if (!unchanged.has(name)) await work(note);
      const counted = count(true);
      return [...(counts ? [words(counted)] : []), ...(unchanged.has(name) ? ['unchanged'] : [])].join(', ');
    });
    return true;
  } catch (error) {
    count(false);
    const found = failuresOf?.() ?? [];
    failures.push(...(found.length > 0 ? found : [stepFailure(name, `${error.output ?? ''}\n${error.message}`)]));
    return false;
  }
}

const words = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

function skipStep({ name, needs }) {
  total = add(total, { ...NOTHING, skipped: 1 });
  progress.say(`  skip ${name.padEnd(24)}  needs ${needs.join(', ')}`);
}

async function runAll() {
  forgetResults();
  // Nx is one of the npm packages.
  if (arePackagesThere()) unchanged = await progress.step('what has changed', () => unchangedSteps());
  await schedule(STEPS, WIDTH, runStep, skipStep);
  if (failures.length > 0) console.log(`\n${failuresText(failures)}`);
  console.log(`\n${words(total)}`);
  return total.failed > 0 ? 1 : 0;
}

try {
  checkNode();
  const wanted = process.argv.slice(2);
  process.exit(wanted.length > 0 ? await runSpecs(wanted, progress) : await runAll());
} catch (error) {
  process.exit(tell(error));
}
