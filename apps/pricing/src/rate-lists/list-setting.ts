import { AppError, type LandedDay, Metal, missingMetals, type RateListUpdate, texts } from '@sarafa/contracts';
import { dayOfList, listedPrices } from '@sarafa/domain';
import type { StoredSetting } from './rate-list.schema.js';

/** The rates of a change. */
export type SentRates = Omit<RateListUpdate, 'name' | 'valid_hours'>;

/** What a list is by its rates, and the day that these belong to. */
interface SetList {
  readonly setting: StoredSetting;
  readonly day: LandedDay;
  /** The metals that were taken away. */
  readonly removed: readonly Metal[];
}

const RATES = [...Metal.options, 'prices'] as const;

/**
 * A list once these rates are set at `now`; `before` is null for a new one. Throws `INVALID_INPUT` where a metal would be missing. A change
 * that only takes rates away leaves the time of the others and the day that they belong to: they are as old as before.
 */
export function setList(before: (StoredSetting & { day: LandedDay | null }) | null, sent: SentRates, now: Date): SetList {
  const rates = Object.fromEntries(
    RATES.flatMap((rate) => (sent[rate] === undefined ? [] : [[rate, sent[rate]]])),
  ) as SentRates;
  const all = { ...before, ...rates };
  const missing = missingMetals(all).map((path) => ({ path, message: 'is required' }));
  if (missing.length > 0) throw new AppError('INVALID_INPUT', texts.rateLists.missing, missing);
  const setting = settingOf(all, before && !setsRate(sent) ? before.set_at : now);
  const earlier = before && { landed: listedPrices(before), setAt: before.set_at.getTime(), day: before.day };
  const day = dayOfList(earlier, listedPrices(setting), setting.set_at.getTime());
  return { setting, day, removed: Metal.options.filter((metal) => rates[metal] === null) };
}

/** Whether a change sets rates or takes some away. */
export function changesRates(sent: SentRates): boolean {
  return RATES.some((rate) => sent[rate] !== undefined);
}

/** Neither null nor an empty list is a rate. */
export function setsRate({ prices = [], ...sent }: SentRates): boolean {
  return prices.length > 0 || Metal.options.some((metal) => sent[metal]);
}

type Rates = { readonly [M in Metal]?: StoredSetting[M] | null | undefined } & Pick<StoredSetting, 'prices'>;

/** The rates of a list alone. */
export function settingOf({ prices = [], ...base }: Rates, set_at: Date): StoredSetting {
  const rates = Metal.options.flatMap((metal) => (base[metal] ? [[metal, base[metal]] as const] : []));
  return { ...Object.fromEntries(rates), prices, set_at };
}
