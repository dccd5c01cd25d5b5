/** @first */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audit, type AuditEntry, users } from '@sarafa/contracts';
import { Bus, callerHeader, RpcClient, withRequest } from '@sarafa/server';
import { DIE_WHEN_WRITING, type RunningApp, TestHarness, until } from '@sarafa/testing';
import mongoose from 'mongoose';

const ADMIN = { role: 'admin', id: 'b'.repeat(24) } as const;
const CALLER = callerHeader({ username: 'asha', device: 'Chrome on Windows', address: '203.0.113.0/24' });
const PASSWORD = 'a long password';
const RANDOM_KILLS = 4;
/** That of a new shop. */
const FIRST = 'Mumbai';

/** A command to MongoDB, as its wire has it. */
const command = (name: string, collection: string) => `\\x02${name}\\x00.\\x00\\x00\\x00${collection}\\x00`;
const STEPS = {
  'the change': command('findAndModify', 'accounts'),
  'the publication': 'PUB \\$KV\\.[^ ]+\\.profile ',
  'the mark that it is published': `${command('update', 'accounts')}[^]*unpublished`,
  'the copy to the log': command('update', 'users_audit_entries'),
  'its removal from the document': `${command('update', 'accounts')}[^]*\\$filter`,
};

/** Users, in a process of its own that is killed; what it does with its documents and its log, all services do. */
describe('a change of a service that is killed', () => {
  const w = new TestHarness();
  let bus: Bus;
  let rpc: RpcClient;
  let part: RunningApp;
  let now: string;
  let count = 0;

  beforeAll(async () => {
    await w.open();
    now = join(w.dir, 'now');
    part = await w.startPart('users', { SWEEP_MS: '100', CALLER_TOKENS: 'optional', DIES_WHEN: now }, [
      '--import',
      DIE_WHEN_WRITING,
    ]);
    bus = await Bus.connect(w.nats.url, 'spec');
    rpc = new RpcClient(bus);
  });
  afterAll(async () => {
    await bus.close();
    await w.end();
  });

  const newId = () => new mongoose.Types.ObjectId().toHexString();
  const make = async () => {
    const id = newId();
    const fields = { username: `shop.${++count}`, password: PASSWORD };
    await until(() => rpc.call(users.createShop, { id, fields }, ADMIN).catch(() => undefined));
    return id;
  };
  const change = (id: string, fields: object) =>
    withRequest({ caller: CALLER }, () => rpc.call(users.updateShop, { id, fields }, ADMIN)).then(
      () => true,
      () => false,
    );
  const stored = (id: string) => w.db.collection('accounts').findOne({ _id: new mongoose.Types.ObjectId(id) });
  const died = () => {
    try {
      return !process.kill(part.pid, 0);
    } catch {
      return true;
    }
  };
  /** When all of a shop is published and copied. */
  const settled = async (id: string): Promise<AuditEntry[]> => {
    await until(async () => {
      const shop = await stored(id);
      return !shop || (shop['unpublished'] === false && !('audit' in shop));
    });
    return until(() => rpc.call(audit.users, { userId: id, limit: 50 }, ADMIN).catch(() => undefined));
  };
  /** Done again from its making on, the log gives the document: no change is missing, and none is there twice. */
  const agree = async (id: string, entries: AuditEntry[]) => {
    const shop = await stored(id);
    let city: unknown = FIRST;
    for (const { before, after } of entries.toReversed().slice(1)) {
      expect(before).toEqual({ city });
      city = after!['city'];
    }
    expect(shop!['city']).toBe(city);
    return city;
  };

  // After a step there is what there is before the next one.
  it.each([
    ...Object.keys(STEPS).map((step) => ['before', step] as const),
    ['after', 'its removal from the document'] as const,
  ])('is in the document and in the log, or in neither, when that happens %s %s', async (when, step) => {
    const id = await make();
    await settled(id);
    await writeFile(now, `${when === 'after' ? 'after ' : ''}/${STEPS[step as keyof typeof STEPS]}/`);
    const answered = change(id, { city: 'Surat' });
    await until(died);
    await rm(now);
    await part.start();
    const isAnswered = await answered;
    const city = await agree(id, await settled(id));
    // What happens to the first step only decides whether there is a change.
    if (isAnswered || step !== 'the change') expect(city).toBe('Surat');
  });

  it('is in both or in neither at whatever moment that happens', async () => {
    const id = await make();
    await settled(id);
    const cities = new Set<unknown>([FIRST]);
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      let isOver = false;
      const changing = (async () => {
        for (let n = 0; !isOver; n++) {
          const city = `City ${kill} ${n}`;
          if (await change(id, { city })) cities.add(city);
        }
      })();
      await sleep(20 + Math.random() * 250);
      await part.restart('SIGKILL');
      isOver = true;
      await changing;
    }
    const entries: AuditEntry[] = [];
    await settled(id);
    for (let page: AuditEntry[] = []; ;) {
      const before = page.at(-1)?.id;
      page = await rpc.call(audit.users, { userId: id, limit: 50, ...(before ? { before } : {}) }, ADMIN);
      entries.push(...page);
      if (page.length < 50) break;
    }
    await agree(id, entries);
    // All that was answered is there.
    const logged = new Set<unknown>([FIRST, ...entries.map(({ after }) => after?.['city'])]);
    expect([...cities].filter((city) => !logged.has(city))).toEqual([]);
  });
});
