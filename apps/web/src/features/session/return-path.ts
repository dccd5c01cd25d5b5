/** What the sign-in screen is told of the page that needs a session, so that it can lead back there. */
export function returningTo(path: string): { readonly returnTo: string } {
  return { returnTo: path };
}

/** The page that sent somebody to the sign-in screen; undefined for everybody who came by themselves. */
export function returnPath(state: unknown): string | undefined {
  const isKnown = typeof state === 'object' && state !== null && 'returnTo' in state;
  return isKnown && typeof state.returnTo === 'string' ? state.returnTo : undefined;
}
