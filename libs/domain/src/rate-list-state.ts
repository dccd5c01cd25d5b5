import type { RateList } from '@sarafa/contracts';

const HOUR_MS = 3_600_000;

/** When the rates of a list grow old (rule 3.17); milliseconds since 1970. */
export function listedUntil({ set_at, valid_hours }: Pick<RateList, 'set_at' | 'valid_hours'>): number {
  return Date.parse(set_at) + valid_hours * HOUR_MS;
}

/** How the rates of a list stand at `now`. */
export function rateListState(list: Pick<RateList, 'set_at' | 'valid_hours'>, now: number): 'listed' | 'stale' {
  return now < listedUntil(list) ? 'listed' : 'stale';
}
