// `MONGO_PASSWORD=... node deploy/local/backing/mongo-setup.mjs PORT`: ends when mongod takes writes with the app's password. A
// process of its own, because the driver would stay in the memory of `npm start`.
import { setTimeout } from 'node:timers/promises';
import mongoose from 'mongoose';

const { MongoClient } = mongoose.mongo;
const LOOK_MS = 20;
const AUTHENTICATION_FAILED = 18;
/** The localhost exception no longer applies: a user exists, so the replica set was initiated before. */
const UNAUTHORIZED = 13;
const ALREADY_INITIALIZED = 23;

/**
 * Whether mongod takes writes with the app's password. If it doesn't yet, this does one step towards it: it initiates a replica
 * set of one node, then makes the user through the localhost exception.
 */
async function isReady(port, password) {
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true&serverSelectionTimeoutMS=300`;
  const open = await MongoClient.connect(url);
  const app = await MongoClient.connect(url, { auth: { username: 'app', password }, authSource: 'admin' }).catch((error) => {
    if (error.code === AUTHENTICATION_FAILED) return undefined;
    throw error;
  });
  try {
    return await settle(open.db('admin'), app?.db('admin'), `127.0.0.1:${port}`, password);
  } finally {
    await Promise.all([open.close(), app?.close()]);
  }
}

async function settle(anybody, app, host, password) {
  const hello = await anybody.command({ hello: 1 });
  if (hello.isWritablePrimary && app) return true;
  if (hello.isWritablePrimary) await anybody.command({ createUser: 'app', pwd: password, roles: ROLES });
  else if (app) await moveTo(app, host);
  else if (!hello.setName) await initiate(anybody, host);
  return false;
}

const ROLES = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterAdmin'];

function initiate(admin, host) {
  return admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } }).catch((error) => {
    if (![UNAUTHORIZED, ALREADY_INITIALIZED].includes(error.code)) throw error;
  });
}

/** The replica set remembers the port that it was made with, and doesn't recognise itself on another. */
async function moveTo(admin, host) {
  const { config } = await admin.command({ replSetGetConfig: 1 });
  if (config.members[0].host === host) return;
  const members = [{ ...config.members[0], host }];
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
}

while (!(await isReady(process.argv[2], process.env.MONGO_PASSWORD))) await setTimeout(LOOK_MS);
