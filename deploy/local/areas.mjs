/**
 * The areas of the specs of the product (`apps/e2e/src/<area>`), with the services whose behaviour the specs of an area assert: a
 * change in another service doesn't run them again. All of them stand on the libraries, the gateway and the web app too. A
 * service that a spec uses only to prepare (accounts, to make a shop and to sign in) doesn't count, because that service's own
 * area and `whole` prove it. A spec that could be in two areas is in `whole`. In a whole run the
 * areas begin in this order.
 *
 * `atOnce` is how many specs of the area run side by side, if not two: more where they start no servers, and where they wait for
 * minutes.
 *
 * In `boards` no product runs: a stand-in of its HTTP API serves the built web app.
 */
export const AREAS = {
  boards: { services: [] },
  screens: { services: ['settings'], atOnce: 3 },
  rates: { services: ['pricing'] },
  accounts: { services: ['users', 'auth'] },
  whole: { services: ['users', 'auth', 'pricing', 'media', 'settings'] },
  ads: { services: ['media'] },
  front: { services: [] },
};

export const WITHOUT_PRODUCT = 'boards';

export const atOnceIn = (area) => AREAS[area]?.atOnce ?? 2;

const TIMED = '-timed';

/** Specs whose assertions fail on a loaded machine are a ring of their own in each area. */
export const timed = (area) => `${area}${TIMED}`;
export const isTimed = (ring) => ring.endsWith(TIMED);
