import { z } from 'zod';
import { Done, Id, Instant, SentFlag } from './common.js';
import { readRpc, rpc, stateKey } from './kinds.js';
import { limits } from './limits.js';
import {
  Pairing,
  PlayedAd,
  ScreenCommand,
  ScreenSecret,
  ScreenSettings,
  ScreenShows,
  ScreenToken,
  ShownRates,
  Viewport,
} from './screen-link.js';
import { PlainText, sentNumberIn } from './sent.js';
import { Layout } from './shop-settings.js';

const { screens: limit } = limits;

/** How a screen is (rule 14.7). One of a later release counts as playing. */
export const ScreenState = z.enum(['playing', 'old', 'frozen', 'offline', 'never']);
export type ScreenState = z.infer<typeof ScreenState>;

/** What a screen has said of itself last. */
export const Said = z.object({
  shown: ShownRates.nullable(),
  playing: PlayedAd.nullable(),
  /** Whether it is black because of the shop's off-hours. */
  is_off: z.boolean(),
  release: z.string().nullable(),
  viewport: Viewport.nullable(),
});
export type Said = z.infer<typeof Said>;

/** A TV that was paired with a shop. */
export const Screen = ScreenSettings.extend({
  /** The same as `id`: clients read either (rule 1.3). */
  _id: Id,
  userId: Id,
  state: ScreenState.catch('playing'),
  /** Since when the state is what it is. */
  since: Instant,
  /** The last beat; null before the first one. */
  seen_at: Instant.nullable(),
  ...Said.shape,
  /** No alarm of this screen until then. */
  snoozed_until: Instant.nullable(),
});
export type Screen = z.infer<typeof Screen>;
export const Screens = z.array(Screen);

/** The shop that a screen belongs to, as admins see it; empty texts when the shop is unknown. */
export const OwnedScreen = Screen.extend({ username: z.string(), shop_name: z.string() });
export type OwnedScreen = z.infer<typeof OwnedScreen>;
export const OwnedScreens = z.array(OwnedScreen);

/** `GET /admin/screens`: the screens of a shop alone, or those that are named, with commas between their ids. */
export const OwnedScreensQuery = z.object({
  userId: Id.optional(),
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(Id).max(limit.named, `must be at most ${limit.named} ids`))
    .optional(),
});
export type OwnedScreensQuery = z.infer<typeof OwnedScreensQuery>;

/** How all screens are, in short: of one that is in neither list the state is `playing`, and it isn't black. */
export const ScreenStates = z.object({
  /** How many screens there are. */
  count: z.int(),
  dark: z.array(z.object({ id: Id, state: Screen.shape.state, since: Instant })),
  /** Those that play, and are black because of their shop's off-hours. */
  off: z.array(Id),
});
export type ScreenStates = z.infer<typeof ScreenStates>;

const Name = PlainText.min(limit.name.min, 'is required').max(limit.name.max, `must have at most ${limit.name.max} characters`);

/** A code as a person types it: in small letters too, and with spaces or hyphens. */
export const PairingCode = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.replace(/[\s-]/g, '').toUpperCase() : sent),
  z.string().min(1, 'is required').max(32, 'is too long'),
);
/** `POST /screens/claim`; an admin names the shop. */
export const ScreenClaim = z.object({ code: PairingCode, name: Name, userId: Id.optional() });
export type ScreenClaim = z.infer<typeof ScreenClaim>;

/** `PUT /screens/{id}`; fields that are left out stay. */
export const ScreenUpdate = z.object({
  name: Name.optional(),
  layout_orientation: Layout.nullable().optional(),
  shows: ScreenShows.optional(),
  overscan: sentNumberIn({ ...limit.overscan, unit: '%' }).optional(),
  video_turned: SentFlag.optional(),
});
export type ScreenUpdate = z.infer<typeof ScreenUpdate>;
/** `PUT /screens/{id}/snooze`; null ends it. */
export const ScreenSnooze = z.object({ until: Instant.nullable() });
export type ScreenSnooze = z.infer<typeof ScreenSnooze>;
export const SavedScreen = Done.extend({ screen: Screen });
export type SavedScreen = z.infer<typeof SavedScreen>;

/** `POST /screens/{id}/commands`. */
export const SentCommand = z.object({ command: ScreenCommand });
export type SentCommand = z.infer<typeof SentCommand>;

/** The screens of one shop, which gateways check a screen's token against. */
export const ShopScreens = z.object({ screens: z.array(ScreenSettings) });
export type ShopScreens = z.infer<typeof ShopScreens>;
export const boardScreens = stateKey('boards/*.screens', ShopScreens);
/** Exists once the screens of all shops have been published: only then does a screen that isn't in KV not exist. */
export const screensComplete = stateKey('boards/screens-complete', z.object({}));

