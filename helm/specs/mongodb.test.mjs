// Checks the roles in the trial's MongoDB against the collections that the services have.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { freePort, minio, mongod, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { SERVICES } from '../../deploy/images/bundle.mjs';
import { ROOT, capture } from '../../deploy/local/run.mjs';
import { sourcesOf } from './product-sources.mjs';

const setup = readFileSync(join(ROOT, 'helm/sarafa/files/mongodb-setup.js'), 'utf8');
const [, literal] = /const COLLECTIONS = (\{.*?\n\});/s.exec(setup);
const granted = new Function(`return ${literal}`)();

/** A collection is named in a schema, as a table where a library has the schema, or as a service's part of the log. */
const NAMED = /collection: '(\w+)'|const TABLE = '(\w+)'|super\(connection, '(\w+)'/g;

function collectionsOf(app) {
  const named = sourcesOf(`apps/${app}`).flatMap((text) => [...text.matchAll(NAMED)]);
  return named.map(([, schema, table, log]) => schema ?? table ?? log).sort();
}

/** The gateway has no database. */
const apps = SERVICES.filter((name) => name !== 'gateway');

for (const app of apps) {
  it(`${app} may reach its own collections in MongoDB, and no others`, () => {
    assert.ok(collectionsOf(app).length > 0);
    assert.deepEqual([...granted[app]].sort(), collectionsOf(app));
  });
}

it('nobody else has a role', () => {
  assert.deepEqual(Object.keys(granted).sort(), apps.toSorted());
});

it('the user of backups may make one and verify it, and change nothing', async (t) => {
  const [, role] = /const BACKUP = (\{.*?\n\});/s.exec(setup);
  const { privileges, roles } = new Function(`return ${role}`)();
  const dir = mkdtempSync(join(tmpdir(), 'sarafa-rights-'));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'key'), 'akeyofthemembers', { mode: 0o600 });
  const port = await freePort();
  const server = await mongod({ port, args: ['--replSet', 'rs0', '--auth', '--keyFile', join(dir, 'key')] });
  t.after(() => server.remove());
  const s3 = await minio();
  t.after(() => s3.remove());
  const open = async (user) => {
    const client = await mongoose.mongo.MongoClient.connect(`mongodb://${user}127.0.0.1:${port}/sarafa?directConnection=true`);
    t.after(() => client.close());
    return client;
  };
  const admin = (await open('')).db('admin');
  await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
  await until(async () => (await admin.command({ hello: 1 })).isWritablePrimary);
  await admin.command({ createUser: 'root', pwd: 'spec', roles: ['root'] });
  const root = await mongoose.mongo.MongoClient.connect(`mongodb://root:spec@127.0.0.1:${port}/?directConnection=true`);
  t.after(() => root.close());
  const db = root.db('sarafa');
  await db.command({ createRole: 'backup', privileges, roles: [] });
  await db.command({ createUser: 'backup', pwd: 'spec', roles });
  await db.collection('accounts').insertOne({ username: 'Asha' });
  const own = await open('backup:spec@');
  const env = {
    ...{ BACKUP_KEY: 'a key that only specs have, and nobody else', S3_ENDPOINT: s3.url },
    ...{ S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: s3.secretKey },
    MONGO_URL: `mongodb://backup:spec@127.0.0.1:${port}/sarafa?directConnection=true`,
  };
  const run = (...args) => capture(process.execPath, [join(ROOT, 'apps/backup/dist/main.js'), ...args], { env });
  const backup = await run('backup', '--to', join(dir, 'to'));
  assert.deepEqual([backup.code, backup.output.includes('No metric')], [0, false], backup.output);
  const verified = await run('verify-backup', '--from', join(dir, 'to'));
  assert.deepEqual([verified.code, verified.output.includes('No metric')], [0, false], verified.output);
  await assert.rejects(own.db('sarafa').collection('accounts').insertOne({}), /not authorized/);
});
