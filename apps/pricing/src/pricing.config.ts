import { limits, MarketHours } from '@sarafa/contracts';
import { RemovalsConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

export const SourceName = z.enum(['gold-api', 'goldapi-io', 'metals-dev', 'metalpriceapi', 'sample']);
export type SourceName = z.infer<typeof SourceName>;

export const CheckSourceName = z.enum(['gold-api', 'goldapi-io', 'metals-dev', 'metalpriceapi', 'swissquote']);
export type CheckSourceName = z.infer<typeof CheckSourceName>;

const Percent = z.number().min(0).max(50);
/** From midnight in Asia/Kolkata of the day `from`, as the next. */
const DutyEntry = z.object({ from: z.iso.date(), gold: Percent, silver: Percent });

/** Rupees a troy ounce. */
const MetalBounds = z
  .object({ min: z.number().positive(), max: z.number().positive() })
  .refine(({ min, max }) => min < max, 'min must be below max');
const BoundsEntry = z.object({ from: z.iso.date(), gold: MetalBounds, silver: MetalBounds });

/** The market of 2026, and about a third and three times of it; too narrow for ten grams' price to pass as an ounce's. */
const BOUNDS = [{ from: '1970-01-01', gold: { min: 140_000, max: 1_350_000 }, silver: { min: 2_000, max: 27_000 } }];

/** Entries as JSON text, at least one. */
function dated<E extends z.ZodType>(entry: E, byDefault: z.input<E>[]) {
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

const { gold, silver } = limits.importDuty;

const Base = StoreConfig.extend({
  ...RemovalsConfig.shape,
  /** Asked in this order. */
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
  GOLD_API_URL: z.url().default('https://api.gold-api.com'),
  GOLDAPI_IO_URL: z.url().default('https://www.goldapi.io'),
  METALS_DEV_URL: z.url().default('https://api.metals.dev'),
  METALPRICEAPI_URL: z.url().default('https://api.metalpriceapi.com'),
  SWISSQUOTE_URL: z.url().default('https://forex-data-feed.swissquote.com'),
  GOLDAPI_IO_KEY: z.string().optional(),
  METALS_DEV_KEY: z.string().optional(),
  METALPRICEAPI_KEY: z.string().optional(),
  MARKET_HOURS: MarketHours.default('spot'),
  MARKET_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  MARKET_JUMP_PERCENT: z.coerce.number().positive().max(100).default(5),
  /** Three update intervals when left out. */
  MARKET_STALE_AFTER_MS: z.coerce.number().int().positive().optional(),
  /** Milliseconds for which the rows of a shop that users doesn't know are watched before they go. */
  ORPHAN_GRACE_MS: z.coerce.number().int().min(0).default(3_600_000),
  IMPORT_DUTY: dated(DutyEntry, [{ from: '1970-01-01', gold, silver }]),
  /** Outside of these no first quote is believed; also what tells which of two units is right. */
  MARKET_BOUNDS: dated(BoundsEntry, BOUNDS),
});

const KEYS = { 'goldapi-io': 'GOLDAPI_IO_KEY', 'metals-dev': 'METALS_DEV_KEY', metalpriceapi: 'METALPRICEAPI_KEY' } as const;

export const PricingConfig = Base.superRefine((config, context) => {
  for (const name of [...config.MARKET_SOURCES, config.MARKET_CHECK_SOURCE]) {
    const key = KEYS[name as keyof typeof KEYS];
    if (key && !config[key]) context.addIssue({ code: 'custom', path: [key], message: `${name} needs a key` });
  }
});
export type PricingConfig = z.infer<typeof PricingConfig>;
