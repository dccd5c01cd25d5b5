import { RetentionPolicy } from '@nats-io/jetstream';
import type { Bus } from './bus.js';

/** After this time another replica can follow a dead holder of a lease. */
export const LEASE_MS = 5_000;
/** The files of the web app, which gateways of different releases get from each other. */
export const WEB_FILES = 'web_files';
/** What has happened, kept long enough for a service that was down for more than a week-end. */
export const EVENTS = {
  ...{ name: 'events', subjects: ['events.>'], retention: RetentionPolicy.Limits },
  max_age: 30 * 24 * 3_600 * 1e9,
};
/** The buckets of state and leases. */
const BUCKETS = { accounts: {}, boards: {}, market: {}, site: {}, leases: { ttl: LEASE_MS } };

/**
 * Makes all streams that are missing, with the configured number of replicas. For auth: where each part is a user of NATS of its
 * own, no other one may (files/nats-users.conf).
 */
export async function makeStreams(bus: Bus): Promise<void> {
  for (const [name, options] of Object.entries(BUCKETS)) await bus.ownBucket(name, { history: 1, ...options });
  await bus.ownFiles(WEB_FILES);
  await bus.ownStream(EVENTS);
}
