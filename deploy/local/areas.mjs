/**
 * The areas of the specs of the product (`apps/e2e/src/<area>`), with the services whose behaviour the specs of an area assert: a
 * change in another service doesn't run them again. All of them stand on the libraries and the gateway too, and journeys on the
 * web app. A service that a spec uses only to prepare (accounts, to make a shop and to sign in) doesn't count, because that
 * service's own area and `whole` prove it. A spec that could be in two areas is in `whole`.
 *
 * In `boards` no product runs: a stand-in of its HTTP API serves the built web app.
 */
export const AREAS = {
  boards: [],
  screens: ['settings'],
  rates: ['pricing'],
  front: [],
  accounts: ['users', 'auth'],
  ads: ['media'],
  whole: ['users', 'auth', 'pricing', 'media', 'settings'],
};

export const WITHOUT_PRODUCT = 'boards';

/** How the names of the specs of an area end: of those that open pages, and of those that ask by HTTP alone. */
const ENDINGS = { '': 'journey', '-http': 'e2e' };
/**
 * How the names of specs begin that have rings of their own. Specs that are `timed` fail on a loaded machine. Those that are
 * `long` run by `npm run test:long` alone.
 */
const KINDS = ['timed', 'long'];

/** The rings of an area, each with the pattern of its specs' paths. */
export function ringsOf(area) {
  const specs = (beginning, ending) => new RegExp(`/src/${area}/${beginning}[^/]+\\.${ending}-spec\\.ts$`);
  return Object.fromEntries(
    Object.entries(ENDINGS).flatMap(([part, ending]) => [
      [`${area}${part}`, specs(`(?!(${KINDS.join('|')})-)`, ending)],
      ...KINDS.map((kind) => [`${area}${part}-${kind}`, specs(`${kind}-`, ending)]),
    ]),
  );
}
export const isTimed = (ring) => ring.endsWith('-timed');
export const isLong = (ring) => ring.endsWith('-long');
/** Whether a change of what pages show and do leaves the ring's results as they are. */
export const isHttp = (ring) => ring.includes('-http');
