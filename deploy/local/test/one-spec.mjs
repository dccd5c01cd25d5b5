// `npm test -- PATTERN... [arguments for Jest]`: runs the specs whose path contains a pattern, with what they need.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WITHOUT_PRODUCT } from '../areas.mjs';
import { Fault } from '../fault.mjs';
import { NEEDS, specEnv } from '../needs.mjs';
import { ROOT, killWith } from '../run.mjs';
import { exited } from '../toolkit/processes.mjs';
import { failuresText, jestFailures } from './failures.mjs';
import { findSpecs, groupsOf, startsParts } from './find-specs.mjs';

const PRODUCT = ['server programs', 'compile', 'web app'];
/** What the specs of a ring need, and those of a folder that Node's test runner runs. The other rings are those of areas. */
const OF_RING = { unit: [], int: ['server programs'], [WITHOUT_PRODUCT]: ['web app'] };
const OF_FOLDER = {
  'deploy/fences': [],
  'deploy/images/specs': PRODUCT,
  'deploy/local/specs': PRODUCT,
  'helm/specs': ['chart programs', 'compile'],
};

function needsOf({ folder, ring, specs }) {
  const needs = OF_RING[ring] ?? OF_FOLDER[folder] ?? PRODUCT;
  return [
    ...needs,
    ...(ring === 'int' && specs.some((spec) => startsParts(spec)) ? ['compile'] : []),
    ...(specs.some((spec) => spec.endsWith('.journey-spec.ts')) ? ['chromium'] : []),
  ];
}

/** Answers the exit code. */
export async function runSpecs(args, progress) {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  const patterns = first < 0 ? args : args.slice(0, first);
  const rest = first < 0 ? [] : args.slice(first);
  if (patterns.length === 0) throw new Fault('Name a spec first, then arguments for Jest: npm test -- board-states -t live');
  const { found, unknown } = findSpecs(patterns);
  if (unknown.length > 0) throw new Fault(unknown.map(words).join('\n'));

  const groups = groupsOf(found);
  const needs = new Set(['npm packages', ...groups.flatMap(needsOf)]);
  for (const need of Object.keys(NEEDS)) if (needs.has(need)) await progress.step(need, NEEDS[need]);
  let code = 0;
  for (const group of groups) code = (await runGroup(group, rest)) || code;
  return code;
}

const words = ({ pattern, near }) =>
  [`No spec's path contains "${pattern}".`, ...(near.length > 0 ? ['Near are:', ...near.map((path) => `  ${path}`)] : [])].join(
    '\n',
  );

async function runGroup({ folder, ring, specs }, rest) {
  const paths = specs.map((spec) => join(ROOT, spec));
  const cwd = ring === 'node' ? ROOT : join(ROOT, folder);
  console.log(`\n${folder} (${ring}): ${specs.map((spec) => spec.split('/').pop()).join(', ')}`);
  const args =
    ring === 'node'
      ? ['--test', '--test-reporter=spec', ...rest.map((arg) => (arg === '-t' ? '--test-name-pattern' : arg)), ...paths]
      : [join(ROOT, 'deploy/local/jest.mjs'), ring, '--runTestsByPath', ...paths, ...rest];
  const child = spawn(process.execPath, args, { cwd, env: specEnv, stdio: 'inherit' });
  killWith(child);
  const code = (await exited(child)).code ?? 1;
  const result = join(cwd, '.results', `${ring}.json`);
  // Jest itself has shown neither logs nor pictures.
  if (code !== 0 && existsSync(result)) console.log(`\n${failuresText(jestFailures(result))}`);
  return code;
}
