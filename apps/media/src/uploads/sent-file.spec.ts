import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { receiveFile } from './sent-file.js';

it('waits for no form whose sender has gone before it was read, though all of it had come', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const type = 'multipart/form-data; boundary=b';
  client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 7\r\n\r\n--b--\r\n`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  await until(() => request.complete);
  client.destroy();
  await until(() => request.destroyed);
  const silenceMs = 3_600_000;
  await expect(receiveFile(request, silenceMs, async () => undefined)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  server.close();
});
