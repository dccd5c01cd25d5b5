/**
 * The areas of the specs of the product (`apps/e2e/src/<area>`), with the services whose behaviour the specs of an area assert: a
 * change in another service doesn't run them again. All of them stand on the libraries, the gateway and the web app too. A
 * service that a spec uses only to prepare (accounts, to make a shop and to sign in) doesn't count, because that service's own
 * area and `whole` prove it. A spec that could be in two areas is in `whole`.
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

/**
 * The rings of an area beside its usual one, by how the names of their specs begin. Specs that are `timed` fail on a loaded
 * machine. Those that are `long` run by `npm run test:long` alone.
 */
export const KINDS = ['timed', 'long'];
export const ringsOf = (area) => [area, ...KINDS.map((kind) => `${area}-${kind}`)];
export const isTimed = (ring) => ring.endsWith('-timed');
export const isLong = (ring) => ring.endsWith('-long');
