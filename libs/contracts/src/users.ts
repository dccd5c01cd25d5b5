import { z } from 'zod';
import { AccountRole, Admin, Admins, AdminUpdate, NewAdmin, OwnPassword } from './accounts.js';
import { AccountSession, SessionOrigin } from './auth.js';
import { Id } from './common.js';
import {
  Factor,
  Factors,
  NewPasskey,
  PasskeyCreation,
  RecoveryCodes,
  SecondStep,
  TotpConfirmation,
  TotpSetup,
} from './factors.js';
import { IdempotencyKey } from './idempotency.js';
import { askedBy, event, fresh, own, readRpc, rpc } from './kinds.js';
import {
  AdsEnabled,
  DisplayTimes,
  MuteState,
  NewShop,
  ProfileSettings,
  ShopCounts,
  ShopsPage,
  ShopUpdate,
  Subscription,
} from './shops.js';
import { ShopProfile } from './shop-profile.js';

/** `/media/...`, as media answers it to the gateway; never accepted from a client. */
const LogoUrl = z.string().startsWith('/media/');

/** A session that a right password begins. `lifeS` are the seconds for which tokens of the account's role are good. */
export const NewSession = z.object({
  ...SessionOrigin.shape,
  lifeS: z.object({ admin: z.int().positive(), user: z.int().positive() }),
});
export type NewSession = z.infer<typeof NewSession>;
/** A session that a gateway has seen, and whose it is. */
const SeenSession = z.object({ id: Id, userId: Id });
export type SeenSession = z.infer<typeof SeenSession>;

/** Auth of the release before knows no `second` step. */
export const Credentials = z.object({
  username: z.string(),
  password: z.string(),
  session: NewSession.optional(),
  second: SecondStep.optional(),
});
export type Credentials = z.infer<typeof Credentials>;
/** The `session` that a change of the own password keeps is `sid`; where it doesn't go on any more, a new one begins. */
export const PasswordChange = OwnPassword.extend({
  session: NewSession.optional(),
  sid: Id.optional(),
});
export type PasswordChange = z.infer<typeof PasswordChange>;
/** An account whose password was right; auth writes these fields into the token. */
export const VerifiedAccount = z.object({ id: Id, role: AccountRole, credentials_version: z.int(), sid: Id.optional() });
export type VerifiedAccount = z.infer<typeof VerifiedAccount>;

const Nothing = z.object({});
const ById = z.object({ id: Id });
/** An update with the id of the entity. The id is beside the fields, because empty fields are dropped. */
const change = <S extends z.ZodType>(fields: S) => z.object({ id: Id, fields });
/** Like `change`, with the logo that media has stored for the account. */
const changeWithLogo = <S extends z.ZodType>(fields: S) => z.object({ id: Id, fields, logo_url: LogoUrl.optional() });

/** Like `changeWithLogo`, for an account that is to be made. */
const creation = <S extends z.ZodType>(fields: S) => changeWithLogo(fields).extend({ key: IdempotencyKey.optional() });

