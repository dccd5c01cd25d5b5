import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingsHarness } from '../testing/settings-harness.js';

describe('what backups say of themselves', () => {
  let w: SettingsHarness;

  beforeAll(async () => (w = await SettingsHarness.start()));
  afterAll(() => w.end());

  const told = async () => {
    const values = ['timestamp_seconds', 'verification_timestamp_seconds', 'verified'].map((name) =>
      w.metric(`sarafa_backup_${name}`),
    );
    return Promise.all(values);
  };

  it('is told by metrics, and nothing is told while there is none', async () => {
    expect(await told()).toEqual([undefined, undefined, undefined]);
    const [at, verifiedAt] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-22T20:00:00Z')];
    const records = w.db.collection<{ _id: string }>('backups');
    await records.insertMany([
      { _id: 'backup', at },
      { _id: 'verification', at: verifiedAt, ok: true },
    ] as never);
    expect(await told()).toEqual([at.getTime() / 1_000, verifiedAt.getTime() / 1_000, 1]);
    await records.updateOne({ _id: 'verification' }, { $set: { ok: false } });
    expect((await told())[2]).toBe(0);
  });
});
