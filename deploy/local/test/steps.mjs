import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isLong, isTimed } from '../areas.mjs';
import { NX } from '../build.mjs';
import { restoreResults } from '../cached.mjs';
import { NEEDS, bundle, specEnv } from '../needs.mjs';
import { PROJECTS } from '../projects.mjs';
import { IDLE, ROOT, run } from '../run.mjs';
import { E2E, areaRings } from './area-targets.mjs';
import { NOTHING, add, jestCounts, tapCounts } from './counts.mjs';
import { jestFailures, stepFailure, tapFailures } from './failures.mjs';

const nx = (args, { nice = 0, env = {} } = {}) =>
  run(NX, [...args, '--outputStyle=static'], { env: { ...specEnv, ...env }, nice, advice: 'Nx failed' });

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The projects that have a target: those whose package has a script of this name. */
const projectsWith = (target) =>
  PROJECTS.filter((project) => JSON.parse(readFileSync(join(ROOT, project, 'package.json'), 'utf8')).scripts?.[target]);

/**
 * How many specs run side by side: one a processor. With more than eight a run would take as long, because it takes as long as its
 * longest area.
 */
const WORKERS = Math.max(2, Math.min(8, availableParallelism()));

/**
 * Specs that Jest runs: `results` are the files that the targets write, `atOnce` is how many targets run side by side at most. A
 * target that runs alone has all workers.
 */
function jestSpecs(name, targets, results, { atOnce: most = 1, nice = 0, ...rest } = {}) {
  const written = () => results.filter((path) => existsSync(path));
  const work = () => {
    // Few targets run one after the other, because beside the last of them a worker would be idle.
    const atOnce = Math.max(1, Math.min(most, Math.floor((results.length - written().length) / 2)));
    const env = { SPEC_WORKERS: String(Math.max(1, Math.floor(WORKERS / atOnce))) };
    return nx(['run-many', '-t', targets.join(','), `--parallel=${atOnce}`], { env, nice });
  };
  return {
    ...{ name, targets, files: results, work, ...rest },
    counts: () => written().map(jestCounts).reduce(add, NOTHING),
    failures: () => written().flatMap(jestFailures),
  };
}

/** A ring of specs, in all projects. */
const ring = (name, target, file, more) =>
  jestSpecs(
    name,
    [target],
    projectsWith(target).map((project) => join(ROOT, project, '.results', `${file}.json`)),
    more,
  );

/** Rings of areas. */
const areas = (name, rings, more) =>
  jestSpecs(
    name,
    rings,
    rings.map((one) => join(ROOT, E2E, '.results', `${one}.json`)),
    { alone: true, ...more },
  );

/**
 * Targets of `deploy/project.json`, one after the other.
 * @param {string} name
 * @param {string[]} targets
 * @param {{ nice?: number, alone?: boolean, background?: boolean, needs?: string[] }} how
 */
function checks(name, targets, { nice = 0, ...rest } = {}) {
  const files = targets.map((target) => join(ROOT, '.results', `${target}.txt`));
  return {
    ...{ name, targets, files, ...rest },
    work: () => nx(['run-many', '-p', 'checks', '-t', targets.join(','), '--parallel=1'], { nice }),
    // A target that has found nothing has printed nothing.
    failures: () =>
      targets
        .map((target, index) => [target, textOf(files[index])])
        .filter(([, text]) => text.trim())
        .map(([target, text]) => stepFailure(target, text)),
  };
}

/**
 * A check that only reads sources. It runs at the lowest priority, because the other steps often wait for servers and browsers
 * and leave the processors idle.
 */
const inBackground = (name, targets, more) => checks(name, targets, { background: true, nice: IDLE, ...more });

/** Specs for Node's own test runner. */
function nodeSpecs(step) {
  const report = () => textOf(step.files[0]);
  return { ...step, counts: () => tapCounts(report()), failures: () => tapFailures(step.name, report()) };
}

const need = (name, more) => ({ name, work: NEEDS[name], ...more });
const PACKAGES = 'npm packages';
const SERVED = ['server programs', 'build'];

/** All of these steps also need the npm packages. */
const ON_PACKAGES = [
  // These specs wait for nothing, so they take what the other ones leave of the processors.
  ring('unit', 'test', 'unit', { background: true, nice: 10 }),
  inBackground('format', ['prettier']),
  // The projects whose code runs in a browser have types of their own. All others are linted and checked as one program, so that
  // common types are read once.
  inBackground('lint', ['eslint-node', 'eslint-web', 'eslint-e2e']),
  inBackground('typecheck', ['types-node', 'types-deploy', 'types-web', 'types-e2e']),
  inBackground('fences', ['fences']),
  nodeSpecs(inBackground('fences bite', ['fences-bite'])),
  need('chart programs', { background: true }),
  nodeSpecs(inBackground('chart', ['chart'], { needs: ['chart programs', 'build'] })),
  { name: 'build', work: bundle },
  need('chromium'),
  // Some of these specs call another service, which they start as it was built.
  ring('integration', 'test-int', 'int', { alone: true, needs: SERVED, atOnce: WORKERS }),
  nodeSpecs(checks('image', ['image'], { alone: true, needs: SERVED })),
  nodeSpecs(checks('npm start', ['npm-start'], { alone: true, needs: SERVED })),
  areas(
    'product',
    areaRings().filter((ring) => !isTimed(ring) && !isLong(ring)),
    { needs: [...SERVED, 'chromium'], atOnce: WORKERS },
  ),
  // These specs fail on a loaded machine. Two at a time leave the machine idle by half.
  areas('timed', areaRings().filter(isTimed), { needs: [...SERVED, 'chromium'], atOnce: 2, last: true }),
];

/**
 * The steps of `npm test`, in the order in which they may start. `needs` are the steps that have to succeed before; `alone` is
 * a step that runs specs, beside which only `background` steps run; beside a `last` step none runs. A step with `targets` is
 * there when Nx has written its `files`; one with `counts` counts its own tests.
 */
export const STEPS = [
  need(PACKAGES),
  // Compiling the servers takes the longest on a new machine, so this step waits for no other.
  need('server programs', { background: true }),
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
