import { z } from 'zod';
import { boardLimits } from './board-limits.js';
import { Id } from './common.js';
import type { GstBasis, HallmarkMode, Region } from './estimate.js';
import { marketRows, switchedMetals } from './market-rows.js';
import { metals } from './metals.js';
import { DynamicPriceInterval } from './pricing.js';
import { entriesFor, namesOf } from './tables.js';

export const Layout = z.enum(['horizontal', 'vertical']);
export type Layout = z.infer<typeof Layout>;

/** The languages that a board speaks (rule 8.17), as BCP 47 tags. */
export const Language = z.enum(['en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'ml', 'bn', 'pa']);
export type Language = z.infer<typeof Language>;

/** The digits of a board: Latin ones, or those of its language, which in English are the same (rule 8.18). */
export const Numerals = z.enum(['latn', 'native']);
export type Numerals = z.infer<typeof Numerals>;

/** When the shop's screens are black, every day in Asia/Kolkata (rule 14.9): 'HH:mm', also over midnight. */
export const OffHours = z.object({ from: z.string(), to: z.string() });
export type OffHours = z.infer<typeof OffHours>;

/**
 * Who sets it: `both` the shop and admins, `admin` admins, and the shop at most by a route of its own; `route` nobody but by a
 * route of its own.
 */
type SetBy = 'both' | 'admin' | 'route';

interface Setting<S extends z.ZodType, B extends SetBy> {
  readonly setBy: B;
  /** Limits of what a person may set belong to the input; this may come from another release, so it refuses no value for its range. */
  readonly shape: S;
  /** What a new shop has, and any shop whose document lacks it (rules 5.1 and 5.4). */
  readonly initial: z.output<S>;
}
/** The release before doesn't know it. */
interface LaterSetting<S extends z.ZodType, B extends SetBy> extends Setting<S, B> {
  readonly isLater: true;
}

// `@__NO_SIDE_EFFECTS__` and `@__PURE__` let a bundler leave out what a page doesn't use.

/* @__NO_SIDE_EFFECTS__ */
function by<S extends z.ZodType, B extends SetBy>(setBy: B, shape: S, initial: z.output<S>): Setting<S, B> {
  return { setBy, shape, initial };
}

/* @__NO_SIDE_EFFECTS__ */
function later<S extends z.ZodType, B extends SetBy>(setBy: B, shape: S, initial: z.output<S>): LaterSetting<S, B> {
  return { setBy, shape, initial, isLater: true };
}

/**
 * The settings of a shop, in the order in which answers have them. From this table come what boards and the portal read, what a new
 * shop has, what is stored, and who may set what; `shops.ts` has how the values are sent.
 */
export const shopSettings = {
  shop_name: by('admin', z.string(), ''),
  /** Path relative to the API base, `/media/...`; empty when the shop has none. */
  logo_url: by('route', z.string(), ''),
  city: by('admin', z.string(), boardLimits.city),
  layout_orientation: by('admin', Layout.catch('horizontal'), 'horizontal'),
  /** Percent. */
  buy_margin: by('admin', z.number(), 0),
  sell_margin: by('admin', z.number(), 0),
  ...entriesFor(metals, '_margin', by('both', z.number(), 0), later('both', z.number(), 0)),
  ads_enabled: by('admin', z.boolean(), true),
  ...entriesFor(switchedMetals, '_prices_enabled', by('admin', z.boolean(), true), later('admin', z.boolean(), false)),
  ...entriesFor(marketRows, '_enabled', by('admin', z.boolean(), true), later('admin', z.boolean(), false)),
  rates_over_ads: by('both', z.boolean(), true),
  /** Whether each price says by how much it has changed today. */
  show_day_change: later('both', z.boolean(), false),
  /** What its boards say everything in; one of a later release is English. */
  language: later('both', Language.catch('en'), 'en'),
  /** What its labels say as well (rule 8.19); null, or the same as the first, for none. One of a later release is none. */
  second_language: later('both', Language.nullable().catch(null), null),
  numerals: later('both', Numerals.catch('latn'), 'latn'),
  /** Null for never. */
  off_hours: later('both', OffHours.nullable().catch(null), null),
  // How a shop estimates. Any text is read, because boards, which need none of it, would contain the lists of values.
  /** Null for none. */
  region: later('both', z.string().nullable().catch(null) as z.ZodType<Region | null>, null),
  gst_basis: later('both', z.string() as unknown as z.ZodType<GstBasis>, 'whole'),
  hallmark_mode: later('both', z.string() as unknown as z.ZodType<HallmarkMode>, 'in_value'),
  /** When the shop's phones are told that its rate card is ready, every day in Asia/Kolkata: 'HH:mm'; null for never. */
  card_time: later('both', z.string().nullable().catch(null), null),
  /** The list whose fixed rates the shop has in place of the market's; null for the market's. */
  rate_list_id: later('admin', Id.nullable(), null),
  /** Whether the shop keeps a list of its own (rule 3.23). */
  may_set_list: later('admin', z.boolean(), false),
  /** Milliseconds between a board's polls. */
  price_update_interval: by('admin', z.int().positive(), boardLimits.priceUpdateInterval.default),
  /** Null means the provider's default. */
  dynamic_price_interval: by('admin', DynamicPriceInterval.nullable().catch(null), null),
  /** Seconds. */
  price_display_time: by('admin', z.int().positive(), boardLimits.priceDisplayTime.default),
  /** Seconds. */
  ad_display_time: by('admin', z.int().positive(), boardLimits.adDisplayTime.default),
  default_mute_state: by('admin', z.boolean(), true),
  subscription_active: by('route', z.boolean(), true),
} as const;

export type ShopSettings = typeof shopSettings;
export type SettingName = keyof ShopSettings;
export const settingNames: readonly SettingName[] = /* @__PURE__ */ namesOf(shopSettings);

/** The settings that these set. */
export type SettingBy<B extends SetBy> = { [N in SettingName]: ShopSettings[N]['setBy'] extends B ? N : never }[SettingName];

/* @__NO_SIDE_EFFECTS__ */
export function settingsBy<B extends SetBy>(...by: readonly B[]): SettingBy<B>[] {
  return settingNames.filter((name) => (by as readonly SetBy[]).includes(shopSettings[name].setBy)) as SettingBy<B>[];
}

type ShapesOf = {
  [N in SettingName]: ShopSettings[N] extends { readonly isLater: true }
    ? z.ZodOptional<ShopSettings[N]['shape']>
    : ShopSettings[N]['shape'];
};

/** The field of each setting in what a service publishes. */
/* @__NO_SIDE_EFFECTS__ */
export function settingFields(): ShapesOf {
  const fields = settingNames.map((name) => {
    const setting: Setting<z.ZodType, SetBy> = shopSettings[name];
    return [name, 'isLater' in setting ? setting.shape.optional() : setting.shape];
  });
  return Object.fromEntries(fields) as ShapesOf;
}
