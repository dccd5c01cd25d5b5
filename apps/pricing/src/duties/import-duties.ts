import { type ByMetal, dutiesInLaw, type Metal } from '@sarafa/contracts';
import { type Dated, inOrder } from '@sarafa/domain';
import type { PricingConfig } from '../pricing.config.js';

/** The import duty in percent of each metal, from each time on; the earliest counts for all time before it too. */
export function importDuties({
  IMPORT_DUTY,
  IMPORT_DUTY_PRESET: preset,
}: Pick<PricingConfig, 'IMPORT_DUTY' | 'IMPORT_DUTY_PRESET'>): (Dated & Record<Metal, number>)[] {
  const inLaw: readonly PricingConfig['IMPORT_DUTY'][number][] = preset ? dutiesInLaw[preset] : [];
  let duty: Partial<ByMetal<number>> = {};
  // Of entries for the same time the last counts: the operator's.
  return inOrder([...inLaw, ...IMPORT_DUTY]).flatMap((entry) => {
    // Platinum, which the law of the preset says nothing of, goes on as it is, while it is as gold where the operator names gold alone.
    const isPart = inLaw.includes(entry) || entry.gold === undefined;
    duty = isPart ? { ...duty, ...entry } : entry;
    const { gold, silver, platinum } = duty;
    if (gold === undefined || silver === undefined) return [];
    return [{ from: entry.from, gold, silver, platinum: platinum ?? gold }];
  });
}
