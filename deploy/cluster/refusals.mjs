// Tries what must be impossible, from the place where an attacker would try it.
import { within } from '../local/toolkit/processes.mjs';
import { signIn } from './requests.mjs';

const NODE = ['--', 'node', '--input-type=module', '-e'];

/** Runs in a pod of `settings`, as that service's own user of NATS. */
const AS_SETTINGS = `
import { connect } from '@nats-io/transport-node';
const { host, username, password } = new URL(process.env.NATS_URL);
const nats = await connect({ servers: host, user: username, pass: password });
const refused = [];
const watch = (async () => {
  for await (const { type, error } of nats.status()) if (type === 'error') refused.push(error.message);
})();
for (const subject of ['pricing.market.refresh', '$KV.market.quote', 'users.accounts.verify']) nats.publish(subject, '{}');
nats.publish('$KV.site.public-view', '');
await nats.flush();
await nats.close();
await watch;
console.log(JSON.stringify(refused));
`;
const reach = (host, port) => `
import { connect } from 'node:net';
const socket = connect(${port}, '${host}');
const end = (what) => { console.log(what); process.exit(0); };
socket.setTimeout(4000, () => end('silence')).once('connect', () => end('reached')).once('error', ({ code }) => end(code));
`;

/** Answers the findings by sentence; each of them has to be true. */
export async function refusals(kube, outside, { release, url, admin, image, keepsPolicies }) {
  const signedIn = await signIn(url, admin);
  const found = {};
  const said = await kube.kubectl('exec', `deployment/${release}-settings`, ...NODE, AS_SETTINGS);
  const refused = JSON.parse(said.trim().split('\n').at(-1));
  const names = ['pricing.market.refresh', '$KV.market.quote', 'users.accounts.verify'];
  found['settings can say nothing of pricing, the market or users on NATS'] =
    refused.length === names.length && names.every((name) => refused.some((text) => text.includes(name)));

  const tryFrom = async (where, name, labels, host, port) => {
    const overrides = { spec: { containers: [{ name, image, args: ['--input-type=module', '-e', reach(host, port)] }] } };
    await where.kubectl(
      ...['run', name, `--image=${image}`, '--restart=Never', '--quiet', ...(labels ? [`--labels=${labels}`] : [])],
      `--overrides=${JSON.stringify({ apiVersion: 'v1', ...overrides })}`,
    );
    await where.kubectl('wait', '--for=jsonpath={.status.phase}=Succeeded', `pod/${name}`, '--timeout=60s');
    const answer = (await where.kubectl('logs', name)).trim();
    await where.kubectl('delete', 'pod', name, '--wait=false');
    return answer;
  };
  const full = (server) => `${release}-${server}.${kube.namespace}.svc`;
  if (keepsPolicies) {
    for (const [server, port] of Object.entries({ mongodb: 27017, nats: 4222, minio: 9000 })) {
      const answer = await tryFrom(outside, `to-${server}`, '', full(server), port);
      found[`a pod outside the chart doesn't reach ${server} (${answer})`] = answer !== 'reached';
    }
    const answer = await tryFrom(outside, 'to-gateway', '', full('gateway'), 80);
    found[`it does reach the gateway (${answer})`] = answer === 'reached';
    const goOut = async (part) => {
      const script = reach(`market.${outside.namespace}`, 28_100);
      return (await kube.kubectl('exec', `deployment/${release}-${part}`, ...NODE, script)).trim().split('\n').at(-1);
    };
    const [settings, pricing] = [await goOut('settings'), await goOut('pricing')];
    found[`settings can't go where the market is (${settings})`] = settings !== 'reached';
    found[`pricing can (${pricing})`] = pricing === 'reached';
  }

  const status = async () => (await signedIn.call('get', '/auth/me')).status;
  const before = await status();
  const script = `
    const db = new Mongo('mongodb://root:' + process.env.MONGODB_ROOT_PASSWORD + '@127.0.0.1/?directConnection=true').getDB('sarafa');
    const { keys } = db.signing_keys.findOne({ _id: 'ring' });
    db.signing_keys.updateOne({ _id: 'ring' }, { $pull: { keys: { kid: { $in: keys.map(({ kid }) => kid) } } }, $inc: { rev: 1 } });
  `;
  await kube.kubectl('exec', `${release}-mongodb-0`, '--', 'mongosh', '--quiet', '--norc', '--nodb', '--eval', script);
  let after;
  const isRefused = async () => {
    after = await status();
    return after === 401;
  };
  await within(15_000, isRefused, 250);
  found[`a token of a removed key is refused (${before}, then ${after})`] = before === 200 && after === 401;
  return found;
}
