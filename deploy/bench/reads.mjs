// Compares public reads of the built gateway with Fastify alone, sending the same bytes and headers, alternated in one run.
import { median } from '@sarafa/testing';
import { alternated, together, underLoad } from './measure.mjs';

const SECONDS = 1;
/** V8 compiles the hot path over some ten thousand requests. */
const WARM_UP_SECONDS = 4;

/**
 * Measures each read in `processes` processes, one after the other, each beside a new one of bare Fastify, and answers the medians. One
 * process proves little: V8 and the system's scheduler make two of the same code differ by a third.
 */
export async function benchReads(w, processes) {
  const id = await w.demoShop();
  const found = new Map();
  for (let turn = 0; turn < processes; turn++) {
    const gateway = await w.startGateway();
    for (const path of [`/prices/user/${id}`, `/user/dashboard/${id}`]) {
      const { headers, sides, end } = await sidesOf(w, gateway, path);
      for (const status of [200, 304]) {
        const read = `${path.replace(id, '{id}')} ${status}`;
        const pair = await pairOf(sides, { status, headers: status === 304 ? { 'if-none-match': headers.etag } : {} });
        found.set(read, [...(found.get(read) ?? []), pair]);
      }
      end();
    }
    await gateway.stop('SIGKILL');
  }
  for (const [read, pairs] of found) console.log(lineOf(read, pairs));
}

/** A gateway, and Fastify that answers a path with the same bytes. */
async function sidesOf(w, gateway, path) {
  // Like autocannon, which accepts no compression: another representation would have another tag.
  const answer = await fetch(gateway.url + path, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'content-length'].includes(name)),
  );
  const bare = await w.yardstick('bare-read.mjs', { BODY: await answer.text(), HEADERS: JSON.stringify(headers) });
  const sides = [
    { pid: gateway.pid, url: gateway.url + path },
    { pid: bare.child.pid, url: bare.url + path },
  ];
  return { headers, sides, end: () => bare.child.kill('SIGKILL') };
}

async function pairOf(sides, load) {
  for (const side of sides) await underLoad(side, { ...load, duration: WARM_UP_SECONDS });
  const found = await alternated(2, sides, (side) => underLoad(side, { ...load, duration: SECONDS }));
  const [ours, bare] = [0, 1].map((side) => together(found.map((pair) => pair[side])));
  return { rate: ours.rate / bare.rate, cpu: ours.cpu / bare.cpu, bare: bare.rate };
}

function lineOf(read, pairs) {
  const of = (key) => median(pairs.map((pair) => pair[key]));
  const all = pairs.map(({ rate }) => rate.toFixed(2)).join(' ');
  return `GET ${read}: ${of('rate').toFixed(2)} x bare Fastify (${all}); CPU per request ${of('cpu').toFixed(2)} x; bare ${Math.round(of('bare'))}/s`;
}
