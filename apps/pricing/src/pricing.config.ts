import { type ByMetal, byMetal, MarketHours, type Metal, type MetalBounds, metals } from '@sarafa/contracts';
import { OrphansConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';
import { inForce } from './effective-dated.js';
import { CheckSourceName, missingKey, SourceName, sourceSettings } from './sources/source-settings.js';

const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const Percent = z.number().min(0).max(50);
/** Rupees per troy ounce. */
const PriceRange = z
  .object({ min: z.number().positive(), max: z.number().positive() })
  .refine(({ min, max }) => min < max, 'min must be below max');

function usualBounds(metal: Metal, day: string): z.infer<typeof PriceRange> {
  const { min, max } = inForce<MetalBounds>(metals[metal].bounds, Date.parse(`${day}T00:00:00+05:30`));
  return { min, max };
}

/**
 * Something of each metal, from midnight in Asia/Kolkata of the day `from`: entries as JSON text, at least one. An entry may
 * leave out a metal that came after the first release, which then has what `leftOut` says.
 */
function dated<V>(
  value: z.ZodType<V>,
  byDefault: readonly ({ from: string } & Record<Metal, V>)[],
  leftOut: (metal: Metal, entry: ByMetal<V> & { from: string }) => V,
) {
  const known = byMetal((metal) => (metals[metal].isFromFirstRelease ? value : value.optional()));
  const entry = z.object({ from: z.iso.date(), ...known }).transform(({ from, ...said }) => {
    const given = { from, ...(said as ByMetal<V>) };
    return { from, ...byMetal((metal) => given[metal] ?? leftOut(metal, given)) };
  });
  return z
    .string()
    .default(JSON.stringify(byDefault))
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
  MARKET_SOURCES: z
    .string()
    .default('gold-api')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z
        .array(SourceName)
        .min(1)
        .refine((names) => !names.slice(0, -1).includes('sample'), 'sample comes last: behind it nobody would be asked'),
    )
    .describe(`The sources in the order in which they are asked: ${inCode(SourceName.options)}.`),
  MARKET_CHECK_SOURCE: CheckSourceName.optional().describe('A second source that confirms jumps.'),
  ...sourceSettings,
  MARKET_HOURS: MarketHours.default('spot').describe(
    'Whether the market closes at the week-end, as spot gold does in New York, or never.',
  ),
  MARKET_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe('Milliseconds that a source has for its answer.'),
  MARKET_HANDOVER_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(60_000)
    .describe(
      'Milliseconds that the replica that asks the market may fail before another replica tries; more than the time-outs of all sources together.',
    ),
  MARKET_JUMP_PERCENT: z.coerce
    .number()
    .positive()
    .max(100)
    .default(5)
    .describe('The percentage by which a quote may differ from the last accepted one before it counts as a jump.'),
  MARKET_STALE_AFTER_MS: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Milliseconds after which a rate is stale; three update intervals when left out.'),
  IMPORT_DUTY: dated(
    Percent,
    [{ from: '1970-01-01', ...byMetal((metal) => metals[metal].importDuty) }],
    // The law of gold is the likeliest for a metal that an operator hasn't thought of (rule 3.10).
    (_, { gold }) => gold,
  ).describe(
    'JSON: import duty in percent, from midnight in Asia/Kolkata of each day. Platinum is as gold where an entry leaves it out.',
  ),
  MARKET_BOUNDS: dated(
    PriceRange,
    metals.gold.bounds.map(({ from }) => ({ from, ...byMetal((metal) => usualBounds(metal, from)) })),
    (metal, { from }) => usualBounds(metal, from),
  ).describe(
    "JSON: rupees a troy ounce, from midnight in Asia/Kolkata of each day. Outside of them only an admin's release makes a first quote, or a jump, accepted.",
  ),
});

export const PricingConfig = Base.superRefine((config, context) => {
  for (const name of [...config.MARKET_SOURCES, config.MARKET_CHECK_SOURCE]) {
    const key = name && missingKey(name, config);
    if (key) context.addIssue({ code: 'custom', path: [key], message: `${name} needs a key` });
  }
});
export type PricingConfig = z.infer<typeof PricingConfig>;
