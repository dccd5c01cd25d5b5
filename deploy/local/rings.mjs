import { AREAS, timed } from './areas.mjs';

/**
 * The rings of specs, by the path of a file. Unit specs need nothing else; integration specs use real servers, which they start.
 * The specs of the product have two rings an area: those that are named `timed-` assert times, which fail on a loaded machine.
 */
export const RINGS = {
  unit: /\/src\/.*\.(spec\.ts|test\.tsx)$/,
  int: /\/src\/.*\.int-spec\.ts$/,
  ...Object.fromEntries(
    Object.keys(AREAS).flatMap((area) => [
      [area, new RegExp(`/src/${area}/(?!timed-)[^/]+\\.(e2e|journey)-spec\\.ts$`)],
      [timed(area), new RegExp(`/src/${area}/timed-[^/]+\\.(e2e|journey)-spec\\.ts$`)],
    ]),
  ),
};

/** The ring of a spec; undefined for every other file. */
export const ringOf = (path) => Object.keys(RINGS).find((ring) => RINGS[ring].test(path));
