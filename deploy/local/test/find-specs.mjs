import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PROJECTS } from '../projects.mjs';
import { ringOf } from '../rings.mjs';
import { ROOT } from '../run.mjs';

/** Folders with specs for Node's own test runner. */
const NODE_SPECS = ['deploy/fences', 'deploy/images/specs', 'deploy/local/specs', 'helm/specs'];
/** How many near names are shown for a pattern that nothing matches. */
const NEAR = 5;

const isNodeSpec = (file) => file.endsWith('.test.mjs');
const below = (folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`);

/** The paths of all specs of the workspace, from its root. */
export function allSpecs() {
  return [
    ...PROJECTS.flatMap((project) => below(`${project}/src`).filter(ringOf)),
    ...NODE_SPECS.flatMap((folder) => below(folder).filter(isNodeSpec)),
  ].sort();
}

/** The specs whose path contains one of the patterns; `unknown` are the patterns that nothing matches, with near names. */
export function findSpecs(patterns, specs = allSpecs()) {
  const wanted = patterns.map((pattern) => relative(ROOT, resolve(ROOT, pattern)).toLowerCase());
  const matching = wanted.map((pattern) => specs.filter((spec) => spec.toLowerCase().includes(pattern)));
  return {
    found: specs.filter((spec) => matching.some((list) => list.includes(spec))),
    unknown: patterns
      .filter((_, index) => matching[index].length === 0)
      .map((pattern) => ({ pattern, near: nearest(pattern, specs) })),
  };
}

function nearest(pattern, specs) {
  const likeness = (spec) => Math.max(alike(pattern, spec), alike(pattern, spec.split('/').pop()));
  return specs
    .map((spec) => ({ spec, likeness: likeness(spec) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NEAR)
    .filter((near) => near.likeness > 0)
    .map(({ spec }) => spec);
}

/** The share of their pairs of letters that two texts have in common, between 0 and 1 (Dice's coefficient). */
function alike(one, other) {
  const [a, b] = [one, other].map(
    (text) => new Set(Array.from(text.toLowerCase(), (_, at) => text.toLowerCase().slice(at, at + 2))),
  );
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

/** The groups that run together: one for each ring of a project, and one for Node's test runner in each folder. */
export function groupsOf(specs) {
  const groups = new Map();
  for (const spec of specs) {
    const folder = isNodeSpec(spec) ? NODE_SPECS.find((name) => spec.startsWith(`${name}/`)) : spec.split('/src/')[0];
    const ring = isNodeSpec(spec) ? 'node' : ringOf(spec);
    const key = `${folder} ${ring}`;
    groups.set(key, { folder, ring, specs: [...(groups.get(key)?.specs ?? []), spec] });
  }
  return [...groups.values()];
}

/** Whether a spec, or a file of its project that it imports, starts a part of the product as it was built. */
export function startsParts(spec, seen = new Set()) {
  const path = join(ROOT, spec);
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (/\bstart(App|Part)\(/.test(text)) return true;
  const imported = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, name]) => `${join(dirname(spec), name)}.ts`);
  return imported.some((file) => startsParts(file, seen));
}
