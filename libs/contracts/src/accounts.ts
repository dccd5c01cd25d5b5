import { z } from 'zod';
import { type Actor, Done, filledIn, Id, PlainText, SentFlag, sentNumber } from './common.js';
import { IdempotencyKey } from './idempotency.js';
import { event, rpc, stateKey } from './kinds.js';
import { limits } from './limits.js';
import { marketRows } from './market-rows.js';
import { metals } from './metals.js';
import { DynamicPriceInterval } from './pricing.js';
import { fieldsOf } from './tables.js';
import { Layout, ShopDashboard, ShopProfile } from './users.js';

const { username, password, shopName, margin } = limits;

/** Admins and shops share one space of usernames, unique without regard to case (rule 2.1). */
export const Username = z
  .string()
  .trim()
  .min(username.min, `must have at least ${username.min} characters`)
  .max(username.max, `must have at most ${username.max} characters`)
  .regex(/^[A-Za-z0-9._@-]+$/, 'may have letters, digits and . _ - @ only');
export const Password = z
  .string()
  .min(password.min, `must have at least ${password.min} characters`)
  .max(password.max, `must have at most ${password.max} characters`);
const ShopName = PlainText.max(shopName.max, `must have at most ${shopName.max} characters`);
/** `/media/...`, as media answers it to the gateway; never accepted from a client. */
const LogoUrl = z.string().startsWith('/media/');

