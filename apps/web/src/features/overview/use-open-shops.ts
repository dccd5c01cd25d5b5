import { useMemo } from 'react';
import { useOverviewQuery } from './overview.api.js';

/** The shops that have a board open right now; undefined while nobody knows. */
export function useOpenShops(): ReadonlySet<string> | undefined {
  const { data } = useOverviewQuery();
  const ids = data?.openShops;
  return useMemo(() => ids && new Set(ids), [ids]);
}
