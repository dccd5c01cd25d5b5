// The yardstick for a start: loads the drivers and the servers that the product stands on, connects, and listens.
import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import Fastify from 'fastify';
import mongoose from 'mongoose';

const { NATS_URL, MONGO_URL, HOST, PORT } = process.env;
const [nats] = await Promise.all([connect({ servers: new URL(NATS_URL).host }), mongoose.connect(MONGO_URL)]);
jetstream(nats);
const server = Fastify();
server.get('/health/ready', async () => {
  await nats.flush();
  return { status: 'ok' };
});
await server.listen({ host: HOST, port: Number(PORT) });
