/** @first */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { addShops, freePort, mongod, natsServer, PARTS, replicaSet, signIn, until } from '@sarafa/testing';
import { ADMIN } from '../shared/harness.js';
import { partsHarness } from '../shared/parts.js';

/** The configuration that the chart gives to nats-server: the doctor has to do with what a gateway may. */
const CONFIG = fileURLToPath(new URL('../../../../helm/sarafa/files/nats-users.conf', import.meta.url));
const HELM_TEST = fileURLToPath(new URL('../../../../helm/sarafa/files/helm-test.mjs', import.meta.url));
const { BUNDLED_APPS } = process.env;
const PROGRAM = BUNDLED_APPS
  ? `${BUNDLED_APPS}/doctor.mjs`
  : fileURLToPath(new URL('../../../doctor/dist/main.js', import.meta.url));
const passwordOf = (user: string) => `secretOf${user}`;
const passwords = Object.fromEntries(PARTS.map((part) => [`NATS_${part.toUpperCase()}_PASSWORD`, passwordOf(part)]));
const DAY_MS = 86_400_000;

interface Finding {
  grave: number;
  wrong: string;
  todo: string;
}

describe('the doctor', () => {
  const w = partsHarness((dir) => natsServer({ config: CONFIG, env: passwords, log: `${dir}/nats.log` }), {
    startMongo: replicaSet,
    updateIntervalMs: 1_000,
  });
  const urlOf = (user: string, password = passwordOf(user)) => w.nats.url.replace('nats://', `nats://${user}:${password}@`);
  const backups = () => w.db.collection<{ _id: string }>('backups');
  const tell = (id: string, fields: object) => backups().updateOne({ _id: id }, { $set: fields }, { upsert: true });

  const run = async (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...w.env, NATS_URL: urlOf('gateway'), ...env } });
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code: code as number, out, error };
  };
  /** All that it finds, the gravest first. */
  const found = async (env?: Record<string, string>): Promise<Finding[]> => {
    const { code, out, error } = await run(['--json'], env);
    const findings = JSON.parse(out || error) as Finding[];
    expect(code).toBe(findings.length > 0 ? 1 : 0);
    for (const { todo, wrong } of findings)
      expect([todo, wrong]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    return findings;
  };
  /** That it finds this, and nothing else, once the parts have noticed. */
  const finds = (wrong: RegExp, todo: RegExp, env?: Record<string, string>) =>
    until(async () => {
      expect(await found(env)).toEqual([
        { grave: expect.any(Number), wrong: expect.stringMatching(wrong), todo: expect.stringMatching(todo) },
      ]);
      return true;
    }, 20_000);

  beforeAll(async () => {
    await w.startParts({ SWEEP_MS: '200', SARAFA_VERSION: '1.0.0', MARKET_STALE_AFTER_MS: '3600000' }, {}, (part) => ({
      NATS_URL: urlOf(part),
    }));
    await tell('backup', { at: new Date() });
    await tell('verification', { at: new Date(), ok: true });
    await until(async () => (await found()).length === 0, 20_000);
  }, 120_000);

  it('finds nothing where all is well', async () => {
    expect(await run([])).toEqual({ code: 0, out: 'Nothing found.\n', error: '' });
  });

  it('says that NATS is away, and looks at the rest', async () => {
    const port = await freePort();
    const nowhere = `nats://gateway:secret@127.0.0.1:${port}`;
    await finds(new RegExp(`^NATS at 127.0.0.1:${port} can't be reached: .*ECONNREFUSED`), /Start NATS/, { NATS_URL: nowhere });
  });

  it('says that NATS refuses the password, without the password', async () => {
    await finds(/refuses the user or the password/, /NATS_URL/, { NATS_URL: urlOf('gateway', 'wrong-secret') });
    const { out } = await run([], { NATS_URL: urlOf('gateway', 'wrong-secret') });
    expect(out).toMatch(/^1\. NATS at .*\n {3}Correct NATS_URL/);
    expect(out).not.toContain('wrong-secret');
  });

  it('says that JetStream is off', async () => {
    const other = await natsServer();
    try {
      await other.stop();
      await other.start([]);
      const [first] = await found({ NATS_URL: other.url });
      expect(first).toMatchObject({
        grave: 1,
        wrong: expect.stringMatching(/JetStream of NATS/),
        todo: expect.stringMatching(/-js/),
      });
    } finally {
      await other.remove();
    }
  });

  it('says which buckets an empty NATS lacks, and that it keeps too few copies', async () => {
    const other = await natsServer();
    try {
      const wrongs = (await found({ NATS_URL: other.url })).map(({ wrong }) => wrong);
      expect(wrongs).toContain('NATS lacks the buckets site, accounts, boards, market.');
      expect(wrongs.filter((wrong) => wrong.includes("doesn't answer on NATS"))).toHaveLength(PARTS.length);
    } finally {
      await other.remove();
    }
    await finds(/^NATS keeps 1 of the 3 copies/, /as many nodes/, { NATS_REPLICAS: '3' });
  });

  it('says that MongoDB is away, that it refuses the password, and that it is no replica set', async () => {
    await finds(/^MongoDB can't be reached: .*ECONNREFUSED/, /MONGO_URL/, {
      MONGO_URL: `mongodb://127.0.0.1:${await freePort()}/sarafa`,
    });
    const wrong = w.mongo.url.replace('mongodb://', 'mongodb://settings:wrong-secret@');
    await finds(/^MongoDB refuses the user or the password/, /MONGO_URL/, { MONGO_URL: wrong });
    expect((await run([], { MONGO_URL: wrong })).out).not.toContain('wrong-secret');
    const alone = await mongod();
    try {
      await finds(/^MongoDB is no replica set/, /rs\.initiate/, { MONGO_URL: alone.url });
    } finally {
      await alone.remove();
    }
  });

  it('says that S3 is away, that it refuses the key, and that the bucket is gone', async () => {
    await finds(/^S3 at .* can't be asked/, /S3_ENDPOINT/, { S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
    await finds(/^S3 at .* refuses the key .*SignatureDoesNotMatch/, /S3_SECRET_KEY/, { S3_SECRET_KEY: 'wrong-secret' });
    await finds(/^S3 at .* has no bucket elsewhere/, /S3_BUCKET/, { S3_BUCKET: 'elsewhere' });
  });

  it('says which part is silent, and which is of another version', async () => {
    await w.parts.settings.stop();
    await finds(/^settings doesn't answer on NATS/, /logs/);
    await w.parts.settings.start({ SARAFA_VERSION: '1.1.0' });
    await finds(/^Parts of several versions .* 1\.0\.0 \(gateway, auth.* and 1\.1\.0 \(settings\)/, /upgrade/);
    await w.parts.settings.restart();
  });

  it('says that MASTER_KEY is another', async () => {
    await w.parts.auth.stop();
    await w.parts.auth.start({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    await until(async () => {
      const findings = await found();
      expect(findings.length).toBeGreaterThan(0);
      for (const { wrong, todo } of findings) {
        expect(wrong).toMatch(/^auth can't work: signing keys .* wrapped by the master key/);
        expect(todo).toMatch(/MASTER_KEY/);
      }
      return true;
    }, 20_000);
    await w.parts.auth.restart();
  });

  it("says that the market's source refuses its key, and then that the quote is old", async () => {
    const { metalsDev } = w.feed.keys;
    w.feed.keys.metalsDev = 'another';
    await finds(/^The market's source: .*answered 40[13]/, /correct the source's key/);
    w.feed.keys.metalsDev = metalsDev;
    await until(async () => (await found()).length === 0, 20_000);
    await w.parts.pricing.restart('SIGTERM', { MARKET_STALE_AFTER_MS: '1' });
    await finds(/^The last quote is of .* old\.$/, /SarafaQuoteOld/);
    await w.parts.pricing.restart();
  });

  it('says what is the matter with backups', async () => {
    await backups().deleteOne({ _id: 'backup' });
    await finds(/^There is no backup/, /backup\.enabled/);
    await tell('backup', { at: new Date(Date.now() - 3 * DAY_MS) });
    await finds(/^The newest backup is 72 hours old/, /SarafaBackupOld/);
    await tell('backup', { at: new Date() });
    await tell('verification', { ok: false });
    await finds(/^The last verification of a backup failed/, /verify-backup/);
    await backups().deleteOne({ _id: 'verification' });
    await finds(/^No backup was ever verified/, /verify-backup/);
    await tell('verification', { at: new Date(), ok: true });
  });

  it('says what is the matter with the public address: nothing there, no TLS, a proxy that buffers or hides who asks', async () => {
    const [shop] = await addShops(w.db, [{}]);
    const { url } = w.parts.gateway;
    const board = `${url}/public-view/${shop}`;
    const wrongsOf = async (PUBLIC_URL: string) => (await found({ PUBLIC_URL })).map(({ wrong }) => wrong);
    await until(async () => (await fetch(`${url}/user/dashboard/${shop}`)).ok);
    expect(await wrongsOf(board)).toEqual([expect.stringContaining('without TLS')]);
    expect(await wrongsOf(`http://127.0.0.1:${await freePort()}`)).toContainEqual(
      expect.stringMatching(/can't be reached: .*ECONNREFUSED/),
    );
    // A proxy that sends an answer on only when it is whole.
    const buffering = createServer((request, response) => {
      void fetch(url + request.url).then(async (answer) => {
        const body = await answer.text();
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! }).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(buffering, 'listening');
    const { port } = buffering.address() as { port: number };
    expect(await wrongsOf(`http://127.0.0.1:${port}/public-view/${shop}`)).toContainEqual(
      expect.stringMatching(/stream of a board brings nothing through the proxy/),
    );
    buffering.closeAllConnections();
    buffering.close();
    await signIn(url, ADMIN.username, ADMIN.password);
    expect(await wrongsOf(url)).toContainEqual(expect.stringMatching(/the proxy hides who asks/));
  });

  it('is helped by `helm test`, which finds an ingress that hides who asks', async () => {
    const { gateway } = w.parts;
    const { hostname, port } = new URL(gateway.url);
    let forwarded: Record<string, string> = {};
    // Another address than the client's, as a proxy has.
    const localAddress = '127.0.0.2';
    const ingress = createServer((request, response) => {
      const { method, url: path, headers } = request;
      const upstream = ask({ hostname, port, localAddress, method, path, headers: { ...headers, ...forwarded } }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(upstream);
    }).listen(0, '127.0.0.1');
    await once(ingress, 'listening');
    const INGRESS_URL = `http://127.0.0.1:${(ingress.address() as { port: number }).port}`;
    const test = async (env: Record<string, string> = {}) => {
      const { username: ADMIN_USERNAME, password: ADMIN_PASSWORD } = ADMIN;
      const given = { SARAFA_URL: gateway.url, INGRESS_URL, ADMIN_USERNAME, ADMIN_PASSWORD, ...env };
      const child = spawn(process.execPath, [HELM_TEST], { env: given });
      const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code: code as number, said: out + error };
    };
    expect(await test()).toEqual({ code: 1, said: expect.stringContaining(`${localAddress} sends no X-Forwarded-For`) });
    forwarded = { 'x-forwarded-for': '127.0.0.1' };
    expect(await test()).toEqual({ code: 1, said: expect.stringMatching(/TRUST_PROXY to a range that has 127\.0\.0\.2/) });
    await gateway.restart('SIGTERM', { TRUST_PROXY: localAddress });
    expect(await test()).toEqual({
      code: 0,
      said: expect.stringContaining('says who asks: 127.0.0.1, forwarded by 127.0.0.2'),
    });
    const nowhere = await test({ INGRESS_URL: `http://127.0.0.1:${await freePort()}` });
    expect(nowhere).toEqual({ code: 0, said: expect.stringContaining("can't be asked from inside of the cluster") });
    ingress.closeAllConnections();
    ingress.close();
  });
});
