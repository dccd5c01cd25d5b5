import {
  connect,
  type NatsConnection,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
} from '@nats-io/transport-node';
import { natsSecurity, natsServers, type NatsSettings } from '@sarafa/server';
import { Refusal } from './refusal.js';

/** What `users` may ask about: all state that is made of documents, and the events that say that a shop was deleted. */
const STREAMS = ['KV_accounts', 'KV_boards', 'KV_market', 'KV_site', 'events'];
/** The codes of JetStream for a stream that isn't there, and for an account that has no JetStream. */
const NOTHING_THERE = [10039, 10059];
const TIMEOUT_MS = 5_000;

interface Answer {
  readonly state?: { readonly messages: number };
  readonly error?: { readonly err_code: number; readonly description?: string };
}

/**
 * Throws where NATS has state. Newer state would win over what is restored, and services that run make it within seconds. So this
 * also tells that nobody writes.
 */
export async function requireNoState(settings: NatsSettings): Promise<void> {
  const nats = await connect({
    ...natsServers(settings.NATS_URL),
    ...natsSecurity(settings),
    // NATS lets `users` receive its answers there, whatever its user is called, and nobody else.
    inboxPrefix: '_INBOX.users',
    reconnect: false,
    timeout: TIMEOUT_MS,
  }).catch((error: Error) => {
    throw new Refusal(`NATS can't be asked whether it has old state, and services can't run without it: ${error.message}`);
  });
  try {
    const found: string[] = [];
    for (const stream of STREAMS) {
      const messages = await messagesIn(nats, stream);
      if (messages > 0) found.push(`${stream}: ${messages}`);
    }
    if (found.length === 0) return;
    throw new Refusal(
      `NATS has state (${found.join(', ')}): stop all services, and delete the data of NATS, or what was there before would win over what is restored`,
    );
  } finally {
    await nats.close();
  }
}

/** Throws where NATS doesn't say it: what isn't known to be empty may have state. */
async function messagesIn(nats: NatsConnection, stream: string): Promise<number> {
  const unknown = (why: string, todo: string) =>
    new Refusal(`NATS doesn't say whether it has old state (${stream}: ${why}): ${todo}, and try again`);
  const answer = await nats.request(`$JS.API.STREAM.INFO.${stream}`, '', { timeout: TIMEOUT_MS }).catch((error: Error) => {
    const cause = error instanceof RequestError && error.cause instanceof Error ? error.cause : error;
    // Without JetStream there is no state.
    if (cause instanceof NoRespondersError) return;
    if (cause instanceof PermissionViolationError)
      throw unknown(cause.message, "give this user of NATS its rights in the chart's files/nats-users.conf");
    throw unknown(cause.message, 'see that NATS and its JetStream work');
  });
  const { error, state } = answer?.json<Answer>() ?? {};
  if (error && !NOTHING_THERE.includes(error.err_code))
    throw unknown(`${error.description ?? 'error'} (${error.err_code})`, 'see that NATS and its JetStream work');
  return state?.messages ?? 0;
}
