// Compares public reads of the built gateway with Fastify alone, sending the same bytes and headers, alternated in one run.
import { median } from '@sarafa/testing';
import { together, underLoad } from './measure.mjs';

const SECONDS = 1;
/** V8 compiles the hot path over some ten thousand requests. */
const WARM_UP_SECONDS = 6;

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
    await measurePath(path.replace(id, '{id}'), 200, sides, {}, pairs);
    await measurePath(path.replace(id, '{id}'), 304, sides, { 'if-none-match': headers.etag }, pairs);
  }
}

async function measurePath(path, status, sides, headers, pairs) {
  const measure = (side, duration = SECONDS) => underLoad(side, { headers, duration, status });
  for (const side of sides) await measure(side, WARM_UP_SECONDS);
  const found = [];
  for (let turn = 0; turn < pairs; turn++) {
    // In the order A, B, B, A, so that slow changes of the machine affect both sides alike.
    const [first, bareFirst, bareLast, last] = [
      await measure(sides[0]),
      await measure(sides[1]),
      await measure(sides[1]),
      await measure(sides[0]),
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