export const users = {
  /**
   * Throws `UNAUTHENTICATED` for an unknown username and for a wrong password alike, after the same time. A right one begins the
   * `session`, if there is one in the call; users of the release before begin none, and answer no `sid`. An account with a second step
   * is let in only with it: without a right one it is `SECOND_FACTOR_NEEDED`. Throws `TOO_MANY_REQUESTS` after too many wrong ones,
   * and `FORBIDDEN` for an admin without a required one.
   */
  verifyPassword: askedBy(['auth'], rpc('users.accounts.verify', Credentials, VerifiedAccount)),
  /** Null when there is no such account. */
  getLogo: askedBy(
    ['media', 'pricing', 'settings'],
    readRpc('users.accounts.get-logo', ById, z.object({ logo_url: z.string().nullable() })),
  ),
  /**
   * Changes the actor's own password, which invalidates the actor's tokens and ends all sessions but the actor's. Throws
   * `UNAUTHENTICATED` for a wrong current password, and `FORBIDDEN` where the account has a second step and the call carries no token of
   * a fresh sign-in.
   */
  changePassword: askedBy(['auth'], own(rpc('users.accounts.change-password', PasswordChange, VerifiedAccount))),
  /** Invalidates all tokens of the actor, and ends all sessions. */
  endSessions: own(rpc('users.accounts.end-sessions', Nothing, Nothing)),
  /** The sessions of `userId`, the one last seen first. Throws `FORBIDDEN` for a shop that names another account. */
  listSessions: readRpc('users.sessions.list', ById, z.array(AccountSession)),
  /** Ends a session of the actor. Throws `NOT_FOUND` for any other one. */
  endSession: own(rpc('users.sessions.end', ById, Nothing)),
  /** Says which sessions a gateway has seen lately. */
  sessionsSeen: askedBy(['gateway'], rpc('users.sessions.seen', z.object({ seen: z.array(SeenSession).max(1_000) }), Nothing)),
  /** The second steps of the actor's own sign-in, like the next ones. */
  listFactors: readRpc('users.factors.list', Nothing, Factors),
  /** Begins to set an authenticator app up, which takes the place of one that there is once its first code has come. */
  beginTotp: fresh(own(rpc('users.factors.begin-totp', Nothing, TotpSetup))),
  /** Throws `INVALID_INPUT` for a wrong code, and `TOO_MANY_REQUESTS`. */
  confirmTotp: fresh(own(rpc('users.factors.confirm-totp', TotpConfirmation, RecoveryCodes))),
  beginPasskey: fresh(own(rpc('users.factors.begin-passkey', z.object({ host: z.string().max(256) }), PasskeyCreation))),
  /** Throws `INVALID_INPUT` for a wrong answer of the browser, and `CONFLICT` for one factor too many. */
  addPasskey: fresh(own(rpc('users.factors.add-passkey', NewPasskey.extend({ host: z.string().max(256) }), Factor))),
  /** Throws `NOT_FOUND`, and `CONFLICT` for an admin's last one where one is required. */
  removeFactor: fresh(own(rpc('users.factors.remove', ById, Nothing))),
  /** Removes the second steps of any account, for owners. Throws `NOT_FOUND` where there is nothing to reset. */
  resetFactors: fresh(rpc('users.factors.reset', ById, Nothing)),
  listAdmins: readRpc('users.admins.list', Nothing, Admins),
  /**
   * The subject is another one than in releases that know no roles and would make an owner of everybody, like the next one's.
   * The caller chooses the id, so that a logo can be stored under it first. A repetition answers the existing account, which
   * has another id.
   */
  createAdmin: fresh(rpc('users.admins.make', creation(NewAdmin), Admin)),
  /** Throws `CONFLICT` for the last owner who would be one no longer, like the next one. */
  updateAdmin: rpc('users.admins.change', changeWithLogo(AdminUpdate), Admin),
  deleteAdmin: fresh(rpc('users.admins.delete', ById, Nothing)),
  listShops: readRpc('users.shops.list', z.object({ after: Id.optional() }), ShopsPage),
  countShops: readRpc('users.shops.count', Nothing, ShopCounts),
  /** How many shops have the rates of this list. */
  countShopsOfRateList: askedBy(
    ['pricing'],
    readRpc('users.shops.count-of-rate-list', z.object({ rate_list_id: Id }), z.object({ shops: z.int() })),
  ),
  getShop: readRpc('users.shops.get', ById, ShopProfile),
  /** Whether the shop is there, by its document, because state in NATS may be older. Users of the release before don't hear it. */
  isShopThere: readRpc('users.shops.is-there', ById, z.object({ isThere: z.boolean() })),
  createShop: rpc('users.shops.create', creation(NewShop), ShopProfile),
  updateShop: rpc('users.shops.update', changeWithLogo(ShopUpdate), ShopProfile),
  deleteShop: fresh(rpc('users.shops.delete', ById, Nothing)),
  setSubscription: rpc('users.shops.set-subscription', change(Subscription), ShopProfile),
  /** Puts a shop on the list that it keeps itself. Throws `FORBIDDEN` for one that may not keep a list. */
  useOwnRateList: rpc('users.shops.use-own-rate-list', ById, ShopProfile),
  setProfileSettings: rpc('users.shops.set-profile-settings', change(ProfileSettings), ShopProfile),
  setMuteState: rpc('users.shops.set-mute-state', change(MuteState), ShopProfile),
  /** Changes the actor's own settings, like the next one. */
  setDisplayTimes: rpc('users.shops.set-display-times', DisplayTimes, ShopProfile),
  setAdsEnabled: rpc('users.shops.set-ads-enabled', AdsEnabled, ShopProfile),
} as const;

/** Every service that stores something of the shop removes it. */
export const shopDeleted = event('users.shop.deleted', ById);
