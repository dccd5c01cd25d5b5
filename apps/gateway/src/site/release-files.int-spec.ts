import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Bus } from '@sarafa/server';
import { natsServer, type Server } from '@sarafa/testing';
import { GatewayConfig } from '../gateway.config.js';
import { ReleaseFiles } from './release-files.js';
import { SharedFiles } from './shared-files.js';

const DAY = 24 * 3_600_000;

describe('the files that gateways have for each other', () => {
  const { now } = Date;
  let folder: string;
  let nats: Server;
  let bus: Bus;
  let shared: SharedFiles;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets', 'own.js'), '/* own */');
    nats = await natsServer();
    bus = await Bus.connect(nats.url, 'spec');
    shared = new SharedFiles(bus);
  });

  afterEach(() => void jest.restoreAllMocks());

  afterAll(async () => {
    await bus.close();
    await nats.remove();
    rmSync(folder, { recursive: true });
  });

  const revisions = async () => Object.fromEntries((await shared.list()).map(({ name, revision }) => [name, revision]));

  it('are offered again after a week, and go a month after their release was last there', async () => {
    const files = new ReleaseFiles(bus, GatewayConfig.parse({ WEB_DIR: folder }));
    const lookAfter = async (days: number) => {
      jest.spyOn(Date, 'now').mockImplementation(() => now() + days * DAY);
      await files['turn']();
      return revisions();
    };
    await shared.put('other.js', Buffer.from('/* other */'));
    const first = await lookAfter(0);
    expect(Object.keys(first).sort()).toEqual(['other.js', 'own.js']);
    expect(await lookAfter(6.9)).toEqual(first);
    const renewed = await lookAfter(7.1);
    expect([renewed['other.js'], renewed['own.js']! > first['own.js']!]).toEqual([first['other.js'], true]);
    expect(String(await files.find('other.js'))).toBe('/* other */');
    expect(Object.keys(await lookAfter(30.1))).toEqual(['own.js']);
    expect(await files.find('other.js')).toBeUndefined();
  });

  it('are there once when several gateways offer one at the same time, also one that was removed', async () => {
    for (const content of ['first', 'second', 'third']) {
      const gateways = [shared, new SharedFiles(bus), new SharedFiles(bus)];
      await Promise.all(gateways.map((gateway) => gateway.put('new.js', Buffer.from(content))));
      const there = await shared.list();
      const file = there.find(({ name }) => name === 'new.js');
      expect(String(await shared.read(file!))).toBe(content);
      const { nuid, chunks, digest } = file!;
      // Replaced while it is read: no page may keep a half script for a year.
      for (const other of [{ nuid: 'gone' }, { digest: 'SHA-256=' }])
        expect(await shared.read({ nuid, chunks, digest, ...other })).toBeUndefined();
      const { streams } = await bus.jetStream.manager();
      const { state } = await streams.info('OBJ_web_files', { subjects_filter: '$O.web_files.C.>' });
      expect(Object.keys(state.subjects!)).toHaveLength(there.length);
      if (content === 'second') await shared.delete('new.js');
    }
  });
});
