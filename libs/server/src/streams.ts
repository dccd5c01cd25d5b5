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
 * own, no other one may (files/nats-users.conf). Throws what was wrong with the first that couldn't be had; the others are made all
 * the same.
 */
export async function makeStreams(bus: Bus): Promise<void> {
  const made = await Promise.allSettled([
    ...Object.entries(BUCKETS).map(([name, options]) => bus.ownBucket(name, { history: 1, ...options })),
    bus.ownFiles(WEB_FILES),
    bus.ownStream(EVENTS),
  ]);
  const failed = made.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
