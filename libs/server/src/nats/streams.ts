import { type DomainEvent, type PartName, rateListDue, shopDeleted } from '@sarafa/contracts';
import { AckPolicy, type ConsumerConfig, RetentionPolicy } from '@nats-io/jetstream';

/** After this time another replica can follow a dead holder of a lease. */
export const LEASE_MS = 5_000;
/** The files of the web app, which gateways of different releases get from each other. */
export const WEB_FILES = 'web_files';
/** What has happened, kept long enough for a service that was down for more than a week-end. */
export const EVENTS = {
  ...{ name: 'events', subjects: ['events.>'], retention: RetentionPolicy.Limits },
  max_age: 30 * 24 * 3_600 * 1e9,
};
/** The buckets of state and leases, each with the services that write into it. */
export const BUCKETS: Record<string, { readonly writers: readonly PartName[]; readonly ttl?: number }> = {
  accounts: { writers: ['users'] },
  boards: { writers: ['users', 'pricing', 'media', 'settings'] },
  market: { writers: ['pricing'] },
  site: { writers: ['auth', 'pricing', 'settings'] },
  leases: { writers: ['pricing', 'settings'], ttl: LEASE_MS },
};
/** What the services hear of. */
export const HEARD: [PartName, DomainEvent][] = [
  ['pricing', shopDeleted],
  ['media', shopDeleted],
  ['settings', shopDeleted],
  ['settings', rateListDue],
];

/** Whether a service writes into a bucket. */
export function writesInto(bucket: string, part: string): boolean {
  return (BUCKETS[bucket]?.writers as readonly string[] | undefined)?.includes(part) ?? false;
}

/** What JetStream has to deliver of an event to all replicas of a `part` together. */
export function consumerOf({ subject }: DomainEvent, part: string): Partial<ConsumerConfig> & { durable_name: string } {
  const name = `${part}-${subject.replaceAll('.', '-')}`;
  return { durable_name: name, filter_subject: `events.${subject}`, ack_policy: AckPolicy.Explicit };
}
