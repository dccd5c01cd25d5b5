import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import Fastify from 'fastify';
import { closeWithConnection, isKnownTag, unread } from './http.js';

describe('If-None-Match', () => {
  const TAG = '"a-1_b"';

  it.each([
    TAG,
    `W/${TAG}`,
    '*',
    ' * ',
    `"other", ${TAG}`,
    `${TAG},"other"`,
    `W/"other",W/${TAG} , "third"`,
    `"with,comma", ${TAG}`,
    `, ${TAG}`,
  ])('%s knows it', (header) => {
    expect(isKnownTag(header, TAG)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '"other"',
    'W/"other", "third"',
    'a-1_b',
    `x${TAG}`,
    `w/${TAG}`,
    `"other" ${TAG}`,
    `${TAG}x`,
    '"a-1_b',
    '*, "other"',
    `"x${TAG}x"`,
    `"${','.repeat(15_000)}`,
  ])('%s does not', (header) => {
    expect(isKnownTag(header, TAG)).toBe(false);
  });
});

describe('answers on one connection', () => {
  it('close with it, once each, also those whose turn hasn’t come', async () => {
    const answers: ServerResponse[] = [];
    const closed: ServerResponse[] = [];
    const server = createServer((request, response) => {
      closeWithConnection(request, response);
      answers.push(response.on('close', () => closed.push(response)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
    await until(() => answers.length === 20);
    const [first, second, ...waiting] = answers;
    first!.end();
    await until(() => second!.socket);
    second!.end();
    await until(() => closed.length === 2);
    client.destroy();
    await until(() => closed.length === 20);
    expect(waiting.every(({ destroyed }) => destroyed)).toBe(true);
    // Also for whoever comes too late for the event.
    await expect(finished(waiting[0]!)).rejects.toThrow('Premature close');
    expect(new Set(closed)).toEqual(new Set(answers));
    expect(closed).toHaveLength(20);
    server.close();
  });
});

describe('an answer before the end of its request', () => {
  it('says that its connection ends, and leaves it open for the rest', async () => {
    const fastify = Fastify();
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _body, done) => done(null));
    fastify.addHook('onSend', async ({ raw }, reply) => unread.beforeAnswer(raw, reply));
    fastify.addHook('onResponse', async ({ raw }) => unread.afterAnswer(raw));
    fastify.all('/', (_, reply) => reply.code(413).send());
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    const client = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    let heard = '';
    client.on('data', (text: string) => (heard += text));
    const answers = () => heard.match(/HTTP[^]*?\r\n\r\n/g) ?? [];
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 6\r\n\r\nabc');
    await until(() => answers().length === 1);
    client.write('defGET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => answers().length === 2);
    expect(answers()).toEqual([
      expect.stringMatching(/^connection: close/im),
      expect.stringMatching(/^connection: keep-alive/im),
    ]);
    client.destroy();
    await fastify.close();
  });
});
