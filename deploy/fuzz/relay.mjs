import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../local/toolkit/ports.mjs';

/** How long an endless answer, an event stream's, is read. */
const STREAM_MS = 50;
const BODY_SHOWN = 4_000;

/**
 * A proxy before the product that adds the token of `role`, replaces every other invented id by an existing one, and records
 * the answers. It makes a new session when the last one has ended.
 */
export async function relay(product, role) {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const path = incoming.url.replace(/[0-9a-f]{24}/g, (id) => (turn++ % 2 ? id : product.ids[turn % product.ids.length]));
    const headers = [];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      const [name, value] = incoming.rawHeaders.slice(at, at + 2);
      if (!/^(?:authorization|x-forwarded-for|connection)$/i.test(name)) headers.push(name, value);
    }
    headers.push('X-Forwarded-For', product.nextAddress(), 'Connection', 'close');
    const token = product.tokens[role];
    if (token) headers.push('Authorization', `Bearer ${token}`);
    const heads = headers.reduce((text, part, at) => text + (at % 2 ? `: ${part}\r\n` : part), '');
    const raw = `${incoming.method} ${path} HTTP/1.1\r\n${heads}\r\n${body.subarray(0, BODY_SHOWN).toString('latin1')}`;
    const { hostname, port } = new URL(product.url);
    const upstream = ask({ hostname, port, method: incoming.method, path, headers, agent: false });
    upstream.end(body);
    try {
      const [answer] = await once(upstream, 'response');
      const text = await bodyOf(answer, upstream);
      const { statusCode: status, headers: told } = answer;
      product.note({ status, retryAfter: told['retry-after'], request: raw, answer: text.toString('latin1') });
      if (status === 401 && token && product.tokens[role] === token) await product.renew(role);
      outgoing.writeHead(status, { 'content-type': told['content-type'] ?? 'text/plain' }).end(text);
    } catch (error) {
      product.note({ status: 0, request: raw, answer: '', fault: `no answer: ${error.message}` });
      outgoing.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => server.close().closeAllConnections(),
  };
}

async function bodyOf(answer, upstream) {
  if (answer.headers['content-type']?.startsWith('text/event-stream')) {
    setTimeout(() => upstream.destroy(), STREAM_MS);
    await new Promise((resolve) => answer.on('error', resolve).on('close', resolve).resume());
    return Buffer.alloc(0);
  }
  return buffer(answer);
}
