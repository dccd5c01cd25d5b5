// Proves that a project has a script for each ring of which it has specs, and for no other, because Jest fails where it finds
// no spec.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ringOf } from '../local/rings.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const projects = ['apps', 'libs']
  .flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`))
  .filter((project) => existsSync(join(ROOT, project, 'package.json')));
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
});
