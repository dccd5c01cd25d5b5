/**
 * The rings of specs, by the path of a file. Unit specs need nothing else; the other rings use real servers, which the specs
 * start. `timed` are the specs whose assertions fail on a loaded machine.
 */
export const RINGS = {
  unit: /\/src\/.*\.(spec\.ts|test\.tsx)$/,
  int: /\/src\/.*\.int-spec\.ts$/,
  e2e: /\/src\/(.*\/)?(?!timed-)[^/]+\.e2e-spec\.ts$/,
  journey: /\/src\/(.*\/)?(?!timed-)[^/]+\.journey-spec\.ts$/,
  timed: /\/src\/(.*\/)?timed-[^/]+\.(e2e|journey)-spec\.ts$/,
};

/** The ring of a spec; undefined for every other file. */
export const ringOf = (path) => Object.keys(RINGS).find((ring) => RINGS[ring].test(path));
