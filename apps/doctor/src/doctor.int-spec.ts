import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import type { PartName } from '@sarafa/contracts';
import {
  ADMIN,
  addShops,
  freePort,
  mongod,
  natsServer,
  PARTS,
  replicaSet,
  type RunningApp,
  signIn,
  TestHarness,
  until,
} from '@sarafa/testing';
import { run } from './run.js';

/** The configuration that the chart gives to nats-server: the doctor has to do with what a gateway may. */
const CONFIG = fileURLToPath(new URL('../../../helm/sarafa/files/nats-users.conf', import.meta.url));
const HELM_TEST = fileURLToPath(new URL('../../../helm/sarafa/files/helm-test.mjs', import.meta.url));
const { BUNDLED_APPS } = process.env;
const PROGRAM = BUNDLED_APPS ? `${BUNDLED_APPS}/doctor.mjs` : fileURLToPath(new URL('../dist/main.js', import.meta.url));
const passwordOf = (user: string) => `secretOf${user}`;
const passwords = Object.fromEntries(PARTS.map((part) => [`NATS_${part.toUpperCase()}_PASSWORD`, passwordOf(part)]));
const DAY_MS = 86_400_000;
/** Each part has one replica here. */
const NEXT_ANSWER_MS = 200;

interface Finding {
  grave: number;
  wrong: string;
  todo: string;
}

