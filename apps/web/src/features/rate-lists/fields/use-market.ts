import { limits, type Rates } from '@sarafa/contracts';
import { useDetailedRatesQuery } from '../../../shared/api/market.api.js';

/** The market's own rates, with duty and without margins, to compare lists with; undefined while they aren't known, are old or are made up. */
export function useMarket(): Partial<Rates> | undefined {
  const { data, isError } = useDetailedRatesQuery(undefined, { pollingInterval: limits.statusPollMs });
  return isError || data?.state === 'stale' || data?.state === 'sample' ? undefined : data;
}
