// Measures the cost of a token check, and the effect of sign-ins on boards.
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ADMIN, caller, median } from '@sarafa/testing';
import autocannon from 'autocannon';
import { alternated, CONNECTIONS, together, underLoad } from './measure.mjs';

const SECONDS = 2;
const WARM_UP_SECONDS = 5;
/**
 * A few hundred polls a second, far below what the gateway can serve, so that the latency is measured and not the throughput.
 */
const POLLS_PER_SECOND = 500;
const POLL_SECONDS = 8;
/** A morning's peak: 36 a second are 10,000 shops within five minutes. */
const SIGN_INS_PER_SECOND = 36;
const TURNS = 3;

export async function benchAccounts(w, pairs) {
  const admin = await w.admin();
  await benchTokenCheck(w, admin, pairs);
  await benchSignIns(w);
}

/** Compares `GET /auth/me` of two gateways that differ only in the token check. */
async function benchTokenCheck(w, admin, pairs) {
  const env = { BELIEVED_ROLE: 'admin', BELIEVED_ID: admin.userId };
  const unchecked = fileURLToPath(new URL('without-token-check.mjs', import.meta.url));
  const sides = await Promise.all([w.startGateway(env), w.startGateway(env, ['--import', unchecked])]);
  const headers = { authorization: `Bearer ${admin.token}` };
  const measure = async ({ pid, url }, duration) =>
    together(await underLoad({ pid, url: `${url}/auth/me` }, { headers, duration }));
  const check = (await caller(sides[0].url).call('get', '/auth/me')).status;
  if (check !== 401) throw new Error(`The checking gateway answered ${check} without a token`);
  for (const side of sides) await measure(side, WARM_UP_SECONDS);
  const found = await alternated(pairs, sides, (side) => measure(side, SECONDS));
  const of = (ratio) => median(found.map(ratio)).toFixed(2);
  const bare = median(found.map(([, { rate }]) => rate));
  console.log(
    `GET /auth/me: ${of(([a, b]) => a.rate / b.rate)} x the same without the token check; CPU a request ${of(([a, b]) => a.cpu / b.cpu)} x; without ${Math.round(bare)}/s`,
  );
  for (const side of sides) await side.stop('SIGKILL');
}

/** Polls of boards at a steady pace, first alone and then beside people who sign in one after the other. */
async function benchSignIns(w) {
  const id = await w.demoShop();
  const polls = async () => {
    const url = `${w.gateway.url}/prices/user/${id}`;
    const options = { connections: CONNECTIONS, overallRate: POLLS_PER_SECOND, duration: POLL_SECONDS };
    const { latency, non2xx, errors } = await autocannon({ url, ...options });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} polls failed`);
    return latency;
  };
  /** The polls beside sign-ins, of which a busy machine refuses some for now. */
  const besideSignIns = async () => {
    const startedAt = performance.now();
    const asked = [];
    const ask = async () => (await caller(w.gateway.url).call('post', '/auth/login', ADMIN)).status;
    const people = setInterval(() => asked.push(ask().catch(() => 0)), 1_000 / SIGN_INS_PER_SECOND);
    const { p99 } = await polls();
    clearInterval(people);
    const statuses = await Promise.all(asked);
    const seconds = (performance.now() - startedAt) / 1_000;
    const count = (wanted) => statuses.filter((status) => status === wanted).length;
    const [signedIn, refused] = [count(200), count(503)];
    if (signedIn + refused < statuses.length) throw new Error(`Sign-ins were answered ${[...new Set(statuses)].join(', ')}`);
    return { p99, perSecond: signedIn / seconds, refused };
  };
  await polls();
  const found = [];
  for (let turn = 0; turn < TURNS; turn++) found.push({ without: (await polls()).p99, ...(await besideSignIns()) });
  const of = (key) => median(found.map((pair) => pair[key]));
  const all = found.map(({ p99 }) => p99).join(' ');
  const refused = found.reduce((sum, one) => sum + one.refused, 0);
  const [load] = loadavg();
  console.log(
    `Polls' p99 ${of('p99')} ms (${all}) beside ${of('perSecond').toFixed(1)} sign-ins a second${refused > 0 ? ` (${refused} more refused)` : ''}, ${of('without')} ms without: ${(of('p99') / of('without')).toFixed(1)} x; to be 30 ms at the most on two idle cores (${availableParallelism()} here, load ${load.toFixed(1)}; ${POLLS_PER_SECOND} polls a second)`,
  );
}
