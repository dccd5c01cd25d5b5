import { BaseConfig, ProcessConfig, S3Config, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

/** Not a service: what `doctor.mjs` reads. */
export const DoctorConfig = z.object({
  ...BaseConfig.shape,
  MONGO_URL: StoreConfig.shape.MONGO_URL,
  ...S3Config.shape,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "The product's public address, or that of a shop's board (`https://rates.example/public-view/<shop>`), whose stream is looked at too: that is for a machine outside of the cluster, because a stream from a private address raises `SarafaClientAddressUnknown` for an hour. Without it the way from outside isn't looked at.",
    ),
  BACKUP_ALERT_HOURS: z.coerce
    .number()
    .positive()
    .default(26)
    .describe('The age of the newest backup, in hours, above which it is too old.'),
  SARAFA_VERSION: ProcessConfig.shape.SARAFA_VERSION,
});
export type DoctorConfig = z.infer<typeof DoctorConfig>;

export const doctorApp = { name: 'doctor', config: DoctorConfig };
