import { z } from 'zod';

/** A product that runs elsewhere, as `npm run test:cluster` tells it in SARAFA_DEPLOYED. */
const Deployed = z.object({
  url: z.url(),
  /** An administrator's address of its MongoDB. */
  mongo: z.string(),
  /** Where the market's stand-in is told its prices. */
  feed: z.url(),
  s3: z.object({ url: z.url(), accessKey: z.string(), secretKey: z.string() }),
});
export type Deployed = z.infer<typeof Deployed>;

export const deployed = process.env.SARAFA_DEPLOYED ? Deployed.parse(JSON.parse(process.env.SARAFA_DEPLOYED)) : undefined;
