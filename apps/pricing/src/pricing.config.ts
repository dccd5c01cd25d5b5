import {
  byMetal,
  dutiesInLaw,
  firstMetals,
  MarketHours,
  type Metal,
  type MetalBounds,
  metals,
  namesOf,
} from '@sarafa/contracts';
import { inForce } from '@sarafa/domain';
import { OrphansConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';
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

function readJson(text: string, context: z.RefinementCtx, fault = 'must be JSON'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  }
}

/** Entries as JSON text, at least one. */
function entries<E>(entry: z.ZodType<E>, byDefault: readonly object[]) {
  return z
    .string()
    .default(JSON.stringify(byDefault))
    .transform((text, context) => readJson(text, context))
    .pipe(z.array(entry).min(1));
}

/** Bounds of each metal from a day on; a metal that came after the first release may be left out, and has the usual ones then. */
const DatedBounds = z
  .object({
    from: z.iso.date(),
    ...byMetal((metal) => (metals[metal].isFromFirstRelease ? PriceRange : PriceRange.optional())),
  })
  .transform(({ from, ...said }) => {
    const given = said as Partial<Record<Metal, z.infer<typeof PriceRange>>>;
    return { from, ...byMetal((metal) => given[metal] ?? usualBounds(metal, from)) };
  });

const JumpPercent = z.number().positive().max(100);
/** A limit of each metal; a metal that came after the first release may be left out, and has gold's then. */
const JumpPercents = z
  .strictObject({ ...byMetal(() => JumpPercent.optional()), gold: JumpPercent, silver: JumpPercent })
  .transform((given) => byMetal((metal) => given[metal] ?? given.gold));

const TIME_OF_DAY = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
const DayOrMinute = z
  .string()
  .refine(
    (from) => z.iso.date().safeParse(TIME_OF_DAY.test(from) ? from.slice(0, 'YYYY-MM-DD'.length) : from).success,
    'must be a day, `YYYY-MM-DD`, or a day and a minute, `YYYY-MM-DDTHH:mm`',
  );

const DatedDuties = z.object({ from: DayOrMinute, ...byMetal(() => Percent.optional()) }).refine((entry) => {
  const known = firstMetals.filter((metal) => entry[metal] !== undefined).length;
  return known === firstMetals.length || (known === 0 && entry.platinum !== undefined);
}, 'needs gold and silver, or beside IMPORT_DUTY_PRESET platinum alone');

const DatedPercent = z.object({ from: DayOrMinute, percent: Percent });
const Charge = z.number().min(0).max(1_000).multipleOf(0.01);
const HallmarkCharge = z.strictObject({ gold: Charge, silver: Charge });
const FROM_THE_FIRST_DAY = '1970-01-01';

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
    .optional()
    .describe(
      'Milliseconds that the replica that asks the market may fail before another replica tries; more than three time-outs of each source together. When left out as long as that takes, and at least a minute.',
    ),
  MARKET_JUMP_PERCENT: z
    .string()
    .default('{"gold":5,"silver":8}')
    .transform((text, context) => {
      const ofAll = Number(text);
      return Number.isNaN(ofAll)
        ? readJson(text, context, 'must be a number, or JSON by metal')
        : { gold: ofAll, silver: ofAll };
    })
    .pipe(JumpPercents)
    .describe(
      'The percentage, above 0 and at most 100, by which a quote may differ from the last accepted one before it counts as a jump: JSON by metal, in which platinum is as gold where it is left out, or one number for all metals.',
    ),
  MARKET_STALE_AFTER_MS: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Milliseconds after which a rate is stale; three update intervals when left out.'),
  IMPORT_DUTY: entries(DatedDuties, [
    { from: FROM_THE_FIRST_DAY, ...Object.fromEntries(firstMetals.map((metal) => [metal, metals[metal].importDuty])) },
  ]).describe(
    'JSON: import duty in percent, each entry from midnight in Asia/Kolkata of a day (`"from":"2026-05-13"`) or from a minute there (`"2026-05-13T10:30"`). Platinum is as gold where an entry leaves it out.',
  ),
  IMPORT_DUTY_PRESET: z
    .enum(namesOf(dutiesInLaw))
    .optional()
    .describe(
      "The duties in law of gold and silver, by their days, join `IMPORT_DUTY`. The latest entry that has begun counts; of two for the same time the one in `IMPORT_DUTY`. Beside it an entry of `IMPORT_DUTY` may have platinum alone, which then isn't as gold.",
    ),
  GST_PERCENT: entries(DatedPercent, [{ from: FROM_THE_FIRST_DAY, percent: 3 }]).describe(
    'JSON: the tax on jewellery in percent, which estimates add, each entry from a day or a minute as in `IMPORT_DUTY`.',
  ),
  MAKING_GST_PERCENT: entries(DatedPercent, [{ from: FROM_THE_FIRST_DAY, percent: 5 }]).describe(
    'JSON: the tax on making in percent where an estimate taxes it apart, each entry as in `GST_PERCENT`.',
  ),
  HALLMARK_CHARGE: z
    .string()
    .default('{"gold":45,"silver":35}')
    .transform((text, context) => readJson(text, context))
    .pipe(HallmarkCharge)
    .describe('JSON: rupees that a hallmark costs a piece, by its metal; estimates add them.'),
  MARKET_BOUNDS: entries(
    DatedBounds,
    metals.gold.bounds.map(({ from }) => ({ from, ...byMetal((metal) => usualBounds(metal, from)) })),
  ).describe(
    "JSON: rupees a troy ounce, from midnight in Asia/Kolkata of each day. Outside of them only an admin's release makes a first quote, or a jump, accepted.",
  ),
});

export const PricingConfig = Base.superRefine((config, context) => {
  for (const name of [...config.MARKET_SOURCES, config.MARKET_CHECK_SOURCE]) {
    const key = name && missingKey(name, config);
    if (key) context.addIssue({ code: 'custom', path: [key], message: `${name} needs a key` });
  }
  if (!config.IMPORT_DUTY_PRESET && config.IMPORT_DUTY.some(({ gold }) => gold === undefined)) {
    const message = 'an entry without gold and silver needs IMPORT_DUTY_PRESET';
    context.addIssue({ code: 'custom', path: ['IMPORT_DUTY'], message });
  }
});
export type PricingConfig = z.infer<typeof PricingConfig>;
