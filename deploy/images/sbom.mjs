import { ROOT, run } from '../local/run.mjs';
import { LOCK, withNeeded } from './packages.mjs';

/** What an image is made of: all parts of the server, the programs beside them, and the web app. */
const SHIPPED = ['apps/standalone', 'apps/backup', 'apps/doctor', 'apps/web'];

/**
 * The software bill of materials of what ships, as CycloneDX: npm's own list, without what only building and testing need. Not by
 * npm's `--omit dev`, which also leaves out a package of the product that the workspace names for its tests as well.
 */
export async function sbom() {
  const all = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const bom = JSON.parse(await run('npm', all, { cwd: ROOT }));
  const places = [...withNeeded(SHIPPED, ['dependencies', 'optionalDependencies', 'peerDependencies'])];
  const shipped = new Set(places.map((place) => `${nameOf(place)}@${LOCK[place].version}`));
  // The time and the random number would make another layer of the same content.
  const { timestamp: _time, component, ...metadata } = bom.metadata;
  const { serialNumber: _number, ...rest } = bom;
  return {
    ...rest,
    // npm names the workspace by its folder.
    metadata: { ...metadata, component: { ...component, name: LOCK[''].name } },
    components: bom.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  };
}

/** The lock file names only packages of the workspace. */
const nameOf = (place) => LOCK[place].name ?? place.split('node_modules/').pop();
