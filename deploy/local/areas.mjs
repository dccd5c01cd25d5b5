/**
 * The areas of the specs of the product (`apps/e2e/src/<area>`), with the services whose behaviour the specs of an area assert: a
 * change in another service doesn't run them again. All of them stand on the libraries, the gateway and the web app too. A
 * service that a spec uses only to prepare (accounts, to make a shop and to sign in) doesn't count, because that service's own
 * area and `whole` prove it. A spec that could be in two areas is in `whole`.
 *
 * Two specs of an area run side by side. In a whole run an area whose specs wait for much of their time runs `beside` others, which follow one another.
 *
 * In `boards` no product runs: a stand-in of its HTTP API serves the built web app.
 */
export const AREAS = {
  boards: { services: [], beside: ['screens', 'accounts'] },
  screens: { services: ['settings'] },
  rates: { services: ['pricing'], beside: ['front'] },
  front: { services: [] },
  accounts: { services: ['users', 'auth'] },
  ads: { services: ['media'] },
  whole: { services: ['users', 'auth', 'pricing', 'media', 'settings'] },
};

export const WITHOUT_PRODUCT = 'boards';

/** The areas of a whole run in groups, of which two areas run side by side. */
export function areaGroups() {
  const others = Object.values(AREAS).flatMap(({ beside = [] }) => beside);
  const groups = Object.entries(AREAS).map(([area, { beside = [] }]) => [area, ...beside]);
  return groups.filter(([area]) => !others.includes(area));
}

const TIMED = '-timed';

/** Specs whose assertions fail on a loaded machine are a ring of their own in each area. */
export const timed = (area) => `${area}${TIMED}`;
export const isTimed = (ring) => ring.endsWith(TIMED);
