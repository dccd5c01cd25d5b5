// The yardstick of a read: the same bytes, status and headers from Fastify alone.
import Fastify from 'fastify';

const body = Buffer.from(process.env.BODY);
const headers = JSON.parse(process.env.HEADERS);
const app = Fastify();
app.get('/*', (request, reply) => {
  reply.headers(headers);
  return request.headers['if-none-match'] === headers.etag ? reply.code(304).send() : reply.send(body);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send('ready');
