import { limits, type PriceStatus } from '@sarafa/contracts';
import { usePriceStatusQuery } from '../../shared/api/market.api.js';
import { type Health, sourceHealth } from './source-health.js';

/** Polled every 30 seconds (rule 10.12), however many components use it. */
export function useSourceHealth(): { readonly status: PriceStatus | undefined; readonly health: Health | undefined } {
  const { data, isError } = usePriceStatusQuery(undefined, { pollingInterval: limits.statusPollMs });
  return { status: data, health: data || isError ? sourceHealth(data, isError) : undefined };
}
