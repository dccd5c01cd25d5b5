// A plugin for Nx, which gives `apps/e2e` a target for each ring of each area, with what this ring stands on.
import { AREAS, WITHOUT_PRODUCT, isHttp, ringsOf } from '../areas.mjs';
import { ringOf } from '../rings.mjs';
import { allSpecs } from './find-specs.mjs';

export const E2E = 'apps/e2e';
const SERVER = ['gateway', 'standalone'];
/** The pages that the gateway serves, and how they are built. What they show and do is in their sources. */
const PAGES = ['{workspaceRoot}/apps/web/*', '{workspaceRoot}/apps/web/build/**/*'];

const specs = () => allSpecs().filter((spec) => spec.startsWith(`${E2E}/`));

/** The rings of the areas that have a spec. */
export const areaRings = () => [...new Set(specs().map(ringOf))];

const below = (folders) => folders.map((folder) => `{workspaceRoot}/${folder}/**/*`);
const inProject = (path) => path.replace(E2E, '{projectRoot}');

function target(area, ring) {
  const services = [...SERVER, ...AREAS[area]].map((app) => `apps/${app}`);
  const product = [...below(['libs', ...services]), 'built', 'outside'];
  const others = specs().filter((spec) => spec.includes(`/${area}/`) && ringOf(spec) !== ring);
  return {
    command: `node ../../deploy/local/jest.mjs ${ring}`,
    options: { cwd: '{projectRoot}' },
    inputs: [
      ...['{projectRoot}/*.json', '{projectRoot}/src/shared/**/*', `{projectRoot}/src/${area}/**/*`],
      ...others.map((spec) => `!${inProject(spec)}`),
      ...(area === WITHOUT_PRODUCT ? below(['libs/contracts', 'libs/domain', 'libs/testing']) : product),
      ...[...(isHttp(ring) ? PAGES : below(['apps/web'])), 'withoutSpecs', 'machinery'],
    ],
    outputs: [`{projectRoot}/.results/${ring}.json`],
  };
}

function targets() {
  const rings = areaRings();
  return Object.fromEntries(
    Object.keys(AREAS).flatMap((area) =>
      Object.keys(ringsOf(area))
        .filter((ring) => rings.includes(ring))
        .map((ring) => [ring, target(area, ring)]),
    ),
  );
}

export const name = 'areas';
export const createNodes = [
  `${E2E}/package.json`,
  (files) => files.map((file) => [file, { projects: { [E2E]: { targets: targets() } } }]),
];
