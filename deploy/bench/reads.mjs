// Public reads of the built gateway against bare Fastify with the same bytes and headers, alternated in one run.
import { until } from '@sarafa/testing';
import autocannon from 'autocannon';
import { median, usage } from './measure.mjs';
import { world } from './world.mjs';

const SECONDS = 2;
/** Until both sides run at full speed: V8 compiles the hot path over some ten thousand requests. */
const WARM_UP_SECONDS = 6;
const CONNECTIONS = 20;

/** `pairs` of alternate runs of each read; their medians. */
export async function benchReads(pairs) {
  const w = await world();
  try {
    const { id } = await until(() => w.product.messages.find(({ type }) => type === 'demo-shop'));
    for (const path of [`/prices/user/${id}`, `/user/dashboard/${id}`]) {
      const answer = await fetch(w.product.url + path);
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'content-length'].includes(name)),
      );
      const bare = await w.yardstick('bare-read.mjs', { BODY: await answer.text(), HEADERS: JSON.stringify(headers) });
      const sides = [
        { pid: w.product.pid, url: w.product.url + path },
        { pid: bare.child.pid, url: bare.url + path },
      ];
      await measurePath(path.replace(id, '{id}'), '200', sides, {}, pairs);
      await measurePath(path.replace(id, '{id}'), '304', sides, { 'if-none-match': headers.etag }, pairs);
    }
  } finally {
    await w.end();
  }
}

async function measurePath(path, status, sides, headers, pairs) {
  for (const side of sides) await measure(side, headers, WARM_UP_SECONDS);
  const found = [];
  for (let turn = 0; turn < pairs; turn++) {
    const pair = [];
    for (const side of turn % 2 ? [0, 1] : [1, 0]) pair[side] = await measure(sides[side], headers, SECONDS);
    found.push({ rate: pair[0].rate / pair[1].rate, cpu: pair[0].cpu / pair[1].cpu, bare: pair[1].rate });
  }
  const of = (key) => median(found.map((pair) => pair[key]));
  const all = found.map(({ rate }) => rate.toFixed(2)).join(' ');
  console.log(
    `GET ${path} ${status}: ${of('rate').toFixed(2)} x bare Fastify (${all}); CPU per request ${of('cpu').toFixed(2)} x; bare ${Math.round(of('bare'))}/s`,
  );
}

async function measure({ pid, url }, headers, duration) {
  const before = usage(pid).cpuS;
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const wrong = result.non2xx - (result.statusCodeStats[304]?.count ?? 0) + result.errors;
  if (wrong > 0) throw new Error(`${wrong} wrong answers from ${url}`);
  return { rate: result.requests.total / result.duration, cpu: (usage(pid).cpuS - before) / result.requests.total };
}
