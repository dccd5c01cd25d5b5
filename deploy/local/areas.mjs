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
  front: [],
  accounts: ['users', 'auth'],
  rates: ['pricing'],
  ads: ['media'],
  screens: ['settings'],
  whole: ['users', 'auth', 'pricing', 'media', 'settings'],
};

export const WITHOUT_PRODUCT = 'boards';

/**
 * Areas that run side by side in a whole run: the specs of the first one wait for much of their time. The other areas run one at
 * a time.
 */
export const SIDE_BY_SIDE = [
  ['screens', 'accounts'],
  ['rates', 'front'],
];

/** How many specs of an area run side by side: more where they start no servers, and where they wait for minutes. */
const AT_ONCE = { boards: 3, screens: 3 };
export const atOnceIn = (area) => AT_ONCE[area] ?? 2;

const TIMED = '-timed';

/** Specs whose assertions fail on a loaded machine are a ring of their own in each area. */
export const timed = (area) => `${area}${TIMED}`;
export const isTimed = (ring) => ring.endsWith(TIMED);
