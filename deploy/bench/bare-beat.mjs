// The yardstick of a beat: node:http reads the same body and answers the same bytes.
import { createServer } from 'node:http';

const headers = JSON.parse(process.env.HEADERS);
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1').on('data', (text) => (body += text));
  request.on('end', () => {
    JSON.parse(body);
    response.writeHead(200, headers).end('{}');
  });
});
server.keepAliveTimeout = 72_000;
server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' }, () => process.send('ready'));
