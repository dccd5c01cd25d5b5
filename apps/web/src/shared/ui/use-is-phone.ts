import { useMediaQuery } from '@mantine/hooks';

/**
 * Phones and tablets, as in the portal's style sheets. In em, so that where people have set larger letters in their browser a page has
 * the layout that these letters have room in.
 */
export const PHONE = '(max-width: 47.9375em)';
/** Below this width the sidebar is a drawer, and nothing is beside the sign-in form. */
export const NARROW = '(max-width: 63.9375em)';

/** Phones are narrower than 768 px (rule 10.15). */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
}

/** Narrower than 1024 px. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
}