/** A beat as a gateway hands it on. */
export const ReportedBeat = Said.extend({
  id: Id,
  userId: Id,
  at: Instant,
  still_ms: z.int(),
  /** Whether the rates that the screen shows are those that the gateway has for the shop. */
  is_current: z.boolean(),
});
export type ReportedBeat = z.infer<typeof ReportedBeat>;
/** What a gateway publishes every second when beats have come, for all replicas of settings. */
export const BeatReport = z.object({ beats: z.array(ReportedBeat) });
export type BeatReport = z.infer<typeof BeatReport>;
export const BEAT_REPORTS = 'settings.screens.beats';

/** A command as the gateway that was asked tells it to all gateways: the one with the screen's stream sends it on. */
export const RelayedCommand = z.object({
  id: z.string(),
  screen: Id,
  command: ScreenCommand,
  /** When whoever asked is told that it failed, in milliseconds of the time that all parts agree on; releases before don't say it. */
  done_by: z.number().optional(),
});
export type RelayedCommand = z.infer<typeof RelayedCommand>;
export const SCREEN_COMMANDS = 'gateway.screens.command';
/** What the gateway that gets the screen's beat tells all gateways. */
export const DoneCommand = z.object({ id: z.string(), screen: Id });
export type DoneCommand = z.infer<typeof DoneCommand>;
export const DONE_COMMANDS = 'gateway.screens.done';

const ById = z.object({ id: Id });

/** `GET /screens/pairings/{secret}`: `again=true` of a TV that may have lost the answer. */
export const PairingQuery = z.object({ again: z.literal('true').optional() });
export type PairingQuery = z.infer<typeof PairingQuery>;

export const screens = {
  /**
   * While as many pairings are open as may be, the oldest one of the `network` with most gives way. Throws `TOO_MANY_REQUESTS` where
   * all of them are claimed.
   */
  openPairing: rpc('settings.screens.open-pairing', z.object({ network: z.string().max(64).optional() }), Pairing),
  /**
   * The screen that a pairing was claimed for, with a token, once; null while it is open. With `again`, where the answer may have been
   * lost, once more within a minute, until the screen beats. Throws `NOT_FOUND`.
   */
  redeemPairing: rpc(
    'settings.screens.redeem-pairing',
    z.object({ secret: z.string(), again: z.boolean().optional() }),
    z.object({ claimed: z.object({ token: z.string(), screen: Screen }).nullable() }),
  ),
  /**
   * Throws `NOT_FOUND` for an unknown code, `TOO_MANY_REQUESTS` after too many of these by the shop or the `address`, and
   * `CONFLICT` where the shop has as many screens as it may have.
   */
  claim: rpc('settings.screens.claim', ScreenClaim.extend({ address: z.string() }), Screen),
  /**
   * All screens of all shops, or those of one, or those that are named, in pages of shops ordered by the shop's id. Settings of the
   * release before answers all of them where some are named.
   */
  list: readRpc(
    'settings.screens.list',
    z.object({ userId: Id.optional(), ids: z.array(Id).optional(), after: Id.optional() }),
    z.object({ screens: Screens, next: Id.nullable() }),
  ),
  /** In pages ordered by the screen's id; only the first one has the count. Settings of the release before don't hear it. */
  states: readRpc(
    'settings.screens.states',
    z.object({ after: Id.optional() }),
    ScreenStates.extend({ count: z.int().optional(), next: Id.nullable() }),
  ),
  get: readRpc('settings.screens.get', ById, Screen),
  /** Whether the screen is there, by its document, because state in NATS may be older. */
  isThere: readRpc('settings.screens.is-there', ById, z.object({ isThere: z.boolean() })),
  /** Keeps the secret of the screen whose token this is, unless the screen has one. Settings of the release before don't hear it. */
  keepSecret: rpc(
    'settings.screens.keep-secret',
    z.object({ authorization: z.string(), secret: ScreenSecret.shape.secret }),
    /** Whether the screen has this secret now, and no other. */
    z.object({ is_kept: z.boolean() }),
  ),
  /** A token for a screen that knows its secret. Throws `UNAUTHENTICATED`. */
  renewToken: rpc('settings.screens.renew-token', ScreenSecret, ScreenToken),
  update: rpc('settings.screens.update', ScreenUpdate.extend(ById.shape), Screen),
  snooze: rpc('settings.screens.snooze', ScreenSnooze.extend(ById.shape), Screen),
  delete: rpc('settings.screens.delete', ById, z.object({})),
  /** Tells the log of changes what a screen has done because somebody wanted it. Settings of the release before don't hear it. */
  commanded: rpc('settings.screens.commanded', SentCommand.extend(ById.shape), z.object({})),
} as const;
