import type { AccountRole } from '@sarafa/contracts';

interface Return {
  readonly returnTo: string;
  /** Whose page it is; undefined for everybody's. */
  readonly role?: AccountRole | undefined;
}

/** What the sign-in screen is told of the page that needs a session, so that it can lead back there. */
export function returningTo(path: string, role?: AccountRole): Return {
  return { returnTo: path, role };
}

/** The page that sent somebody of this role to the sign-in screen; undefined for everybody who came by themselves. */
export function returnPath(state: unknown, signedIn: AccountRole): string | undefined {
  const { returnTo, role = signedIn } = (state ?? {}) as Partial<Return>;
  return role === signedIn && typeof returnTo === 'string' ? returnTo : undefined;
}
