// Measures the cost of a token check, and the effect of sign-ins on boards.
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { caller, signIn, startApp } from '@sarafa/testing';
import autocannon from 'autocannon';
import { median, usage } from './measure.mjs';
import { ADMIN, harness } from './world.mjs';

const SECONDS = 2;
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 20;
/**
 * A few hundred polls a second, far below what the gateway can serve, so that the latency is measured and not the throughput.
 */
const POLLS_PER_SECOND = 500;
const POLL_SECONDS = 8;
/** A morning's peak: 36 a second are 10,000 shops within five minutes. */
const SIGN_INS_PER_SECOND = 36;
const TURNS = 3;

export async function benchAccounts(pairs) {
  const w = await harness();
  try {
    const admin = await signIn(w.gateway.url, ADMIN.username, ADMIN.password);
    await benchTokenCheck(w, admin, pairs);
    await benchSignIns(w);
  } finally {
    await w.end();
  }
}

/** Compares `GET /auth/me` of two gateways that differ only in the token check. */
async function benchTokenCheck(w, admin, pairs) {
  const env = { NATS_URL: w.nats.url, BELIEVED_ROLE: 'admin', BELIEVED_ID: admin.userId };
  const unchecked = fileURLToPath(new URL('without-token-check.mjs', import.meta.url));
  const sides = await Promise.all([
    startApp('gateway', { env }),
    startApp('gateway', { env, nodeArgs: ['--import', unchecked] }),
  ]);
  try {
    const measure = async ({ url, pid }, duration) => {
      const before = usage(pid).cpuS;
      const headers = { authorization: `Bearer ${admin.token}` };
      const result = await autocannon({ url: `${url}/auth/me`, headers, connections: CONNECTIONS, duration });
      if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} wrong answers of ${url}`);
      return { rate: result.requests.total / result.duration, cpu: (usage(pid).cpuS - before) / result.requests.total };
    };
    const check = (await caller(sides[0].url).call('get', '/auth/me')).status;
    if (check !== 401) throw new Error(`The checking gateway answered ${check} without a token`);
    for (const side of sides) await measure(side, WARM_UP_SECONDS);
    const found = [];
    for (let turn = 0; turn < pairs; turn++) {
      const pair = [];
      for (const side of turn % 2 ? [0, 1] : [1, 0]) pair[side] = await measure(sides[side], SECONDS);
      found.push({ rate: pair[0].rate / pair[1].rate, cpu: pair[0].cpu / pair[1].cpu, bare: pair[1].rate });
    }
    const of = (key) => median(found.map((pair) => pair[key]));
    console.log(
      `GET /auth/me: ${of('rate').toFixed(2)} x the same without the token check; CPU a request ${of('cpu').toFixed(2)} x; without ${Math.round(of('bare'))}/s`,
    );
  } finally {
    for (const side of sides) await side.stop('SIGKILL');
  }
}

/** Polls of boards at a steady pace, first alone and then beside people who sign in one after the other. */
async function benchSignIns(w) {
  const { id } = w.users.messages.find(({ type }) => type === 'demo-shop');
  const polls = async () => {
    const url = `${w.gateway.url}/prices/user/${id}`;
    const options = { connections: CONNECTIONS, overallRate: POLLS_PER_SECOND, duration: POLL_SECONDS };
    const { latency, non2xx, errors } = await autocannon({ url, ...options });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} polls failed`);
    return latency;
  };
  /** The polls beside sign-ins. */
  const besideSignIns = async () => {
    let signedIn = 0;
    const startedAt = performance.now();
    const underway = new Set();
    const people = setInterval(() => {
      const one = signIn(w.gateway.url, ADMIN.username, ADMIN.password)
        .then(() => void signedIn++)
        .finally(() => underway.delete(one));
      underway.add(one);
    }, 1_000 / SIGN_INS_PER_SECOND);
    const { p99 } = await polls();
    clearInterval(people);
    await Promise.all(underway);
    return { p99, perSecond: signedIn / ((performance.now() - startedAt) / 1_000) };
  };
  await polls();
  const found = [];
  for (let turn = 0; turn < TURNS; turn++) found.push({ without: (await polls()).p99, ...(await besideSignIns()) });
  const of = (key) => median(found.map((pair) => pair[key]));
  const all = found.map(({ p99 }) => p99).join(' ');
  const [load] = loadavg();
  console.log(
    `Polls' p99 ${of('p99')} ms (${all}) beside ${of('perSecond').toFixed(1)} sign-ins a second, ${of('without')} ms without: ${(of('p99') / of('without')).toFixed(1)} x; to be 30 ms at the most on two idle cores (${availableParallelism()} here, load ${load.toFixed(1)}; ${POLLS_PER_SECOND} polls a second)`,
  );
}