describe('the doctor', () => {
  const w = new TestHarness();
  const parts = {} as Record<PartName, RunningApp>;
  const urlOf = (user: string, password = passwordOf(user)) => w.nats.url.replace('nats://', `nats://${user}:${password}@`);
  const tell = (id: string, fields: object, db = w.db) =>
    db.collection<{ _id: string }>('backups').updateOne({ _id: id }, { $set: fields }, { upsert: true });
  const envOf = (env: Record<string, string>) => ({ ...w.env, NATS_URL: urlOf('gateway'), ...env });

  /** All that it says, in this process. */
  const said = async (args: string[], env: Record<string, string> = {}) => {
    let out = '';
    const code = await run(args, envOf(env), (more) => void (out += more), NEXT_ANSWER_MS);
    return { code, out };
  };
  /** The program itself. */
  const program = async (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: envOf(env) });
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code: code as number, out, error };
  };
  /** All that it finds, the gravest first. */
  const found = async (env?: Record<string, string>): Promise<Finding[]> => {
    const { code, out } = await said(['--json'], env);
    const findings = JSON.parse(out) as Finding[];
    expect(code).toBe(findings.length > 0 ? 1 : 0);
    for (const { todo, wrong } of findings)
      expect([todo, wrong]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    return findings;
  };
  const finding = (wrong: RegExp, todo: RegExp): Finding => ({
    grave: expect.any(Number) as unknown as number,
    wrong: expect.stringMatching(wrong) as unknown as string,
    todo: expect.stringMatching(todo) as unknown as string,
  });
  /** That it finds this, and nothing else, once the parts have noticed. */
  const finds = (wrong: RegExp, todo: RegExp, env?: Record<string, string>) =>
    until(async () => {
      expect(await found(env)).toEqual([finding(wrong, todo)]);
      return true;
    });
  const findsNothing = () => until(async () => (await found()).length === 0);
  const startPart = async (part: PartName, env: Record<string, string> = {}) =>
    w.startPart(part, {
      ...{ SWEEP_MS: '200', SARAFA_VERSION: '1.0.0', MARKET_STALE_AFTER_MS: '3600000', NATS_URL: urlOf(part) },
      ...env,
    });

  beforeAll(async () => {
    await w.open({
      startNats: (dir) => natsServer({ config: CONFIG, env: passwords, log: `${dir}/nats.log` }),
      startMongo: replicaSet,
      withFiles: true,
      updateIntervalMs: 1_000,
    });
    const start = async (part: PartName) => {
      parts[part] = await startPart(part, part === 'settings' ? { SARAFA_VERSION: '1.1.0' } : {});
    };
    await Promise.all([
      ...PARTS.map(start),
      tell('backup', { at: new Date() }),
      tell('verification', { at: new Date(), ok: true }),
    ]);
  });
  afterAll(() => w.end());

  it('says which part is of another version, and which is silent', async () => {
    await finds(/^Parts of several versions .* 1\.0\.0 \(gateway, auth.* and 1\.1\.0 \(settings\)/, /upgrade/);
    await parts.settings.stop();
    await finds(/^settings doesn't answer on NATS/, /logs/);
    await parts.settings.start({ SARAFA_VERSION: '1.0.0' });
    await findsNothing();
  });

  it('finds nothing where all is well', async () => {
    expect(await program([])).toEqual({ code: 0, out: 'Nothing found.\n', error: '' });
  });

  it('says that NATS and the public address are away, and looks at the rest', async () => {
    const [nats, front] = [await freePort(), await freePort()];
    const PUBLIC_URL = `http://127.0.0.1:${front}`;
    expect(await program([], { NATS_URL: `nats://gateway:secret@127.0.0.1:${nats}`, PUBLIC_URL })).toEqual({
      code: 1,
      out: expect.stringMatching(
        new RegExp(
          `^1\\. NATS at 127.0.0.1:${nats} can't be reached: .*ECONNREFUSED.*\\n {3}Start NATS.*\\n` +
            `2\\. ${PUBLIC_URL}/ can't be reached: .*ECONNREFUSED.*\\n {3}Look at .*\\n` +
            `3\\. Boards come to ${PUBLIC_URL} without TLS.*\\n.*\\n$`,
        ),
      ),
      error: '',
    });
  });

  it('says what is wrong in its configuration', async () => {
    expect(await program([], { PUBLIC_URL: 'rates.example' })).toEqual({
      code: 1,
      out: '',
      error: expect.stringContaining('PUBLIC_URL'),
    });
  });

  it('says that NATS refuses the password, without the password, and that it keeps too few copies', async () => {
    const NATS_URL = urlOf('gateway', 'wrong-secret');
    const [{ out }] = await Promise.all([
      said([], { NATS_URL }),
      finds(/refuses the user or the password/, /NATS_URL/, { NATS_URL }),
      finds(/^NATS keeps 1 of the 3 copies/, /as many nodes/, { NATS_REPLICAS: '3' }),
    ]);
    expect(out).toMatch(/^1\. NATS at .*\n {3}Correct NATS_URL/);
    expect(out).not.toContain('wrong-secret');
  });

  it("says which buckets an empty NATS lacks, which answers it can't read, and that JetStream is off", async () => {
    const other = await natsServer();
    const newer = await connect({ servers: other.url });
    newer.subscribe('auth.about', { callback: (_, message) => void message.respond('no JSON') });
    try {
      const wrongs = (await found({ NATS_URL: other.url })).map(({ wrong }) => wrong);
      expect(wrongs).toContain('NATS lacks the buckets site, accounts, boards, market.');
      expect(wrongs).toContainEqual(expect.stringMatching(/^A replica of auth answers what this doctor can't read/));
      expect(wrongs.filter((wrong) => wrong.includes("doesn't answer on NATS"))).toHaveLength(PARTS.length - 1);
      await newer.close();
      await other.stop();
      await other.start([]);
      const [first] = await found({ NATS_URL: other.url });
      expect(first).toEqual({ ...finding(/JetStream of NATS/, /-js/), grave: 1 });
    } finally {
      await other.remove();
    }
  });

  it('says that MongoDB is away, that it refuses the password, and that it is no replica set', async () => {
    const MONGO_URL = w.mongo.url.replace('mongodb://', 'mongodb://settings:wrong-secret@');
    const alone = await mongod();
    try {
      const [{ out }] = await Promise.all([
        said([], { MONGO_URL }),
        finds(/^MongoDB refuses the user or the password/, /MONGO_URL/, { MONGO_URL }),
        finds(/^MongoDB is no replica set/, /rs\.initiate/, { MONGO_URL: alone.url }),
        finds(/^MongoDB can't be reached: .*ECONNREFUSED/, /MONGO_URL/, {
          MONGO_URL: `mongodb://127.0.0.1:${await freePort()}/sarafa`,
        }),
      ]);
      expect(out).not.toContain('wrong-secret');
    } finally {
      await alone.remove();
    }
  });

  it('says that S3 is away, that it refuses the key, and that the bucket is gone', async () => {
    await Promise.all([
      finds(/^S3 at .* can't be asked/, /S3_ENDPOINT/, { S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }),
      finds(/^S3 at .* refuses the key .*SignatureDoesNotMatch/, /S3_SECRET_KEY/, { S3_SECRET_KEY: 'wrong-secret' }),
      finds(/^S3 at .* has no bucket elsewhere/, /S3_BUCKET/, { S3_BUCKET: 'elsewhere' }),
    ]);
  });

  it('says what is the matter with backups', async () => {
    const now = { at: new Date() };
    const long = { at: new Date(Date.now() - 3 * DAY_MS) };
    const verified = { ...now, ok: true };
    const fine = { backup: now, verification: verified };
    /** Of an installation whose database says this of its backups. */
    const findsOf = async (name: string, told: Record<string, object>, wrong: RegExp, todo: RegExp, restoring?: object) => {
      const url = new URL(w.mongo.url);
      url.pathname = `/${name}`;
      if (restoring) await w.db.useDb(name).collection('restoring').insertOne(restoring);
      await Promise.all(Object.entries(told).map(([id, fields]) => tell(id, fields, w.db.useDb(name))));
      await finds(wrong, todo, { MONGO_URL: url.href });
    };
    await Promise.all([
      findsOf('never', { verification: verified }, /^There is no backup/, /backup\.enabled/),
      findsOf('old', { backup: long, verification: verified }, /^The newest backup is 72 hours old/, /SarafaBackupOld/),
      findsOf('bad', { backup: now, verification: { ...now, ok: false } }, /^The last verification .* failed/, /verify-backup/),
      findsOf('unsure', { backup: now }, /^No backup was ever verified/, /verify-backup/),
      findsOf('half', fine, /^A restore into this database has begun/, /Run the restore again;/, { backup: 'one' }),
      findsOf('filed', fine, /not brought all files back yet/, /goes on with the files/, {
        backup: 'one',
        stage: 'files',
      }),
    ]);
  });

  it('says what is the matter with the public address: no TLS, a proxy that buffers or hides who asks', async () => {
    const [shop] = await addShops(w.db, [{}]);
    const { url } = parts.gateway;
    const board = `/public-view/${shop}`;
    const wrongsOf = async (PUBLIC_URL: string) => (await found({ PUBLIC_URL })).map(({ wrong }) => wrong);
    await until(async () => (await fetch(`${url}/user/dashboard/${shop}`)).ok);
    // A proxy that sends an answer on only when it is whole.
    const buffering = createServer((request, response) => {
      void fetch(url + request.url).then(async (answer) => {
        const body = await answer.text();
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! }).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(buffering, 'listening');
    const { port } = buffering.address() as { port: number };
    // The shop is in MongoDB alone until the next sweep.
    await until(async () => {
      const [wrong, ...others] = await wrongsOf(url + board);
      return wrong?.includes('without TLS') && others.length === 0;
    });
    await signIn(url, ADMIN.username, ADMIN.password);
    const buffered = await wrongsOf(`http://127.0.0.1:${port}${board}`);
    expect(buffered).toContainEqual(expect.stringMatching(/stream of a board brings nothing through the proxy/));
    expect(buffered).toContainEqual(expect.stringMatching(/can't be told apart/));
    buffering.closeAllConnections();
    buffering.close();
  });

  it('says first that MongoDB is away, and then who misses it', async () => {
    await w.mongo.stop();
    await until(async () => {
      const [first, ...others] = await found();
      expect(first).toEqual(finding(/^MongoDB can't be reached/, /Start MongoDB/));
      return others.some(({ wrong }) => /^auth, users, .* can't work: mongodb/.test(wrong));
    });
    await w.mongo.start();
    await findsNothing();
  });

  it('says that MASTER_KEY is another', async () => {
    await parts.auth.stop();
    parts.auth.startUnready({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    await until(async () => {
      const findings = await found();
      expect(findings.length).toBeGreaterThan(0);
      for (const { wrong, todo } of findings) {
        expect(wrong).toMatch(/^auth can't work: signing keys .* wrapped by the master key/);
        expect(todo).toMatch(/MASTER_KEY/);
      }
      return true;
    });
    await parts.auth.restart();
  });

  it("says that the market's source refuses its key, and then that the quote is old", async () => {
    const { metalsDev } = w.feed.keys;
    w.feed.keys.metalsDev = 'another';
    await finds(/^The market's source: .*answered failure HTTP 401, 1101: The API key is invalid/, /correct the source's key/);
    w.feed.keys.metalsDev = metalsDev;
    await parts.pricing.restart('SIGTERM', { MARKET_STALE_AFTER_MS: '1' });
    await finds(/^The last quote is of .* old\.$/, /SarafaQuoteOld/);
  });

  it('is helped by `helm test`, which finds an ingress that hides who asks', async () => {
    const { gateway } = parts;
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
