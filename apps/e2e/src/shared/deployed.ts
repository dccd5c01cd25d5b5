import { z } from 'zod';

/** A product that runs elsewhere, which `npm run test:cluster` describes in SARAFA_DEPLOYED. */
const Deployed = z.object({
  url: z.url(),
  /** The address of its MongoDB, with an administrator's password. */
  mongo: z.string(),
  masterKey: z.string(),
  /** Where the market's stand-in is told its prices. */
  feed: z.url(),
  s3: z.object({ url: z.url(), accessKey: z.string(), secretKey: z.string() }),
});
export type Deployed = z.infer<typeof Deployed>;

export const deployed = process.env.SARAFA_DEPLOYED ? Deployed.parse(JSON.parse(process.env.SARAFA_DEPLOYED)) : undefined;
