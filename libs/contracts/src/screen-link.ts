// What a screen and the gateway say to each other, apart from screens.ts, because a TV loads all of each module that it imports.
import { z } from 'zod';
import { Id, Instant } from './common.js';
import { ShownState } from './pricing.js';
import { Layout } from './shop-settings.js';

/** What a screen shows: rates and ads in turn, or rates alone. */
export const ScreenShows = z.enum(['all', 'rates']);
export type ScreenShows = z.infer<typeof ScreenShows>;

/** What is set of one screen. It wins over what the shop has set (rule 14.5). */
export const ScreenSettings = z.object({
  id: Id,
  name: z.string(),
  /** Null means the shop's. */
  layout_orientation: Layout.nullable().catch(null),
  shows: ScreenShows.catch('all'),
  /** The border that the TV cuts off; percent of each side. */
  overscan: z.number(),
  /** Whether the TV can turn video by CSS, which a vertical board needs. */
  video_turned: z.boolean(),
});
export type ScreenSettings = z.infer<typeof ScreenSettings>;

export const ScreenCommand = z.enum(['reload', 'identify', 'next', 'mute', 'unmute']);
export type ScreenCommand = z.infer<typeof ScreenCommand>;

/**
 * The events that `GET /boards/{userId}/events?screen={id}` has beside those of every board. `screen` is the first one of a
 * stream, and comes again with each change; null means that the screen was removed.
 */
export const screenEvents = {
  screen: z.object({ screen: ScreenSettings.nullable() }),
  /** The screen does it, and says so with a beat whose `done` is this id. One that it doesn't know is passed over. */
  command: z.object({ id: z.string(), command: ScreenCommand }),
} as const;
export type ScreenEventName = keyof typeof screenEvents;

/** `POST /screens/pairings`: the code is for people, the secret for the TV alone. */
export const Pairing = z.object({ code: z.string(), secret: z.string(), expiresAt: Instant });
export type Pairing = z.infer<typeof Pairing>;

/** `GET /screens/pairings/{secret}`: empty while nobody has claimed the code, then once the screen's token. */
export const PairingAnswer = z.object({
  token: z.string().optional(),
  screen: ScreenSettings.extend({ _id: Id.optional(), userId: Id }).optional(),
});
export type PairingAnswer = z.infer<typeof PairingAnswer>;

/** What a screen shows: the time of the rates that are painted (their `lastUpdated`), and how these stand. A word of a later release counts as stale. */
export const ShownRates = z.object({ at: Instant, state: ShownState.catch('stale') });
export type ShownRates = z.infer<typeof ShownRates>;
/** The ad that a screen plays, counted from 1. */
export const PlayedAd = z.object({ ad: z.int().min(1), of: z.int().min(1) });
export type PlayedAd = z.infer<typeof PlayedAd>;
/** In CSS pixels. */
export const Viewport = z.object({ width: z.int().min(0).max(100_000), height: z.int().min(0).max(100_000) });
export type Viewport = z.infer<typeof Viewport>;

/** Longer than any film has stood still on a screen that is in use: 400 days. */
const LONGEST_STILL_MS = 400 * 86_400_000;

/** `POST /screens/tokens`: by the secret that it has made and told, a screen gets a token when its own isn't good any more. */
export const ScreenSecret = z.object({
  id: Id,
  /** 32 random bytes in base64url. */
  secret: z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url'),
});
export type ScreenSecret = z.infer<typeof ScreenSecret>;
export const ScreenToken = z.object({ token: z.string() });
export type ScreenToken = z.infer<typeof ScreenToken>;

/** `POST /screens/beats`, every 30 seconds and after each command, by a thread that goes on when the page's own is blocked. */
export const Beat = z.object({
  /**
   * Milliseconds since the page has last painted a frame, and since the film that it plays has last moved. Longer times count as
   * the longest rather than as invalid: a TV counts by itself for as long as it hangs, and must not be told that its beats are bad.
   */
  still_ms: z
    .int()
    .min(0)
    .overwrite((ms) => Math.min(ms, LONGEST_STILL_MS)),
  /** Null while no rates are painted: before the first ones, while an ad fills the screen, and in off-hours. */
  shown: ShownRates.nullable(),
  /** Null while rates have their turn. */
  playing: PlayedAd.nullable(),
  /** Whether the screen is black because the shop's off-hours are on. */
  is_off: z.boolean(),
  release: z.string().max(64).nullable(),
  viewport: Viewport,
  /** The command that was done. */
  done: z.string().max(64).optional(),
  /** The screen's secret, until an answer says that it is kept. */
  secret: ScreenSecret.shape.secret.optional(),
});
export type Beat = z.infer<typeof Beat>;

/** The path in the details of a refused beat (401) whose screen was removed, rather than that its token isn't good any more. */
export const REMOVED_SCREEN = 'screen';

/** What a beat is answered: a new token when the screen's own gets old, and that the secret which came with it is kept. */
export const BeatAnswer = z.object({ token: z.string().optional(), is_secret_kept: z.literal(true).optional() });
export type BeatAnswer = z.infer<typeof BeatAnswer>;
