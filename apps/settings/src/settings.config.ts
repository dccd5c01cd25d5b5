import { limits } from '@sarafa/contracts';
import { asSet, OrphansConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

const PUSH_SERVICES = 'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

export const SettingsConfig = StoreConfig.extend({
  ...OrphansConfig.shape,
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where the provider is told of screens that don't play."),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .meta({ ...asSet, description: 'The key by which what is sent there is signed with HMAC-SHA-256.' }),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional()
    .describe(
      'The public key of Web Push in base64url. Without the pair one is made at the first start and kept. After a change each device gets alarms again once its dashboard is opened.',
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional()
    .describe('The private key of that pair.'),
  VAPID_SUBJECT: z
    .url({ protocol: /^(?:mailto|https)$/ })
    .default('mailto:operator@example.com')
    .describe("How push services reach the provider, `mailto:` or `https:`; Apple's want a real one."),
  PUSH_SERVICES: z
    .string()
    .default(PUSH_SERVICES)
    .transform((text) => text.split(',').map((host) => host.trim()))
    .describe(
      'The hosts that phones may take alarms from, separated by commas, `*.` for any in front; one of http stands with `http://`. By default those of Chrome, Firefox, Safari and Edge.',
    ),
  ALARM_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(limits.screens.alarmAfterMs)
    .describe("Milliseconds that a screen doesn't play before its alarm."),
}).superRefine(({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }, context) => {
  if (Boolean(VAPID_PUBLIC_KEY) === Boolean(VAPID_PRIVATE_KEY)) return;
  const path = [VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'];
  context.addIssue({ code: 'custom', path, message: 'is needed with the other half' });
});
export type SettingsConfig = z.infer<typeof SettingsConfig>;
