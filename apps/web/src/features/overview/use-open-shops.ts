import { useMemo } from 'react';
import { useOverviewQuery } from './overview.api.js';

/** The shops that have an open board; undefined while that isn't known. */
export function useOpenShops(): ReadonlySet<string> | undefined {
  const { data } = useOverviewQuery();
  const ids = data?.openShops;
  return useMemo(() => ids && new Set(ids), [ids]);
}
