import 'reflect-metadata';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Metrics, type Sessions } from '@sarafa/server';
import { freePort, until } from '@sarafa/testing';
import type { LogosService } from '../logos/logos.service.js';
import type { MediaConfig } from '../media.config.js';
import type { Objects } from '../storage/objects.js';
import type { UploadsService } from '../uploads/uploads.service.js';
import { MediaServer } from './media-server.js';

const KEY = `logos/${'0'.repeat(24)}/${'0'.repeat(24)}.webp`;

it('lets go of the files that wait behind an unread one when their client leaves', async () => {
  const read: Readable[] = [];
  const objects = {
    find: async () => ({ bytes: 1e9, etag: '"x"', type: 'image/webp', disposition: undefined }),
    read: async () => {
      const file = new Readable({ read: () => void file.push(Buffer.alloc(65_536)) });
      read.push(file);
      return file;
    },
  } as unknown as Objects;
  const config = { MEDIA_PORT: await freePort(), HOST: '127.0.0.1' } as MediaConfig;
  const server = new MediaServer(config, {} as Sessions, {} as LogosService, {} as UploadsService, objects, new Metrics());
  await server.onApplicationBootstrap();
  const client = connect(config.MEDIA_PORT, config.HOST);
  client.write(`GET /media/${KEY} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(3));
  await until(() => read.length === 3);
  client.destroy();
  await until(() => read.every(({ destroyed }) => destroyed));
  expect(read).toHaveLength(3);
  await server.onApplicationShutdown();
});
