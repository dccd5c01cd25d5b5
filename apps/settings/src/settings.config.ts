import { limits } from '@sarafa/contracts';
import { asSet, OrphansConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

/** The push services of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES = 'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

export const SettingsConfig = StoreConfig.extend({
  ...OrphansConfig.shape,
  /** Where the provider is told of screens that don't play; nowhere when left out. */
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The key by which what is sent there is signed. */
  ALERT_WEBHOOK_SECRET: z.string().regex(/\S/, 'must not be blank').optional().meta(asSet),
  /** The key pair of Web Push in base64url; made at the first start and kept when left out. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** How push services reach the provider: `mailto:` or `https:`. */
  VAPID_SUBJECT: z.url({ protocol: /^(?:mailto|https)$/ }).default('mailto:operator@example.com'),
  /** The hosts that phones may take alarms from, `*.` for any in front; one of http stands with `http://`. */
  PUSH_SERVICES: z
    .string()
    .default(PUSH_SERVICES)
    .transform((text) => text.split(',').map((host) => host.trim())),
  /** Milliseconds that a screen doesn't play before its alarm. */
  ALARM_AFTER_MS: z.coerce.number().int().min(0).default(limits.screens.alarmAfterMs),
}).superRefine(({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }, context) => {
  if (Boolean(VAPID_PUBLIC_KEY) === Boolean(VAPID_PRIVATE_KEY)) return;
  const path = [VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'];
  context.addIssue({ code: 'custom', path, message: 'is needed with the other half' });
});
export type SettingsConfig = z.infer<typeof SettingsConfig>;
