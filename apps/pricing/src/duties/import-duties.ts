import { type ByMetal, dutiesInLaw, Metal } from '@sarafa/contracts';
import { type Dated, inForce, inOrder, startOf } from '@sarafa/domain';
import type { PricingConfig } from '../pricing.config.js';

type Configured = Pick<PricingConfig, 'IMPORT_DUTY' | 'IMPORT_DUTY_PRESET'>;
type DatedDuties = Dated & Record<Metal, number>;

/** The import duty in percent of each metal, from each time on; the earliest counts for all time before it too. */
export function importDuties({ IMPORT_DUTY, IMPORT_DUTY_PRESET: preset }: Configured): DatedDuties[] {
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

/** The first duty after `now` that differs from the one in force at `now`. */
export function comingDuty(config: Configured, now: number): DatedDuties | undefined {
  const duties = importDuties(config);
  const present = inForce(duties, now);
  const later = duties.filter((duty) => startOf(duty) > now).map((duty) => inForce(duties, startOf(duty)));
  return later.find((duty) => Metal.options.some((metal) => duty[metal] !== present[metal]));
}
