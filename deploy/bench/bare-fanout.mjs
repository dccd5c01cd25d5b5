// The yardstick of a fan-out: node:http writes a prepared frame to each open stream, in one loop, when a quote arrives as it
// does at the gateway, because at that moment pricing, NATS and MongoDB need the same processors.
import { createServer } from 'node:http';
import { connect } from '@nats-io/transport-node';

const streams = [];
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  streams.push({ response, frame: undefined });
  response.write('event: prices\ndata: {}\n\n');
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));

let isReady = false;
process.on('message', ({ prepare }) => {
  for (const [index, stream] of streams.entries()) {
    const body = prepare.replace('"24K"', String(100_000 + index));
    stream.frame = Buffer.from(`event: prices\ndata: ${body}\n\n`, 'latin1');
  }
  isReady = true;
  process.send('prepared');
});

const bus = await connect({ servers: process.env.NATS_HOST });
bus.subscribe('$KV.market.held.1', {
  callback: () => {
    if (!isReady) return;
    isReady = false;
    for (const { response, frame } of streams) response.write(frame);
  },
});
