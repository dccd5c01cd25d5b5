import { z } from 'zod';
import { Done, Id, Instant } from './common.js';
import { own, readRpc, rpc } from './kinds.js';
import { ScreenState } from './screens.js';

/** A screen that wasn't playing for five minutes (rule 14.10). */
export const ScreenAlarm = z.object({
  id: Id,
  /** The screen, and its name when the alarm began. */
  screen: Id,
  name: z.string(),
  userId: Id,
  state: ScreenState.catch('offline'),
  /** Since when the screen wasn't playing. */
  since: Instant,
  /** When it was told. */
  at: Instant,
  /** When the screen played again; null while it doesn't. */
  ended_at: Instant.nullable(),
  /** How many of the shop's phones it was sent to. */
  phones: z.int(),
  /** Whether `ALERT_WEBHOOK_URL` has it; null where none is configured. */
  webhook: z.enum(['waiting', 'sent', 'failed']).nullable().catch(null),
});
export type ScreenAlarm = z.infer<typeof ScreenAlarm>;
/** The newest first. */
export const ScreenAlarms = z.array(ScreenAlarm);

/** The public half of the key that push services know the product by, in base64url. */
export const PushKey = z.object({ key: z.string() });
export type PushKey = z.infer<typeof PushKey>;

const Base64Url = z
  .string()
  .max(256, 'is too long')
  .regex(/^[\w-]+=*$/, 'must be base64url');
/** Said of keys by settings, which alone can tell: a browser's key is a point on a curve. */
export const UNUSABLE_KEYS = "can't be used to encrypt a message";
/** What a browser's `PushSubscription.toJSON()` gives. */
export const SentPushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000, 'is too long'),
  keys: z.object({ p256dh: Base64Url, auth: Base64Url }),
});
export type SentPushSubscription = z.infer<typeof SentPushSubscription>;
export const SavedPushSubscription = Done.extend({ id: Id });
export type SavedPushSubscription = z.infer<typeof SavedPushSubscription>;

/** What a phone gets by Web Push, encrypted, of a screen. */
export const ScreenMessage = z.object({
  /** The screen, so that a later message of it takes the place of this one. */
  screen: Id,
  name: z.string(),
  /** `playing` when it plays again. */
  state: ScreenState.catch('offline'),
  since: Instant,
});
export type ScreenMessage = z.infer<typeof ScreenMessage>;

/** What a phone gets of a rate list that hasn't been set today. A worker of an earlier release shows that something has come. */
export const ListMessage = z.object({ list: Id, name: z.string(), since: Instant });
export type ListMessage = z.infer<typeof ListMessage>;

/** What a phone gets when the rate card of its shop is ready. `card` is the shop. */
export const CardMessage = z.object({ card: Id, name: z.string(), since: Instant });
export type CardMessage = z.infer<typeof CardMessage>;
export type PushMessage = ScreenMessage | ListMessage | CardMessage;

export const screenAlarms = {
  list: readRpc('settings.screen-alarms.list', z.object({ userId: Id.optional() }), ScreenAlarms),
  pushKey: readRpc('settings.screen-alarms.push-key', z.object({}), PushKey),
  /** A subscription that is there already is answered as it is. */
  subscribe: rpc('settings.screen-alarms.subscribe', SentPushSubscription, z.object({ id: Id })),
  /** Also for an admin who has become a viewer, and has a phone from before. */
  unsubscribe: own(rpc('settings.screen-alarms.unsubscribe', z.object({ id: Id }), z.object({}))),
} as const;
