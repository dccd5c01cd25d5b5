import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { about, type About, answeringServices, type OpenBoards, openBoards, type Survey } from '@sarafa/contracts';
import { type Finding, GRAVE, runbook } from './finding.js';
import { gaugeFindings } from './gauges.js';

/**
 * How long after an answer that of another replica may come: a replica asks its own servers before, and gives up on one that hangs
 * after 1.5 s (`Health`).
 */
export const NEXT_ANSWER_MS = 1_800;
const FIRST_ANSWER_MS = 4_500;
const LOG = (part: string) => `\`kubectl logs deploy/<release>-${part}\` (or the terminal of \`npm start\`) says why`;

interface Answers<T> {
  read: T[];
  /** Answers of another release that this one can't read. */
  unread: number;
}

async function all<T>(nats: NatsConnection, { subject, answer }: Survey<T>, nextMs: number): Promise<Answers<T>> {
  const answers: Answers<T> = { read: [], unread: 0 };
  try {
    const pace = { strategy: 'stall', stall: nextMs, maxWait: FIRST_ANSWER_MS } as const;
    for await (const message of await nats.requestMany(subject, '', pace)) {
      const { success, data } = answer.safeParse(jsonOf(message));
      if (success) answers.read.push(data);
      else answers.unread++;
    }
  } catch {
    // Nobody listens, or nobody else answers in time.
  }
  return answers;
}

function jsonOf(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

/** Each part answers for itself: whether it runs, in which version, and what it says of what it needs. */
export async function lookAtParts(nats: NatsConnection, isPublic: boolean, nextMs: number): Promise<Finding[]> {
  const [gateways, ...services] = await Promise.all([
    all<OpenBoards>(nats, openBoards, nextMs),
    ...answeringServices.map((service) => all<About>(nats, about(service), nextMs)),
  ]);
  const parts = [
    { name: 'gateway', ...gateways },
    ...answeringServices.map((name, index) => ({ name, ...services[index]! })),
  ].map(({ name, read, unread }) => ({ name, unread, versions: read.map(({ version }) => version) }));
  const abouts = services.map(({ read }) => read);
  return [
    ...parts.filter(({ versions, unread }) => versions.length + unread === 0).map(({ name }) => silentFinding(name)),
    ...parts.filter(({ unread }) => unread > 0).map(({ name }) => unreadFinding(name)),
    ...versionFindings(parts),
    ...checkFindings(abouts),
    ...gaugeFindings(abouts.flat()),
    ...(isPublic ? addressFindings(gateways.read) : []),
  ];
}

function unreadFinding(name: string): Finding {
  return {
    grave: GRAVE.risk,
    wrong: `A replica of ${name} answers what this doctor can't read: it is of another release, so nothing is known of that replica.`,
    todo: 'Ask the doctor of its own image, or wait until the upgrade has ended.',
  };
}

function silentFinding(name: string): Finding {
  const isNeeded = ['gateway', 'pricing'].includes(name);
  const often = name === 'auth' ? ' Often MASTER_KEY is missing.' : '';
  return {
    grave: isNeeded ? GRAVE.boards : GRAVE.work,
    wrong: `${name} doesn't answer on NATS: no replica runs, or it hangs, or only one of release 0.3 runs.`,
    todo: `Start it, or look why it doesn't start: ${LOG(name)}.${often}`,
  };
}

function versionFindings(parts: { name: string; versions: (string | undefined)[] }[]): Finding[] {
  const of = parts.flatMap(({ name, versions }) => versions.map((version) => ({ name, version: version ?? '0.3' })));
  const known = [...new Set(of.map(({ version }) => version))].filter((version) => version !== 'unknown').sort();
  if (known.length < 2) return [];
  const each = known.map(
    (version) => `${version} (${[...new Set(of.filter((one) => one.version === version).map(({ name }) => name))].join(', ')})`,
  );
  return [
    {
      grave: GRAVE.risk,
      wrong: `Parts of several versions run side by side: ${each.join(' and ')}.`,
      todo: `Wait for the upgrade to end; when that takes more than a quarter of an hour, look at what keeps it: \`kubectl get pods\`, and ${runbook('Upgrade and roll back')}.`,
    },
  ];
}

/** One finding for each thing that isn't as it has to be, whoever says so. */
function checkFindings(services: About[][]): Finding[] {
  const said = new Map<string, Set<string>>();
  for (const [index, replicas] of services.entries())
    for (const { checks } of replicas)
      for (const [check, reason] of Object.entries(checks))
        if (reason !== 'ok') {
          const key = `${check}: ${reason.replace(/\.$/, '')}`;
          said.set(key, (said.get(key) ?? new Set()).add(answeringServices[index]!));
        }
  return [...said].map(([what, who]) => ({
    grave: GRAVE.work,
    wrong: `${[...who].join(', ')} can't work: ${what}.`,
    todo: what.startsWith('signing keys')
      ? `Nobody can sign in until MASTER_KEY of auth has that key again: put it behind the new one, after a comma; ${runbook('The master key')}.`
      : `What is needed has to answer first; then ${LOG([...who][0]!)} if this remains.`,
  }));
}

function addressFindings(gateways: OpenBoards[]): Finding[] {
  if (!gateways.some(({ addressesUnknown }) => addressesUnknown)) return [];
  return [
    {
      grave: GRAVE.work,
      wrong: "Clients came in the last hour with a proxy's or a private address, so they can't be told apart.",
      todo: `If a proxy stands in front, it hides who asks: let TRUST_PROXY of the gateway name the proxies in front, which have to forward X-Forwarded-For; ${runbook('SarafaClientAddressUnknown')}.`,
    },
  ];
}