/** Percent, in steps of 0.1 (rule 5.4). */
const SentMargin = sentNumber(
  z
    .number()
    .min(margin.min, `must be at least ${margin.min}`)
    .max(margin.max, `must be at most ${margin.max}`)
    .multipleOf(margin.step, `must be in steps of ${margin.step}`),
);
const seconds = ({ min, max }: { min: number; max: number }) =>
  sentNumber(z.int('must be whole seconds').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const Admin = z.object({ id: Id, _id: Id, username: z.string(), logo_url: z.string() });
export type Admin = z.infer<typeof Admin>;
export const Admins = z.array(Admin);
/** What a write of an admin answers. */
export const SavedAdmin = Done.extend({ admin: Admin });
export type SavedAdmin = z.infer<typeof SavedAdmin>;

/** The two kinds of account. */
export const AccountRole = z.enum(['admin', 'user']);
export type AccountRole = z.infer<typeof AccountRole>;

/** What every process that checks a token, or answers for its bearer, has to know of an account. */
export const AccountState = z.object({
  role: AccountRole,
  /** A token with another version is refused. */
  credentials_version: z.int().positive(),
  username: z.string(),
  logo_url: z.string(),
  shop_name: z.string(),
});
export type AccountState = z.infer<typeof AccountState>;
export const accountState = stateKey('accounts/*', AccountState);
/** Exists once every account has been published: only then does a missing account mean that there is none. */
export const accountsComplete = stateKey('accounts/accounts-complete', z.object({}));

/** `GET /auth/me`. */
export const Me = z.object({
  id: Id,
  username: z.string(),
  role: AccountRole,
  logo_url: z.string(),
  /** Only for a shop. */
  shop_name: z.string().optional(),
});
export type Me = z.infer<typeof Me>;

export const NewAdmin = filledIn(z.object({ username: Username, password: Password }));
export type NewAdmin = z.infer<typeof NewAdmin>;
export const AdminUpdate = filledIn(z.object({ username: Username.optional(), password: Password.optional() }));
export type AdminUpdate = z.infer<typeof AdminUpdate>;

export const NewShop = filledIn(z.object({ username: Username, password: Password, shop_name: ShopName.optional() }));
export type NewShop = z.infer<typeof NewShop>;

/** What may be set with `PUT /user/profile-settings/{id}`. */
export const ProfileSettings = z.object({
  ...fieldsOf(metals, '_margin', SentMargin.optional()),
  rates_over_ads: SentFlag.optional(),
});
export type ProfileSettings = z.infer<typeof ProfileSettings>;

export const MuteState = z.object({ default_mute_state: SentFlag });
export type MuteState = z.infer<typeof MuteState>;
export const AdsEnabled = z.object({ ads_enabled: SentFlag });
export type AdsEnabled = z.infer<typeof AdsEnabled>;
export const DisplayTimes = z.object({
  ad_display_time: seconds(limits.adDisplayTime).optional(),
  price_display_time: seconds(limits.priceDisplayTime).optional(),
});
export type DisplayTimes = z.infer<typeof DisplayTimes>;

/** What an admin may set with `PUT /user/update/{id}`. */
export const ShopUpdate = filledIn(
  z.object({
    ...ProfileSettings.shape,
    ...MuteState.partial().shape,
    ...AdsEnabled.partial().shape,
    ...DisplayTimes.shape,
    username: Username.optional(),
    password: Password.optional(),
    shop_name: ShopName.optional(),
    city: PlainText.min(limits.cityName.min)
      .max(limits.cityName.max, `must have at most ${limits.cityName.max} characters`)
      .optional(),
    layout_orientation: Layout.optional(),
    buy_margin: SentMargin.optional(),
    sell_margin: SentMargin.optional(),
    ...fieldsOf(metals, '_prices_enabled', SentFlag.optional()),
    ...fieldsOf(marketRows, '_enabled', SentFlag.optional()),
    price_update_interval: sentNumber(
      z
        .int('must be whole milliseconds')
        .min(limits.priceUpdateInterval.min, `must be at least ${limits.priceUpdateInterval.min}`)
        .max(limits.priceUpdateInterval.max, `must be at most ${limits.priceUpdateInterval.max}`),
    ).optional(),
    /** Null means the provider's default. */
    dynamic_price_interval: z
      .preprocess((sent) => (sent === 'null' ? null : sent), sentNumber(DynamicPriceInterval.nullable()))
      .optional(),
  }),
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

/** `GET /admin/overview`. */
export const Overview = z.object({
  shops: ShopCounts,
  /** Boards with an open stream, over all gateways. */
  boardsOpen: z.int(),
  /** The shops of these boards. */
  openShops: z.array(Id),
});
export type Overview = z.infer<typeof Overview>;

/** `PUT /auth/password`: changes one's own password, for which the current one is needed. */
export const OwnPassword = z.object({
  current_password: z.string().min(1, 'is required').max(1_024, 'is too long'),
  password: Password,
});
export type OwnPassword = z.infer<typeof OwnPassword>;

export const Credentials = z.object({ username: z.string(), password: z.string() });
export type Credentials = z.infer<typeof Credentials>;
/** An account whose password was right; auth writes these fields into the token. */
export const VerifiedAccount = z.object({ id: Id, role: AccountRole, credentials_version: z.int() });
export type VerifiedAccount = z.infer<typeof VerifiedAccount>;

/** One page of the shops, ordered by id, because a list of thousands doesn't fit a message. */
export const ShopsPage = z.object({ shops: z.array(ShopProfile), next: Id.nullable() });
export type ShopsPage = z.infer<typeof ShopsPage>;

const Nothing = z.object({});
const ById = z.object({ id: Id });
/** An update with the id of the entity. The id is beside the fields, because empty fields are dropped. */
const change = <S extends z.ZodType>(fields: S) => z.object({ id: Id, fields });
/** Like `change`, with the logo that media has stored for the account. */
const changeWithLogo = <S extends z.ZodType>(fields: S) => z.object({ id: Id, fields, logo_url: LogoUrl.optional() });

/** Like `changeWithLogo`, for an account that is to be made. */
const creation = <S extends z.ZodType>(fields: S) => changeWithLogo(fields).extend({ key: IdempotencyKey.optional() });

export const users = {
  /** Throws `UNAUTHENTICATED` for an unknown username and for a wrong password alike, after the same time. */
  verifyPassword: rpc('users.accounts.verify', Credentials, VerifiedAccount),
  /** Null when there is no such account. */
  getLogo: rpc('users.accounts.get-logo', ById, z.object({ logo_url: z.string().nullable() })),
  /**
   * Changes the actor's own password, which invalidates the actor's tokens. Throws `UNAUTHENTICATED` for a wrong current
   * password.
   */
  changePassword: rpc('users.accounts.change-password', OwnPassword, VerifiedAccount),
  /** Invalidates all tokens of the actor. */
  endSessions: rpc('users.accounts.end-sessions', Nothing, Nothing),
  listAdmins: rpc('users.admins.list', Nothing, Admins),
  /**
   * The caller chooses the id, so that a logo can be stored under it first. A repetition answers the existing account, which
   * has another id.
   */
  createAdmin: rpc('users.admins.create', creation(NewAdmin), Admin),
  updateAdmin: rpc('users.admins.update', changeWithLogo(AdminUpdate), Admin),
  deleteAdmin: rpc('users.admins.delete', ById, Nothing),
  listShops: rpc('users.shops.list', z.object({ after: Id.optional() }), ShopsPage),
  countShops: rpc('users.shops.count', Nothing, ShopCounts),
  getShop: rpc('users.shops.get', ById, ShopProfile),
  createShop: rpc('users.shops.create', creation(NewShop), ShopProfile),
  updateShop: rpc('users.shops.update', changeWithLogo(ShopUpdate), ShopProfile),
  deleteShop: rpc('users.shops.delete', ById, Nothing),
  setSubscription: rpc('users.shops.set-subscription', change(Subscription), ShopProfile),
  setProfileSettings: rpc('users.shops.set-profile-settings', change(ProfileSettings), ShopProfile),
  setMuteState: rpc('users.shops.set-mute-state', change(MuteState), ShopProfile),
  /** Changes the actor's own settings, like the next one. */
  setDisplayTimes: rpc('users.shops.set-display-times', DisplayTimes, ShopProfile),
  setAdsEnabled: rpc('users.shops.set-ads-enabled', AdsEnabled, ShopProfile),
} as const;

/** Every service that stores something of the shop removes it. */
export const shopDeleted = event('users.shop.deleted', ById);

/** `POST /auth/login`. */
export const SignIn = z.object({
  username: z.string().trim().min(1, 'is required').max(256, 'is too long'),
  password: z.string().min(1, 'is required').max(1_024, 'is too long'),
});
export type SignIn = z.infer<typeof SignIn>;
export const SignedIn = z.object({ token: z.string(), role: AccountRole, userId: Id, message: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

/** The public halves of the signing keys, as RFC 7517 writes them. */
export const Jwks = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ),
});
export type Jwks = z.infer<typeof Jwks>;
export const siteJwks = stateKey('site/jwks', Jwks);

/** The claims of a token, besides its times. */
export const TokenClaims = z.object({
  sub: Id,
  role: AccountRole,
  /** The account's `credentials_version` when the token was signed. */
  ver: z.int(),
  /** Seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
export const TOKEN_ISSUER = 'sarafa';

export const auth = {
  /** `address` is the client's, for counting failures. Throws `TOO_MANY_REQUESTS` while sign-ins are slowed down. */
  signIn: rpc('auth.sessions.sign-in', SignIn.extend({ address: z.string() }), SignedIn),
  /**
   * Changes the actor's own password: all sessions end, and the answer starts a new one. `username` is the actor's, because
   * wrong current passwords count as failed sign-ins. Throws `INVALID_INPUT` for a wrong current password, and
   * `TOO_MANY_REQUESTS` while sign-ins are slowed down.
   */
  changePassword: rpc(
    'auth.sessions.change-password',
    OwnPassword.extend({ username: z.string(), address: z.string() }),
    SignedIn,
  ),
} as const;

/** An actor with an account. */
export type SignedInActor = Exclude<Actor, { role: 'public' }>;
