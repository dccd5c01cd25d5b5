import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Database, replicaSet, type Server } from '@sarafa/testing';
import mongoose from 'mongoose';
import { type KnownDevice, KnownDeviceSchema } from './known-device.schema.js';
import { KnownDevicesRepository } from './known-devices.repository.js';
import { SignInCountsRepository } from './sign-in-counts.repository.js';

describe('what a sign-in writes down', () => {
  let server: Server;
  let db: Database;

  beforeAll(async () => {
    server = await replicaSet();
    await server.stop();
    await server.start(['--setParameter', 'enableTestCommands=1']);
    // As the product connects.
    const ofAMajority = {
      readConcern: { level: 'majority' as const },
      writeConcern: { w: 'majority' as const, wtimeoutMS: 500 },
    };
    db = await mongoose.createConnection(server.url, ofAMajority).asPromise();
  });

  afterAll(async () => {
    await db.close();
    await server.remove();
  });

  it('refuses nobody after a clock that was ahead for a while', async () => {
    const counts = new SignInCountsRepository(db);
    const whose = { name: 'staff', address: '198.18.0.2' };
    const { left } = await counts.begin(whose);
    await counts.end(whose);
    const ofMachine = Date.now.bind(Date);
    const wrong = jest.spyOn(Date, 'now').mockImplementation(() => ofMachine() + 365 * 86_400_000);
    for (let count = 0; count < 40; count++) {
      await counts.begin(whose);
      await counts.end(whose, count % 2 ? 'failed' : 'succeeded');
    }
    // Of a process that is killed.
    await counts.begin(whose);
    wrong.mockRestore();
    expect(await counts.begin(whose)).toEqual({ left });
    await counts.end(whose, 'failed');
    // What other replicas count stays for one whose clock is behind.
    const behind = jest.spyOn(Date, 'now').mockImplementation(() => ofMachine() - 3_600_000);
    expect(await counts.begin(whose)).toEqual({ left: left - 1 });
    behind.mockRestore();
  });

  it('waits for no majority, and counts', async () => {
    const counts = new SignInCountsRepository(db);
    const model = db.model<KnownDevice>('KnownDevice', KnownDeviceSchema);
    const devices = new KnownDevicesRepository(model);
    // Its indexes are made by a majority.
    await model.init();
    const whose = { name: 'owner', address: '198.18.0.1' };
    await counts.begin(whose);
    await counts.end(whose);
    // As while a member hangs: no change becomes one that a majority has.
    await db.db!.admin().command({ configureFailPoint: 'disableSnapshotting', mode: 'alwaysOn' });
    await expect(db.collection('others').insertOne({})).rejects.toThrow('replication timed out');
    const left: number[] = [];
    for (const outcome of ['failed', 'succeeded', 'failed', undefined] as const) {
      left.push((await counts.begin(whose)).left);
      await counts.end(whose, outcome);
    }
    expect(left.map((one) => left[0]! - one)).toEqual([0, 1, 1, 2]);
    const account = { id: 'a', role: 'user', credentials_version: 1 } as Parameters<typeof devices.remember>[2];
    expect(await devices.remember('owner', undefined, account)).toMatch(/^[\w-]{24}$/);
  });
});
