import { AREAS, ringsOf } from './areas.mjs';

/**
 * The rings of specs, by the path of a file. Unit specs need nothing else; integration specs use real servers, which they start.
 */
export const RINGS = {
  unit: /\/src\/.*\.(spec\.ts|test\.tsx)$/,
  int: /\/src\/.*\.int-spec\.ts$/,
  ...Object.assign({}, ...Object.keys(AREAS).map(ringsOf)),
};

/** The ring of a spec; undefined for every other file. */
export const ringOf = (path) => Object.keys(RINGS).find((ring) => RINGS[ring].test(path));
