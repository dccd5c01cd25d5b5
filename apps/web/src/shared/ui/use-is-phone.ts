import { useMediaQuery } from '@mantine/hooks';

/**
 * The same widths as in the style sheets, in the same unit: in em the two would differ where people have set larger letters.
 */
export const PHONE = '(max-width: 767px)';
/** Below this width the sidebar is a drawer, and nothing is beside the sign-in form. */
export const NARROW = '(max-width: 1023px)';

/** Phones are narrower than 768 px (rule 10.15). */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
}

/** Narrower than 1024 px. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
}
