import { capture } from './run.mjs';
import { NX, NX_ENV } from './build.mjs';

const ONLY_CACHED = 'ONLY_CACHED';

/**
 * Restores the results of all these Nx targets that Nx has kept, in one call, because a call of Nx for each step takes longer than
 * everything else when nothing has changed. What Nx hasn't kept isn't run: its program ends at once.
 */
export async function restoreResults(targets) {
  const args = ['run-many', '-t', targets.join(','), '--parallel=4', '--outputStyle=static'];
  await capture(NX, args, { env: { ...NX_ENV, [ONLY_CACHED]: 'yes' } });
}

/** Called by the programs of these targets before they begin. */
export function notFromCache() {
  if (process.env[ONLY_CACHED]) process.exit(1);
}
