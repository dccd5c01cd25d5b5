import { type ByMetal, byMetal, MarketHours, type Metal, metals } from '@sarafa/contracts';
import { OrphansConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';
import { CheckSourceName, missingKey, SourceName, sourceSettings } from './sources/source-settings.js';

const Percent = z.number().min(0).max(50);
/** Rupees per troy ounce. */
const MetalBounds = z
  .object({ min: z.number().positive(), max: z.number().positive() })
  .refine(({ min, max }) => min < max, 'min must be below max');

/**
 * Something of each metal, from midnight in Asia/Kolkata of the day `from`: entries as JSON text, at least one. An entry may
 * leave out a metal that came after the first release, which then has what `leftOut` says.
 */
function dated<V>(value: z.ZodType<V>, byDefault: Record<Metal, V>, leftOut: (metal: Metal, entry: ByMetal<V>) => V) {
  const known = byMetal((metal) => (metals[metal].isFromFirstRelease ? value : value.optional()));
  const entry = z.object({ from: z.iso.date(), ...known }).transform(({ from, ...said }) => {
    const given = said as ByMetal<V>;
    return { from, ...byMetal((metal) => given[metal] ?? leftOut(metal, given)) };
  });
  return z
    .string()
    .default(JSON.stringify([{ from: '1970-01-01', ...byDefault }]))
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.array(entry).min(1));
}

const Base = StoreConfig.extend({
  ...OrphansConfig.shape,
  /** The sources in the order in which they are asked. */
  MARKET_SOURCES: z
    .string()
    .default('gold-api')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z
        .array(SourceName)
        .min(1)
        .refine((names) => !names.slice(0, -1).includes('sample'), 'sample comes last: behind it nobody would be asked'),
    ),
  /** Confirms jumps. */
  MARKET_CHECK_SOURCE: CheckSourceName.optional(),
  ...sourceSettings,
  MARKET_HOURS: MarketHours.default('spot'),
  MARKET_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Longer than a question takes that no source answers. */
  MARKET_HANDOVER_MS: z.coerce.number().int().min(1_000).default(60_000),
  MARKET_JUMP_PERCENT: z.coerce.number().positive().max(100).default(5),
  /** Three update intervals when left out. */
  MARKET_STALE_AFTER_MS: z.coerce.number().int().positive().optional(),
  IMPORT_DUTY: dated(
    Percent,
    byMetal((metal) => metals[metal].importDuty),
    // The law of gold is the likeliest for a metal that an operator hasn't thought of (rule 3.10).
    (_, { gold }) => gold,
  ),
  /** Outside of these no first quote is believed; also what tells which of two units is right. */
  MARKET_BOUNDS: dated(
    MetalBounds,
    byMetal((metal) => metals[metal].bounds),
    (metal) => metals[metal].bounds,
  ),
});

export const PricingConfig = Base.superRefine((config, context) => {
  for (const name of [...config.MARKET_SOURCES, config.MARKET_CHECK_SOURCE]) {
    const key = name && missingKey(name, config);
    if (key) context.addIssue({ code: 'custom', path: [key], message: `${name} needs a key` });
  }
});
export type PricingConfig = z.infer<typeof PricingConfig>;
