import { AuthorizationError, connect, type NatsConnection } from '@nats-io/transport-node';
import { type NatsSecurity, natsSecurity, natsServers, tlsFaultOf } from '@sarafa/server';
import { z } from 'zod';
import type { DoctorConfig } from './doctor.app.js';
import { clockFindings, type Finding, GRAVE, PATIENCE_MS, reasonOf, runbook } from './finding.js';

/** What `gateway` may ask, as which the doctor comes: it calls every service and reads what boards need. */
const USER = 'gateway';
const READ_BY_GATEWAYS = ['accounts', 'boards', 'market'];

const StreamInfo = z.object({
  ts: z.iso.datetime({ offset: true }),
  config: z.object({ num_replicas: z.int() }),
  cluster: z
    .object({ replicas: z.array(z.object({ name: z.string(), offline: z.boolean().optional() })).optional() })
    .optional(),
});
const Refused = z.object({ error: z.object({ err_code: z.int(), description: z.string() }) });
const Answer = z.union([Refused, StreamInfo]);
const STREAM_NOT_FOUND = 10059;

/** The connection, or why there is none. */
export async function openNats(config: DoctorConfig): Promise<NatsConnection | Finding> {
  const servers = natsServers(config.NATS_URL);
  const hosts = String(servers.servers);
  let security: NatsSecurity;
  try {
    security = natsSecurity(config);
  } catch (error) {
    // The services refuse the same at their start.
    const wrong = `${(error as Error).message.replace(/^Configuration:\s*/, '')}.`;
    return { grave: GRAVE.boards, wrong, todo: 'Correct this setting; docs/configuration.md describes it.' };
  }
  try {
    return await connect({
      ...servers,
      ...security,
      name: 'doctor',
      inboxPrefix: `_INBOX.${USER}`,
      reconnect: false,
      timeout: PATIENCE_MS,
    });
  } catch (error) {
    const tls = tlsFaultOf(error);
    const fault = { grave: GRAVE.boards };
    if (tls)
      return { ...fault, wrong: `${tls.message}.`, todo: `Give NATS_CA the authority that has signed NATS's certificate.` };
    if (error instanceof AuthorizationError)
      return {
        ...fault,
        wrong: `NATS at ${hosts} refuses the user or the password.`,
        todo: `Correct NATS_URL or NATS_CREDS, or NATS's own users; ${runbook('Passwords')}.`,
      };
    const wrong = `NATS at ${hosts} can't be reached: ${reasonOf(error)}.`;
    return { ...fault, wrong, todo: `Start NATS, or correct NATS_URL; ${runbook('SarafaNatsGone')}.` };
  }
}

/** JetStream, its buckets, their copies, and its clock. */
export async function lookAtNats(nats: NatsConnection, { NATS_REPLICAS }: DoctorConfig): Promise<Finding[]> {
  const asked = await nats.request('$JS.API.STREAM.INFO.KV_site', '', { timeout: PATIENCE_MS }).catch(reasonOf);
  const off = {
    grave: GRAVE.boards,
    todo: 'Start nats-server with JetStream (`-js`, or `jetstream {}` in its configuration).',
  };
  if (typeof asked === 'string')
    return [{ ...off, wrong: `JetStream of NATS doesn't answer, so there is no state for boards: ${asked}.` }];
  const answer = Answer.parse(asked.json());
  if ('error' in answer && answer.error.err_code !== STREAM_NOT_FOUND)
    return [{ ...off, wrong: `JetStream of NATS is off or out of order: ${answer.error.description}.` }];
  const missing = 'error' in answer ? ['site'] : [];
  const lacking = await Promise.all(READ_BY_GATEWAYS.map((bucket) => isMissing(nats, bucket)));
  missing.push(...READ_BY_GATEWAYS.filter((_, index) => lacking[index]));
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push({
      grave: GRAVE.boards,
      wrong: `NATS lacks ${missing.length === 1 ? 'the bucket' : 'the buckets'} ${missing.join(', ')}.`,
      todo: 'The services make them within seconds: start those that are down, and look into their logs for what NATS refuses them.',
    });
  if ('error' in answer) return findings;
  const { ts, config, cluster } = answer;
  if (config.num_replicas < NATS_REPLICAS)
    findings.push({
      grave: GRAVE.risk,
      wrong: `NATS keeps ${config.num_replicas} of the ${NATS_REPLICAS} copies of its buckets that NATS_REPLICAS asks for.`,
      todo: 'See that as many nodes of NATS run, and restart the services, which change the number when they start.',
    });
  const offline = (cluster?.replicas ?? []).filter((node) => node.offline).map(({ name }) => name);
  if (offline.length > 0)
    findings.push({
      grave: GRAVE.work,
      wrong: `A node of NATS is away: ${offline.join(', ')}.`,
      todo: 'Start it: with one node less than a majority no change is stored.',
    });
  return [...findings, ...clockFindings('NATS', Date.parse(ts))];
}

/** Nobody answers for a bucket that isn't there. */
async function isMissing(nats: NatsConnection, bucket: string): Promise<boolean> {
  return nats.request(`$JS.API.DIRECT.GET.KV_${bucket}.$KV.${bucket}.-`, '', { timeout: PATIENCE_MS }).then(
    () => false,
    (error: unknown) => reasonOf(error).includes('no responders'),
  );
}
