import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHART_PROGRAMS, SERVERS, programOf } from './backing/programs.mjs';
import { NX, NX_ENV, TSC, WEB, hasWeb } from './build.mjs';
import { chromiumPath } from './chromium.mjs';
import { Fault } from './fault.mjs';
import { testArgs } from './node-test.mjs';
import { installPackages } from './npm-packages.mjs';
import { IDLE, ROOT, capture } from './run.mjs';
import { NOTHING, ringCounts, tapCounts } from './test-counts.mjs';

const bin = (name) => join(ROOT, 'node_modules/.bin', name);
/** The environment of the specs, which tells them where the programs are. */
const specEnv = { ...NX_ENV };

/** Runs commands one after the other; each has to succeed. `counts` reads the test counts from the output. */
const commands =
  (list, counts = () => NOTHING, nice = 0) =>
  async () => {
    let output = '';
    for (const [program, args] of list) {
      const result = await capture(program, args, { env: specEnv, nice });
      output += result.output;
      if (result.code !== 0) throw Object.assign(new Fault('', output), { counted: counts(output) });
    }
    return counts(output);
  };

const nx = (target, atOnce, ...more) => [
  NX,
  ['run-many', '-t', target, `--parallel=${atOnce}`, '--outputStyle=static', ...more],
];
/** `atOnce` is how many projects' tests run side by side: more than one only where no times are asserted. */
const ring = (target, name, atOnce = 1) => commands([nx(target, atOnce)], () => ringCounts(name));
const nodeTest = (folder) => [[process.execPath, testArgs([join(ROOT, folder)])]];

/**
 * A step that only reads sources. It runs at the lowest priority, because the other steps often wait for servers and browsers
 * and leave the processors idle.
 */
const inBackground = (name, list, counts) => ({
  ...{ name, background: true, tests: counts !== undefined },
  work: commands(list, counts, IDLE),
});

/**
 * The projects whose code runs in a browser have types of their own. All others are one program, so that common types are read
 * once.
 */
const inBrowsers = ['web', 'e2e'].filter((name) => existsSync(join(ROOT, 'apps', name, 'package.json')));
const typecheck = [
  [bin('tsc'), ['-p', 'tsconfig.check.json']],
  nx('typecheck', 1, '-p', inBrowsers.map((name) => `@sarafa/${name}`).join(',')),
];

const programs = (wanted) => async (note) => {
  // One after the other: on two processors building side by side gains nothing, and other steps need a processor too.
  for (const [name, { label, path }] of Object.entries(wanted)) {
    specEnv[path] = await programOf(name, (text) => note(`${label}: ${text}`));
  }
  return NOTHING;
};

/** Specs run what images contain, because that is what operators install. */
async function build() {
  const counts = await commands([...(hasWeb() ? [TSC, WEB] : [TSC]), [process.execPath, ['deploy/images/bundle.mjs']]])();
  specEnv.BUNDLED_APPS = join(ROOT, 'dist/image/code');
  return counts;
}

async function packages() {
  await installPackages();
  return NOTHING;
}

async function browser(note) {
  specEnv.CHROMIUM_BIN = await chromiumPath(note);
  return NOTHING;
}

const PACKAGES = 'npm packages';
const SERVED = ['server programs', 'build'];

/** All of these steps also need the npm packages. */
const ON_PACKAGES = [
  inBackground('format', [[bin('prettier'), ['--check', '--log-level=warn', '.']]]),
  // ESLint runs once for all projects, because ten runs would read the same types ten times.
  inBackground('lint', [[bin('eslint'), ['.']]]),
  inBackground('typecheck', typecheck),
  inBackground('fences', [[bin('depcruise'), ['apps', 'libs', '--config', '.dependency-cruiser.cjs']]]),
  inBackground('fences bite', nodeTest('deploy/fences/'), tapCounts),
  { name: 'chart programs', background: true, work: programs(CHART_PROGRAMS) },
  { ...inBackground('chart', nodeTest('helm/specs/'), tapCounts), needs: ['chart programs', 'build'] },
  { name: 'build', work: build },
  { name: 'unit', tests: true, work: ring('test', 'unit', 2) },
  { name: 'chromium', work: browser },
  // Some of these specs call another service, which they start as it was built.
  { name: 'integration', tests: true, alone: true, needs: SERVED, work: ring('test-int', 'int', 3) },
  { name: 'image', tests: true, alone: true, needs: SERVED, work: commands(nodeTest('deploy/images/specs/'), tapCounts) },
  { name: 'npm start', tests: true, alone: true, needs: SERVED, work: commands(nodeTest('deploy/local/specs/'), tapCounts) },
  // Comes before the rings that keep both processors busy: this one waits half of its time, in which the background steps can
  // run.
  { name: 'timed', tests: true, alone: true, needs: [...SERVED, 'chromium'], work: ring('timed', 'timed') },
  { name: 'e2e', tests: true, alone: true, needs: SERVED, work: ring('e2e', 'e2e') },
  { name: 'journeys', tests: true, alone: true, needs: [...SERVED, 'chromium'], work: ring('journeys', 'journey') },
];

/**
 * The steps of `npm test`, in the order in which they may start. `needs` are the steps that have to succeed before; `alone` is
 * a step that measures time, beside which only `background` steps run; `tests` is a step that counts its own tests.
 */
export const STEPS = [
  { name: PACKAGES, work: packages },
  // Compiling the servers takes the longest on a new machine, so this step waits for no other.
  { name: 'server programs', work: programs(SERVERS) },
  ...ON_PACKAGES.map((step) => ({ ...step, needs: [PACKAGES, ...(step.needs ?? [])] })),
];
