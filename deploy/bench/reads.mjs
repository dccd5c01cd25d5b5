// Compares public reads of the built gateway with Fastify alone, sending the same bytes and headers, alternated in one run.
import { median, usage } from '@sarafa/testing';
import autocannon from 'autocannon';

const SECONDS = 1;
/** V8 compiles the hot path over some ten thousand requests. */
const WARM_UP_SECONDS = 6;
const CONNECTIONS = 20;

/** Runs `pairs` of alternating runs for each read, each side twice in a pair, and answers the medians. */
export async function benchReads(w, pairs) {
  const id = await w.demoShop();
  for (const path of [`/prices/user/${id}`, `/user/dashboard/${id}`]) {
    // Like autocannon, which accepts no compression: another representation would have another tag.
    const answer = await fetch(w.gateway.url + path, { headers: { 'accept-encoding': 'identity' } });
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'content-length'].includes(name)),
    );
    const bare = await w.yardstick('bare-read.mjs', { BODY: await answer.text(), HEADERS: JSON.stringify(headers) });
    const sides = [
      { pid: w.gateway.pid, url: w.gateway.url + path },
      { pid: bare.child.pid, url: bare.url + path },
    ];
    await measurePath(path.replace(id, '{id}'), '200', sides, {}, pairs);
    await measurePath(path.replace(id, '{id}'), '304', sides, { 'if-none-match': headers.etag }, pairs);
  }
}

async function measurePath(path, status, sides, headers, pairs) {
  for (const side of sides) await measure(side, status, headers, WARM_UP_SECONDS);
  const found = [];
  for (let turn = 0; turn < pairs; turn++) {
    // In the order A, B, B, A, so that slow changes of the machine affect both sides alike.
    const [first, bareFirst, bareLast, last] = [
      await measure(sides[0], status, headers, SECONDS),
      await measure(sides[1], status, headers, SECONDS),
      await measure(sides[1], status, headers, SECONDS),
      await measure(sides[0], status, headers, SECONDS),
    ];
    const [ours, bare] = [together(first, last), together(bareFirst, bareLast)];
    found.push({ rate: ours.rate / bare.rate, cpu: ours.cpu / bare.cpu, bare: bare.rate });
  }
  const of = (key) => median(found.map((pair) => pair[key]));
  const all = found.map(({ rate }) => rate.toFixed(2)).join(' ');
  console.log(
    `GET ${path} ${status}: ${of('rate').toFixed(2)} x bare Fastify (${all}); CPU per request ${of('cpu').toFixed(2)} x; bare ${Math.round(of('bare'))}/s`,
  );
}

async function measure({ pid, url }, status, headers, duration) {
  const before = usage(pid).cpuS;
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const wrong = result.requests.total - (result.statusCodeStats[status]?.count ?? 0) + result.errors;
  if (wrong > 0) throw new Error(`${wrong} wrong answers from ${url}`);
  return { requests: result.requests.total, seconds: result.duration, cpuS: usage(pid).cpuS - before };
}

/** Combines two runs: requests a second, and processor seconds for a request. */
function together(a, b) {
  const requests = a.requests + b.requests;
  return { rate: requests / (a.seconds + b.seconds), cpu: (a.cpuS + b.cpuS) / requests };
}
