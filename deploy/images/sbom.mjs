import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../local/run.mjs';

/** What an image is made of: all parts of the server, the programs beside them, and the web app. */
const SHIPPED = ['apps/standalone', 'apps/backup', 'apps/doctor', 'apps/web'];

/**
 * The software bill of materials of what ships, as CycloneDX: npm's own list, without what only building and testing need. Not by
 * npm's `--omit dev`, which also leaves out a package of the product that the workspace names for its tests as well.
 */
export async function sbom() {
  const all = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const bom = JSON.parse(await run('npm', all, { cwd: ROOT }));
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const shipped = new Set(shippedOf(packages));
  // The time and the random number would make another layer of the same content.
  const { timestamp: _time, component, ...metadata } = bom.metadata;
  const { serialNumber: _number, ...rest } = bom;
  return {
    ...rest,
    // npm names the workspace by its folder.
    metadata: { ...metadata, component: { ...component, name: packages[''].name } },
    components: bom.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  };
}

/** `name@version` of the packages that those of SHIPPED need, as the lock file has them. */
function shippedOf(packages) {
  const found = new Map();
  const waiting = SHIPPED.map((place) => [place, packages[place].name]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [place, name] = next;
    if (found.has(place)) continue;
    const { version, dependencies, optionalDependencies, peerDependencies } = packages[place];
    found.set(place, `${name}@${version}`);
    for (const needed of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const at = placeOf(packages, place, needed);
      // Optional peers of a package needn't be there.
      if (at) waiting.push([at, needed]);
    }
  }
  return found.values();
}

/** Where Node finds a package that is imported at `from`. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    const there = packages[place];
    if (there) return there.link ? there.resolved : place;
    if (!folder) return undefined;
  }
}
