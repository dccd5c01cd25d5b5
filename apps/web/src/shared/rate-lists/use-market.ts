import { limits, type Rates } from '@sarafa/contracts';
import { useDetailedRatesQuery } from '../api/market.api.js';

/** The market's own rates, with duty and without margins, to compare lists with; undefined while they aren't known or are old. */
export function useMarket(): Partial<Rates> | undefined {
  const { data } = useDetailedRatesQuery(undefined, { pollingInterval: limits.statusPollMs });
  return data?.state === 'stale' ? undefined : data;
}
