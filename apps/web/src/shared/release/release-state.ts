/** The state of the board's releases in this browser. The service worker writes it, pages read it. */
export interface ReleaseState {
  /** The newest release that is completely in the cache. */
  readonly installed: string | null;
  /** The last release that has shown a rate. */
  readonly accepted: string | null;
  /** When `installed` was loaded without having shown a rate yet; milliseconds since 1970 by the TV's clock. */
  readonly triedAt: number | null;
  readonly failedAt: number | null;
  /** How often each release failed. */
  readonly failures: Readonly<Record<string, number>>;
}

/** How often a release is tried. */
export const MOST_FAILURES = 3;
/** The time between two attempts with a release that failed. */
const RETRY_MS = 3_600_000;
export const RELEASE_STATE_PATH = '/release-state';

const NONE: ReleaseState = { installed: null, accepted: null, triedAt: null, failedAt: null, failures: {} };

/** A state that is missing or can't be read counts as empty. */
export async function readReleaseState(cache: Cache): Promise<ReleaseState> {
  const answer = await cache.match(RELEASE_STATE_PATH);
  const state = (await answer?.json().catch(() => undefined)) as Partial<ReleaseState> | undefined;
  return { ...NONE, ...state, failures: { ...state?.failures } };
}

/** Whether `release` may be tried now. A clock that was set back must not postpone the next attempt for good. */
export function mayBeTried({ failures, failedAt }: ReleaseState, release: string): boolean {
  const tries = failures[release] ?? 0;
  if (tries === 0) return true;
  return tries < MOST_FAILURES && (failedAt === null || Math.abs(Date.now() - failedAt) > RETRY_MS);
}
