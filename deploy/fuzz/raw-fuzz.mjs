import { connect } from 'node:net';
import { rawRequests } from './raw-requests.mjs';

const AT_ONCE = 16;
/** A whole request that isn't answered after this time counts as unanswered. Sign-ins wait for each other. */
const ANSWER_MS = 30_000;
/** How long the connection of a request that is cut off stays open. */
const CUT_OFF_MS = 20;
/** How long an answer without an end is read: a stream's, or one on a connection that stays open. */
const REST_MS = 40;
const KEPT = 20_000;

/** Sends `count` made-up requests byte by byte, and records their answers. */
export async function rawFuzz(product, seed, count) {
  const { paths } = await (await fetch(`${product.url}/docs/openapi.json`)).json();
  const next = rawRequests(seed, paths, product);
  let made = 0;
  const worker = async () => {
    while (made++ < count) {
      const { pieces, pauseMs, isWhole, role } = next();
      const token = product.tokens[role];
      const answer = await send(product.url, pieces, pauseMs, isWhole);
      const request = Buffer.concat(pieces).toString('latin1');
      // One connection may carry several requests.
      const [first, ...others] = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)/g)];
      const status = Number(first?.[1] ?? 0);
      const worst = [first, ...others].find((head) => Number(head?.[1]) >= 500);
      product.note({
        ...{ status: Number(worst?.[1] ?? status), retryAfter: /retry-after/i.test(worst?.[2] ?? ''), request, answer },
        ...(isWhole && status === 0 ? { fault: 'no answer' } : {}),
      });
      if (status === 401 && product.tokens[role] === token && request.includes(token)) await product.renew(role);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function send(url, pieces, pauseMs, isWhole) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    let rest;
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text) => {
      if (answer.length < KEPT) answer += text;
      clearTimeout(rest);
      rest = setTimeout(() => socket.destroy(), REST_MS);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    socket.once('connect', async () => {
      for (const piece of pieces) {
        if (!socket.writable) return;
        socket.write(piece);
        if (pauseMs) await new Promise((wait) => setTimeout(wait, pauseMs));
      }
      if (!isWhole) setTimeout(() => socket.destroy(), CUT_OFF_MS);
    });
  });
}
