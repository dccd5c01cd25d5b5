import { useMediaQuery } from '@mantine/hooks';

/** Spec 2: mobile is under 768 px. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
}

/** Under 1024 px the sidebar is a drawer. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false });
}
