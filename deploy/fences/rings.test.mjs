// Proves that every spec is run. A project has a script for each ring of which it has specs, and for no other, because Jest fails
// where it finds no spec; `apps/e2e` has a target for each ring of an area instead.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { E2E, areaRings } from '../local/test/area-targets.mjs';
import { AREAS, ringsOf } from '../local/areas.mjs';
import { allSpecs } from '../local/test/find-specs.mjs';
import { PROJECTS } from '../local/projects.mjs';
import { ringOf } from '../local/rings.mjs';
import { ROOT } from '../local/run.mjs';

const projects = PROJECTS.filter((project) => project !== E2E);
const sorted = (rings) => [...new Set(rings)].sort();

describe('the rings of tests', () => {
  for (const project of projects) {
    it(`${project} runs those of which it has specs`, () => {
      const files = readdirSync(join(ROOT, project, 'src'), { recursive: true });
      const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, project, 'package.json'), 'utf8'));
      const run = Object.values(scripts).flatMap((script) => /jest\.mjs (\w+)/.exec(script)?.[1] ?? []);
      assert.deepEqual(sorted(run), sorted(files.flatMap((file) => ringOf(`/src/${file}`) ?? [])));
    });
  }

  it('have every file that is named like a spec', () => {
    const folders = [...PROJECTS.map((project) => `${project}/src`), 'deploy', 'helm'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`),
    );
    const specs = allSpecs();
    assert.ok(specs.length > 100);
    assert.deepEqual(
      files.filter((file) => /\.(\w+-)?(spec|test)\.\w+$/.test(file) && !specs.includes(file)),
      [],
    );
  });

  it('of areas are there, each area with its services', () => {
    assert.ok(Object.keys(AREAS).every((area) => Object.keys(ringsOf(area)).some((ring) => areaRings().includes(ring))));
    assert.ok(areaRings().includes('whole-timed'));
    const services = new Set(Object.values(AREAS).flat());
    assert.deepEqual(
      projects
        .filter((project) => /^apps\/(?!gateway|standalone|web|backup|doctor)/.test(project))
        .map((project) => project.slice(5))
        .sort(),
      [...services].sort(),
    );
    assert.deepEqual(sorted(AREAS.whole), sorted([...services]));
  });
});
