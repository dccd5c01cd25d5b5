import { limits } from '@sarafa/contracts';

/** Whether somebody signed in within the last five minutes; `signedInAt` is in seconds since 1970 (rule 2.17). */
export function isFreshSignIn(signedInAt: number): boolean {
  return Date.now() - signedInAt * 1_000 <= limits.freshSignInMs;
}
