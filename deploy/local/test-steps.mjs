import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { E2E, areaRings } from './area-targets.mjs';
import { AREAS, WITHOUT_PRODUCT, isTimed } from './areas.mjs';
import { NX } from './build.mjs';
import { restoreResults } from './cached.mjs';
import { jestFailures, stepFailure, tapFailures } from './failures.mjs';
import { NEEDS, bundle, specEnv } from './needs.mjs';
import { IDLE, ROOT, run } from './run.mjs';
import { BACKGROUND } from './schedule.mjs';
import { NOTHING, add, jestCounts, tapCounts } from './test-counts.mjs';

const nx = (args, nice) => run(NX, [...args, '--outputStyle=static'], { env: specEnv, nice, advice: 'Nx failed' });

/** The projects that have a target: those whose package has a script of this name. */
function projectsWith(target) {
  const folders = ['apps', 'libs'].flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => join(ROOT, kind, name)));
  const hasTarget = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts?.[target];
  return folders.filter((folder) => existsSync(join(folder, 'package.json')) && hasTarget(folder));
}

/**
 * Specs that Jest runs: `results` are the files that the targets write. `atOnce` is how many targets run side by side: more than
 * one only where no times are asserted.
 */
function jestSpecs(name, targets, results, { atOnce = 1, ...rest } = {}) {
  const written = () => results.filter((path) => existsSync(path));
  return {
    ...{ name, targets, files: results, ...rest },
    work: () => nx(['run-many', '-t', targets.join(','), `--parallel=${atOnce}`]),
    counts: () => written().map(jestCounts).reduce(add, NOTHING),
    failures: () => written().flatMap(jestFailures),
  };
}

/** A ring of specs, in all projects. */
const ring = (name, target, file, more) =>
  jestSpecs(
    name,
    [target],
    projectsWith(target).map((folder) => join(folder, '.results', `${file}.json`)),
    more,
  );

/** Rings of areas. */
const areas = (name, rings, more) =>
  jestSpecs(
    name,
    rings,
    rings.map((one) => join(ROOT, E2E, '.results', `${one}.json`)),
    { needs: [...(name === WITHOUT_PRODUCT ? ['build'] : SERVED), 'chromium'], ...more },
  );

/** Targets of `deploy/project.json`, one after the other. */
function checks(name, targets, { nice = 0, ...rest } = {}) {
  const files = targets.map((target) => join(ROOT, '.results', `${target}.txt`));
  return {
    ...{ name, targets, files, ...rest },
    work: () => nx(['run-many', '-p', 'checks', '-t', targets.join(','), '--parallel=1'], nice),
    failures: () =>
      targets.flatMap((target, index) =>
        existsSync(files[index]) ? stepFailure(target, readFileSync(files[index], 'utf8')) : [],
      ),
  };
}

/**
 * A check that only reads sources. It runs at the lowest priority, because the other steps often wait for servers and browsers
 * and leave the processors idle.
 */
const inBackground = (name, targets, more) => checks(name, targets, { lane: BACKGROUND, nice: IDLE, ...more });

/** Specs for Node's own test runner. */
function nodeSpecs(step) {
  const report = () => (existsSync(step.files[0]) ? readFileSync(step.files[0], 'utf8') : '');
  return { ...step, counts: () => tapCounts(report()), failures: () => tapFailures(step.name, report()) };
}

const need = (name, more) => ({ name, work: NEEDS[name], lane: 'preparation', ...more });
const PACKAGES = 'npm packages';
const SERVED = ['server programs', 'build'];

/** All of these steps also need the npm packages. */
const ON_PACKAGES = [
  inBackground('format', ['prettier']),
  // The projects whose code runs in a browser have types of their own. All others are linted and checked as one program, so that
  // common types are read once.
  inBackground('lint', ['eslint-node', 'eslint-web', 'eslint-e2e']),
  inBackground('typecheck', ['types-node', 'types-web', 'types-e2e']),
  inBackground('fences', ['fences']),
  nodeSpecs(inBackground('fences bite', ['fences-bite'])),
  need('chart programs', { lane: BACKGROUND }),
  nodeSpecs(inBackground('chart', ['chart'], { needs: ['chart programs', 'build'] })),
  { name: 'build', work: bundle, lane: 'preparation' },
  need('chromium'),
  // Alone, because its specs wait a second at most for what a screen has to show.
  ring('unit', 'test', 'unit', { lane: 'alone' }),
  // Some of these specs call another service, which they start as it was built.
  ring('integration', 'test-int', 'int', { lane: 'alone', needs: SERVED, atOnce: 2 }),
  nodeSpecs(checks('npm start', ['npm-start'], { lane: 'alone', needs: SERVED })),
  ...Object.keys(AREAS).map((area) => areas(area, [area], { lane: 'areas' })),
  nodeSpecs(checks('image', ['image'], { lane: 'areas', needs: SERVED })),
  // Last, when the background steps have long ended, because these specs fail on a loaded machine. Two of them leave it half idle.
  areas('timed', areaRings().filter(isTimed), { lane: 'alone', atOnce: 2 }),
];

/** How many steps of each lane run side by side. With three areas at a time specs fail on two processors, because each waits too long. */
export const WIDTHS = { preparation: 2, alone: 1, areas: 2, [BACKGROUND]: 1 };

/**
 * The steps of `npm test`, in the order in which they may start. `needs` are the steps that have to succeed before, `lane` says
 * beside which ones a step runs (`schedule.mjs`). A step with `targets` is there when Nx has written its `files`; one with `counts`
 * counts its own tests.
 */
export const STEPS = [
  need(PACKAGES),
  // Compiling the servers takes the longest on a new machine, so this step waits for no other.
  need('server programs', { lane: BACKGROUND }),
  ...ON_PACKAGES.map((step) => ({ ...step, needs: [PACKAGES, ...(step.needs ?? [])] })),
];

/** The names of the steps that needn't run: those whose results Nx has kept, and those that no other step needs. */
export async function unchangedSteps(steps = STEPS) {
  // On a new machine there is nothing to look for.
  if (!existsSync(join(ROOT, '.nx'))) return new Set();
  await restoreResults(steps.flatMap(({ targets = [] }) => targets));
  const isKept = ({ files }) => files?.every((path) => existsSync(path));
  const needed = steps.filter((step) => step.files && !isKept(step)).flatMap(({ needs = [] }) => needs);
  return new Set(steps.filter((step) => (step.files ? isKept(step) : !needed.includes(step.name))).map(({ name }) => name));
}
