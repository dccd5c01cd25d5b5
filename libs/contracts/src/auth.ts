import { z } from 'zod';
import { AccountRole, OwnPassword } from './accounts.js';
import { Id, Instant } from './common.js';
import { SecondStep, SecondStepProof } from './factors.js';
import { askedBy, longRpc, own, readRpc, rpc, stateKey } from './kinds.js';
import { normalName } from './normal-text.js';
import { ScreenToken } from './screen-link.js';
import { textIn } from './sent.js';

/** Where a session was begun, as its list shows it: a browser and a system in words, and the client's network. */
export const SessionOrigin = z.object({ device: z.string().min(1).max(80), address: z.string().max(64) });
export type SessionOrigin = z.infer<typeof SessionOrigin>;

/** A sign-in that goes on, as its account sees it. */
export const AccountSession = SessionOrigin.extend({ id: Id, since: Instant, seen_at: Instant });
export type AccountSession = z.infer<typeof AccountSession>;
/** `GET /auth/sessions`. */
export const SessionsQuery = z.object({ userId: Id.optional() });
export type SessionsQuery = z.infer<typeof SessionsQuery>;
export const ListedSessions = z.array(AccountSession.extend({ current: z.boolean() }));
export type ListedSessions = z.infer<typeof ListedSessions>;

const Credentials = {
  username: textIn(normalName).min(1, 'is required').max(256, 'is too long'),
  password: z.string().min(1, 'is required').max(1_024, 'is too long'),
  /** What this device was answered at its last sign-in. An unreadable one counts as none. */
  device_token: z.string().max(256).optional().catch(undefined),
};
/** `POST /auth/login`. */
export const SignIn = z.object({ ...Credentials, ...SecondStepProof.shape });
export type SignIn = z.infer<typeof SignIn>;
export const SignedIn = z.object({
  ...{ token: z.string(), role: AccountRole, userId: Id, message: z.string() },
  /** Sent with the next sign-in of this device, so that guessing from elsewhere doesn't lock it out. */
  device_token: z.string().optional(),
});
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
/** The keys of people's tokens. */
export const siteJwks = stateKey('site/jwks', Jwks);
/** The keys of screens' tokens, which open nothing for people, as people's open nothing for screens. */
export const siteScreenJwks = stateKey('site/screen-jwks', Jwks);

/** The claims of a token, besides its times. */
export const TokenClaims = z.object({
  sub: Id,
  role: AccountRole,
  /** The account's `credentials_version` when the token was signed. */
  ver: z.int(),
  /** The session; a token of the release before has none, and is good until it ends. */
  sid: Id.optional(),
  /** Seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
/** The claims of a screen's token, besides its times. Its role is none of an account's, so it opens nothing that accounts open. */
export const ScreenTokenClaims = z.object({
  /** The screen's id. */
  sub: Id,
  role: z.literal('screen'),
  /** The shop's id. */
  shop: Id,
  /** Seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
});
export type ScreenTokenClaims = z.infer<typeof ScreenTokenClaims>;
/** The claims of the token by which services know a part, besides its times. Its role is none of an account's either. */
export const ServiceTokenClaims = z.object({
  /** The part's name. */
  sub: z.string(),
  role: z.literal('service'),
  /** Seconds since 1970. */
  exp: z.int(),
});
export type ServiceTokenClaims = z.infer<typeof ServiceTokenClaims>;
export const TOKEN_ISSUER = 'sarafa';

/** Gateways of the release before don't say where a session is begun: then none is, and the token counts by its version alone. */
const Origin = z.object({ origin: SessionOrigin.optional() });
/** Gateways of the release before say nothing of a second step, and are told that an account with one can't sign in there. */
const SignInCall = z.object({ ...Credentials, address: z.string(), ...Origin.shape, second: SecondStep.optional() });

export const auth = {
  /**
   * `address` is the client's, for counting failures. Throws `TOO_MANY_REQUESTS` while sign-ins are slowed down,
   * `SECOND_FACTOR_NEEDED` where the account has a second step, until a right one comes, and `FORBIDDEN` for an admin without a required
   * one.
   */
  signIn: longRpc('auth.sessions.sign-in', SignInCall, SignedIn),
  /**
   * Changes the actor's own password: all sessions end but `sid`, the actor's own, which goes on with the answer's token.
   * `username` is the actor's, because wrong current passwords count as failed sign-ins. Throws `INVALID_INPUT` for a wrong
   * current password, `TOO_MANY_REQUESTS` while sign-ins are slowed down, and `FORBIDDEN` where the account has a second step and the
   * actor's sign-in isn't fresh: the answer's token is.
   */
  changePassword: own(
    longRpc(
      'auth.sessions.change-password',
      OwnPassword.extend({
        ...{ username: z.string(), address: z.string(), sid: Id.optional() },
        ...Origin.shape,
      }),
      SignedIn,
    ),
  ),
  /** A token for a screen that was paired just now. */
  signScreen: askedBy(['settings'], rpc('auth.screens.sign', z.object({ id: Id, userId: Id }), ScreenToken)),
  /** Another token for the screen whose token this is, as HTTP carries it. Throws `UNAUTHENTICATED` for what is none. */
  renewScreen: rpc('auth.screens.renew', z.object({ authorization: z.string() }), ScreenToken),
  /**
   * The token of the part to whose inbox the answer goes: NATS lets each part receive in its own inbox alone. `life_s` is how long the
   * token is good, in seconds.
   */
  signService: readRpc('auth.services.sign', z.object({}), z.object({ token: z.string(), life_s: z.int() })),
} as const;
