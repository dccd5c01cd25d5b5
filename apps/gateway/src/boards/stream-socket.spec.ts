import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { StreamSocket } from './stream-socket.js';

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

describe('the socket of a stream', () => {
  let server: Server;
  let peer: Socket;
  let read: string;
  const faults: unknown[] = [];

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    peer.on('error', () => {});
    read = '';
    faults.length = 0;
  });

  afterEach(() => {
    peer.destroy();
    server.close().closeAllConnections();
  });

  /** Answers the responses of `requests` requests, in order. */
  async function ask(requests: number): Promise<ServerResponse[]> {
    const responses: ServerResponse[] = [];
    server.on('request', (_: IncomingMessage, response: ServerResponse) => {
      response.on('error', (fault) => faults.push(fault));
      responses.push(response);
    });
    server.on('clientError', (fault) => faults.push(fault));
    peer.write(GET.repeat(requests));
    await until(() => responses.length === requests);
    return responses;
  }

  const listen = () => peer.setEncoding('latin1').on('data', (text: string) => (read += text));
  const openStream = (response: ServerResponse) => StreamSocket.take(response, { 'content-type': 'text/event-stream' })!;

  it('sends head and frames as they are, in order, and ends with its connection', async () => {
    listen();
    const [response] = await ask(1);
    const stream = openStream(response!);
    stream.start('first\n');
    stream.write('second\n');
    stream.write('third\n');
    stream.end('last\n');
    await once(peer, 'end');
    expect(read).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\nfirst\nsecond\nthird\nlast\n$/s);
    expect(read).not.toMatch(/chunked/i);
    expect(read).toMatch(/connection: close/i);
    expect(faults).toEqual([]);
  });

  it('follows an earlier answer that was asked for at the same time', async () => {
    listen();
    const [earlier, response] = await ask(2);
    earlier!.end('earlier');
    await until(() => response!.socket);
    const stream = openStream(response!);
    stream.start('first\n');
    stream.write('second\n');
    await until(() => read.includes('second'));
    expect(read).toMatch(/earlier.*first\nsecond\n$/s);
    expect(faults).toEqual([]);
  });

  it('isn’t had where the connection still owes an earlier answer, and ends it', async () => {
    listen();
    const [, response] = await ask(2);
    expect(openStream(response!)).toBeUndefined();
    await once(peer, 'close');
    expect([read, faults]).toEqual(['', []]);
  });

  it('writes nothing more to a screen that has left', async () => {
    listen();
    const [response] = await ask(1);
    const socket = response!.socket!;
    const stream = openStream(response!);
    stream.start('first\n');
    await until(() => read.includes('first'));
    const closed = once(peer, 'close');
    peer.end();
    await until(() => !socket.writable);
    stream.write('second\n');
    await closed;
    stream.write('third\n');
    await new Promise(setImmediate);
    expect(read).not.toContain('second');
    expect(faults).toEqual([]);
  });

  it('waits for a screen that is slow to read', async () => {
    listen();
    const [response] = await ask(1);
    const socket = response!.socket!;
    const stream = openStream(response!);
    socket.cork();
    stream.start('x'.repeat(200_000));
    stream.write('second\n');
    socket.uncork();
    await until(() => read.endsWith('xsecond\n'));
    expect(socket.destroyed).toBe(false);
  });

  it('closes on a screen that no longer reads', async () => {
    const [response] = await ask(1);
    const stream = openStream(response!);
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    stream.start('first\n');
    for (let megabytes = 0; megabytes < 64; megabytes++) stream.write('x'.repeat(1_048_576));
    await closed;
    expect(faults).toEqual([]);
  });
});
