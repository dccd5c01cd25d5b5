// The yardstick of a fan-out: node:http writes a ready frame of its own to each open stream, in one loop.
import { createServer } from 'node:http';

const streams = [];
createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  streams.push({ response, frame: undefined });
  response.write('event: prices\ndata: {}\n\n');
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));

process.on('message', ({ prepare }) => {
  if (prepare) {
    for (const [index, stream] of streams.entries()) {
      const body = prepare.replace('"24K"', String(100_000 + index));
      stream.frame = Buffer.from(`event: prices\ndata: ${body}\n\n`, 'latin1');
    }
    process.send('prepared');
  } else for (const { response, frame } of streams) response.write(frame);
});
