import { useMediaQuery } from '@mantine/hooks';

/** As the style sheets have them, in the same unit: where letters are larger by default, an em would turn the two apart. */
export const PHONE = '(max-width: 767px)';
/** There the sidebar is a drawer, and the sign-in form has nothing beside it. */
export const NARROW = '(max-width: 1023px)';

/** Phones are under 768 px (rule 10.15). */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
}

/** Under 1024 px. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
}
