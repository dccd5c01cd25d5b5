import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsServer, type RunningApp, type Server, startApp, until } from '@sarafa/testing';

const PAGES = { '/public-view/7': 'board.html', '/login': 'index.html', '/sw.js': 'sw.js' };

describe('the pages of a new release', () => {
  let folder: string;
  let nats: Server;
  let gateway: RunningApp;

  /** As in an image: all files have the same time, and the names of scripts have the same length. */
  const release = (script: string) => {
    for (const name of Object.values(PAGES)) {
      writeFileSync(join(folder, name), `<script src="/assets/${script}">`);
      utimesSync(join(folder, name), 0, 0);
    }
  };
  const get = (path: string, tag?: string | null) =>
    fetch(gateway.url + path, { headers: { accept: 'text/html', ...(tag && { 'if-none-match': tag }) } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    release('aaaa.js');
    nats = await natsServer();
    gateway = await startApp('gateway', { env: { NATS_URL: nats.url, WEB_DIR: folder } });
  });

  afterAll(async () => {
    await gateway.stop('SIGKILL');
    await nats.remove();
    rmSync(folder, { recursive: true });
  });

  it('are told apart from those of the last, and known again', async () => {
    const tags = new Map<string, string | null>();
    for (const path of Object.keys(PAGES)) tags.set(path, (await get(path)).headers.get('etag'));
    for (const [path, tag] of tags) expect([path, (await get(path, tag)).status]).toEqual([path, 304]);

    await gateway.stop();
    release('bbbb.js');
    await gateway.start();
    for (const [path, tag] of tags) {
      const answer = await get(path, tag);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, '<script src="/assets/bbbb.js">']);
      expect((await get(path, answer.headers.get('etag'))).status).toBe(304);
    }
  });
});

describe('the files of releases beside each other', () => {
  const SCRIPT = expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/);
  const folders: string[] = [];
  const gateways: RunningApp[] = [];
  let nats: Server;

  /** Starts a gateway of a release whose page names this script. */
  const rolledOut = async (script: string): Promise<RunningApp> => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    folders.push(folder);
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'board.html'), `<script src="/assets/${script}">`);
    writeFileSync(join(folder, 'assets', script), `/* ${script} */`);
    const gateway = await startApp('gateway', { env: { NATS_URL: nats.url, WEB_DIR: folder } });
    gateways.push(gateway);
    return gateway;
  };
  const asset = async ({ url }: RunningApp, name: string) => {
    const answer = await fetch(`${url}/assets/${name}`);
    const { headers, status } = answer;
    return [status, headers.get('content-type'), headers.get('cache-control'), status === 200 ? await answer.text() : ''];
  };
  const whole = (script: string) => [200, SCRIPT, 'public, max-age=31536000, immutable', `/* ${script} */`];

  beforeAll(async () => {
    nats = await natsServer();
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGKILL')));
    await nats.remove();
    folders.forEach((folder) => rmSync(folder, { recursive: true }));
  });

  it('are had from each gateway, as soon as the first page of a new release can go out', async () => {
    const [old] = [await rolledOut('old.js')];
    await until(async () => (await listed(nats)).includes('old.js'));
    const fresh = await rolledOut('new.js');
    expect(await asset(old, 'new.js')).toEqual(whole('new.js'));
    expect(await asset(fresh, 'old.js')).toEqual(whole('old.js'));
    expect(await asset(fresh, 'new.js')).toEqual(whole('new.js'));
    expect((await asset(old, 'none.js')).slice(0, 3)).toEqual([404, 'application/json; charset=utf-8', 'no-store']);
  });

  it("are had after the release's last gateway has gone, also while NATS is away", async () => {
    await gateways[0]!.stop();
    await gateways[1]!.restart();
    expect(await asset(gateways[1]!, 'old.js')).toEqual(whole('old.js'));
    await nats.stop();
    expect(await asset(gateways[1]!, 'old.js')).toEqual(whole('old.js'));
    await nats.start();
  });

  it('are offered again after NATS has lost them', async () => {
    await until(async () => (await listed(nats)).length > 0);
    await withNats(nats, async (connection) => {
      await (await jetstreamManager(connection)).streams.delete('OBJ_web_files');
    });
    // A request for an unknown file makes the gateway look for it.
    await until(async () => {
      await asset(gateways[1]!, 'none.js');
      return (await listed(nats)).includes('new.js');
    });
  });
});

async function listed(nats: Server): Promise<string[]> {
  return withNats(nats, async (connection) => {
    const store = await new Objm(connection).open('web_files').catch(() => undefined);
    return store ? (await store.list()).map(({ name }) => name) : [];
  });
}

async function withNats<T>({ url }: Server, act: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url });
  try {
    return await act(connection);
  } finally {
    await connection.close();
  }
}
