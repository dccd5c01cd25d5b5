import mongoose from 'mongoose';
import { mongod, type Server } from './backing.js';
import { freePort } from './ports.js';
import { until } from './wait.js';

/** A replica set of one member, for what needs transactions or reads of one moment. */
export async function replicaSet(): Promise<Server> {
  const port = await freePort();
  const server = await mongod({ port, args: ['--replSet', 'rs0', '--oplogSize', '64'] });
  const client = await mongoose.mongo.MongoClient.connect(server.url, { directConnection: true });
  const admin = client.db('admin');
  await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
  await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true);
  await client.close();
  return server;
}
