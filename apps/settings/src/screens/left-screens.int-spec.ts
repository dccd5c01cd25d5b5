import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { newId, SettingsHarness } from '../testing/settings-harness.js';

describe('what a removal of a screen has left when its process died', () => {
  let w: SettingsHarness;

  beforeAll(async () => {
    // Two of three would be taken for a sign of a wrong database.
    const REMOVE_ANYWAY_UNTIL = new Date(Date.now() + 3_600_000).toISOString();
    w = await SettingsHarness.start({ ALARM_AFTER_MS: '0', ORPHAN_GRACE_MS: '400', REMOVE_ANYWAY_UNTIL });
  });

  afterAll(() => w.end());

  const openAlarms = async () => (await w.alarmsOf()).filter(({ ended_at }) => ended_at === null).map(({ screen }) => screen);

  it('goes, with its alarm, also where that alone is left, and nothing of the screens that are there', async () => {
    const shop = await w.shop();
    const [kept, removed, alarmed] = [await w.screen(shop), await w.screen(shop), newId()];
    await until(async () => (await openAlarms()).length === 2);
    const at = new Date();
    const alarm = { screen: alarmed, name: 'Removed', userId: newId(), state: 'offline', since: at, at, ended_at: null };
    await w.db.collection('screen_alarms').insertOne({ ...alarm, deliveries: [] });
    expect((await openAlarms()).toSorted()).toEqual([kept, removed, alarmed].toSorted());
    // As the process leaves it that dies after the revocation.
    await w.db.collection('screens').updateMany({}, { $pull: { screens: { _id: removed } } } as object);
    await until(async () => (await w.storedState(removed)) === undefined && (await openAlarms()).length === 1);
    expect([await w.storedState(kept), await openAlarms()]).toEqual(['never', [kept]]);
  });
});
