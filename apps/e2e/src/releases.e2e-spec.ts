import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { natsServer, type RunningApp, type Server, startApp } from '@sarafa/testing';

const PAGES = { '/public-view/7': 'board.html', '/login': 'index.html', '/sw.js': 'sw.js' };

describe('the pages of a new release', () => {
  let folder: string;
  let nats: Server;
  let gateway: RunningApp;

  /** As an image has it: whatever is in it, all files are equally old; and names of scripts are equally long. */
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
  }, 40_000);

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
