import { z } from 'zod';
import { Password, Username } from './accounts.js';
import { Done, Id, SentFlag } from './common.js';
import { stateKey } from './kinds.js';
import { GstBasis, HallmarkMode, Region } from './estimate.js';
import { limits } from './limits.js';
import { metals } from './metals.js';
import { DynamicPriceInterval } from './pricing.js';
import { ClockTime, filledIn, PlainText, sentNumber, sentNumberIn } from './sent.js';
import { ShopDashboard, ShopProfile } from './shop-profile.js';
import {
  Language,
  Layout,
  Numerals,
  type SettingBy,
  type SettingName,
  settingsBy,
  type ShopSettings,
} from './shop-settings.js';
import { entriesFor } from './tables.js';

const { shopName, margin } = limits;

/** Spaces alone are no name; an empty field isn't sent at all (rule 1.8). */
const ShopName = PlainText.min(1, 'is required').max(shopName.max, `must have at most ${shopName.max} characters`);
/** Percent, in steps of 0.1 (rule 5.4). */
const SentMargin = sentNumberIn({ ...margin, unit: '%' }, `must be in steps of ${margin.step}`);
const seconds = ({ min, max }: { min: number; max: number }) =>
  sentNumber(z.int('must be whole seconds').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** Null also as text, because a form sends nothing else. */
const orNull = <S extends z.ZodType>(schema: S) => z.preprocess((sent) => (sent === 'null' ? null : sent), schema);

/** What `off_hours` may be set to; a form sends it as JSON. */
export const SentOffHours = z.preprocess(
  parsedIfText,
  z
    .object({ from: ClockTime, to: ClockTime })
    .refine(({ from, to }) => from !== to, 'must begin and end at different times')
    .nullable(),
);

export const NewShop = filledIn(z.object({ username: Username, password: Password, shop_name: ShopName.optional() }));
export type NewShop = z.infer<typeof NewShop>;

/** How the value of a setting is sent; one that is missing here is a flag. */
const sentAs = {
  shop_name: ShopName,
  city: PlainText.min(limits.cityName.min, 'is required').max(
    limits.cityName.max,
    `must have at most ${limits.cityName.max} characters`,
  ),
  layout_orientation: Layout,
  buy_margin: SentMargin,
  sell_margin: SentMargin,
  ...entriesFor(metals, '_margin', SentMargin, SentMargin),
  language: Language,
  /** Null means none, and so does the first language: which of the two is set first doesn't matter. */
  second_language: orNull(Language.nullable()),
  numerals: Numerals,
  off_hours: SentOffHours,
  region: orNull(Region.nullable()),
  gst_basis: GstBasis,
  hallmark_mode: HallmarkMode,
  card_time: orNull(ClockTime.nullable()),
  /** Null means the market's rates. */
  rate_list_id: orNull(Id.nullable()),
  price_update_interval: sentNumber(
    z
      .int('must be whole milliseconds')
      .min(limits.priceUpdateInterval.min, `must be at least ${limits.priceUpdateInterval.min}`)
      .max(limits.priceUpdateInterval.max, `must be at most ${limits.priceUpdateInterval.max}`),
  ),
  /** Null means the provider's default. */
  dynamic_price_interval: orNull(sentNumber(DynamicPriceInterval.nullable())),
  price_display_time: seconds(limits.priceDisplayTime),
  ad_display_time: seconds(limits.adDisplayTime),
} satisfies { readonly [N in NotFlag<SettingBy<'admin' | 'both'>>]: z.ZodType };

type NotFlag<N extends SettingName> = { [M in N]: ShopSettings[M]['shape'] extends z.ZodBoolean ? never : M }[N];
type Sent<N extends SettingName> = {
  [M in N]: z.ZodOptional<M extends keyof typeof sentAs ? (typeof sentAs)[M] : typeof SentFlag>;
};

/* @__NO_SIDE_EFFECTS__ */
function sent<N extends SettingName>(names: readonly N[]): Sent<N> {
  const schemas: Partial<Record<SettingName, z.ZodType>> = sentAs;
  return Object.fromEntries(names.map((name) => [name, (schemas[name] ?? SentFlag).optional()])) as Sent<N>;
}

const ofBoth = settingsBy('both');
const ofAdmins = settingsBy('admin');

/** What may be set with `PUT /user/profile-settings/{id}`. */
export const ProfileSettings = z.object(sent(ofBoth));
export type ProfileSettings = z.infer<typeof ProfileSettings>;

export const MuteState = z.object({ default_mute_state: SentFlag });
export type MuteState = z.infer<typeof MuteState>;
export const AdsEnabled = z.object({ ads_enabled: SentFlag });
export type AdsEnabled = z.infer<typeof AdsEnabled>;
export const DisplayTimes = z.object(sent<'ad_display_time' | 'price_display_time'>(['ad_display_time', 'price_display_time']));
export type DisplayTimes = z.infer<typeof DisplayTimes>;

/** What an admin may set with `PUT /user/update/{id}`. */
export const ShopUpdate = filledIn(
  z.object({ ...ProfileSettings.shape, ...sent(ofAdmins), username: Username.optional(), password: Password.optional() }),
);
export type ShopUpdate = z.infer<typeof ShopUpdate>;

export const Subscription = z.object({ active: SentFlag });
export type Subscription = z.infer<typeof Subscription>;

/** What a write of a shop answers. */
export const SavedShop = Done.extend({ user: ShopDashboard });
export type SavedShop = z.infer<typeof SavedShop>;

/** Numbers of shops. `expiring` ones are active too. */
export const ShopCounts = z.object({ total: z.int(), active: z.int(), expiring: z.int(), expired: z.int() });
export type ShopCounts = z.infer<typeof ShopCounts>;

/** `GET /admin/own-address`: what the gateway takes for the client's address, who the connection is from, and what that one says. */
export const OwnAddress = z.object({ address: z.string(), peer: z.string(), forwarded: z.string() });
export type OwnAddress = z.infer<typeof OwnAddress>;

/** `GET /admin/overview`. */
export const Overview = z.object({
  shops: ShopCounts,
  /** Boards with an open stream, over all gateways. */
  boardsOpen: z.int(),
  /** The shops of these boards. */
  openShops: z.array(Id),
  /** Whether clients come with addresses that don't tell them apart, as the gateway that answers has seen in the last hour. */
  clientAddressesUnknown: z.boolean().optional(),
});
export type Overview = z.infer<typeof Overview>;

/** One page of the shops, ordered by id, because a list of thousands doesn't fit a message. */
export const ShopsPage = z.object({ shops: z.array(ShopProfile), next: Id.nullable() });
export type ShopsPage = z.infer<typeof ShopsPage>;

export const shopProfile = stateKey('boards/*.profile', ShopProfile);
/** Exists once every shop has been published, by which gateways of 0.3 know that a missing shop is none. */
export const profilesComplete = stateKey('boards/profiles-complete', z.object({}));

/** JSON in a field of a form; anything else is left to the schema. */
function parsedIfText(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}
