import { AREAS, KINDS } from './areas.mjs';

const specs = (area, names) => new RegExp(`/src/${area}/${names}[^/]+\\.(e2e|journey)-spec\\.ts$`);

/**
 * The rings of specs, by the path of a file. Unit specs need nothing else; integration specs use real servers, which they start.
 */
export const RINGS = {
  unit: /\/src\/.*\.(spec\.ts|test\.tsx)$/,
  int: /\/src\/.*\.int-spec\.ts$/,
  ...Object.fromEntries(
    Object.keys(AREAS).flatMap((area) => [
      [area, specs(area, `(?!(${KINDS.join('|')})-)`)],
      ...KINDS.map((kind) => [`${area}-${kind}`, specs(area, `${kind}-`)]),
    ]),
  ),
};

/** The ring of a spec; undefined for every other file. */
export const ringOf = (path) => Object.keys(RINGS).find((ring) => RINGS[ring].test(path));
