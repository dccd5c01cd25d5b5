import { connect, NoRespondersError, RequestError } from '@nats-io/transport-node';
import { natsSecurity, natsServers, type NatsSettings } from '@sarafa/server';
import { Refusal } from './refusal.js';

/** What `users` may ask about: the state of accounts, of shops and of the site, and the events that say that a shop was deleted. */
const STREAMS = ['KV_accounts', 'KV_boards', 'KV_site', 'events'];
const TIMEOUT_MS = 5_000;

interface StreamInfo {
  readonly state?: { readonly messages: number };
}

/**
 * Throws where NATS has state. Newer state would win over what is restored, and services that run make it within seconds. So this
 * also tells that nobody writes.
 */
export async function requireNoState(settings: NatsSettings): Promise<void> {
  const servers = natsServers(settings.NATS_URL);
  const nats = await connect({
    ...servers,
    ...natsSecurity(settings),
    // NATS lets the user `users` receive its answers there, and nobody else.
    inboxPrefix: `_INBOX.${servers.user ?? 'users'}`,
    reconnect: false,
    timeout: TIMEOUT_MS,
  }).catch((error: Error) => {
    throw new Refusal(`NATS can't be asked whether it has old state, and services can't run without it: ${error.message}`);
  });
  try {
    for (const stream of STREAMS) {
      const answer = await nats.request(`$JS.API.STREAM.INFO.${stream}`, '', { timeout: TIMEOUT_MS }).catch(unlessNobody);
      const messages = answer?.json<StreamInfo>().state?.messages ?? 0;
      if (messages === 0) continue;
      throw new Refusal(
        `NATS has state (${stream}: ${messages}): stop all services, and delete the data of NATS, or what was there before would win over what is restored`,
      );
    }
  } finally {
    await nats.close();
  }
}

/** Without JetStream there is no state. */
function unlessNobody(error: unknown): undefined {
  if (error instanceof RequestError && error.cause instanceof NoRespondersError) return;
  if (error instanceof NoRespondersError) return;
  throw error;
}
