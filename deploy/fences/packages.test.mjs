// One version of a package over the whole workspace, because two copies don't recognise each other's classes; and one of the product
// everywhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { PROJECTS } from '../local/projects.mjs';
import { ROOT } from '../local/run.mjs';

const manifests = ['package.json', ...PROJECTS.map((project) => `${project}/package.json`)];

/** The names and ranges in each package.json, as `[file, name, range]`. */
const named = manifests.flatMap((file) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  return Object.entries({ ...devDependencies, ...dependencies }).map(([name, range]) => [file, name, range]);
});

/** Packages that are named with more than one range. */
function differing(list) {
  const ranges = new Map();
  for (const [, name, range] of list) ranges.set(name, new Set(ranges.get(name)).add(range));
  return [...ranges].filter(([, of]) => of.size > 1).map(([name]) => name);
}

describe('packages', () => {
  it('have one version over the whole workspace', () => {
    assert.deepEqual(differing(named), []);
  });

  it('have the version of the chart, whose default image is theirs', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const chart = parse(readFileSync(join(ROOT, 'helm/sarafa/Chart.yaml'), 'utf8'));
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
    assert.match(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), new RegExp(`^## ${version}$`, 'm'));
  });

  it('with two are found', () => {
    assert.deepEqual(differing([...named, ['apps/other/package.json', 'zod', '3.0.0']]), ['zod']);
  });
});
