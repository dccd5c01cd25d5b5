import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, type Screen, screens, type ScreenStates } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { ADMIN, newId, SettingsHarness } from '../testing/settings-harness.js';

const OF_A_SHOP = 20;

describe('the list of all screens', () => {
  let w: SettingsHarness;

  beforeAll(async () => {
    w = await SettingsHarness.start();
  });

  afterEach(async () => {
    for (const name of ['screens', 'screen_states']) await w.db.collection(name).deleteMany({});
  });

  afterAll(() => w.end());

  /** What all pages of a list answer. */
  const allOf = async <P extends { next: string | null }>(ask: (after?: string) => Promise<P>): Promise<P[]> => {
    const pages = [await ask()];
    while (pages.at(-1)!.next) pages.push(await ask(pages.at(-1)!.next!));
    return pages;
  };
  const states = async (): Promise<ScreenStates> => {
    const pages = await allOf((after) => w.rpc.call(screens.states, { after }, ADMIN));
    expect(pages.slice(1).every(({ count }) => count === undefined)).toBe(true);
    return { count: pages[0]!.count!, dark: pages.flatMap(({ dark }) => dark), off: pages.flatMap(({ off }) => off) };
  };

  it('has each of them once, with what the release that has stored it didn’t know', async () => {
    const at = new Date();
    const shops = Array.from({ length: 55 }, () => ({
      _id: new w.db.base.Types.ObjectId(newId()),
      screens: Array.from({ length: OF_A_SHOP }, () => ({ _id: newId(), name: 'Front window', paired_at: at })),
    }));
    await w.db.collection('screens').insertMany([...shops, { _id: new w.db.base.Types.ObjectId(newId()), screens: [] }]);
    const pages = await allOf((after) => w.rpc.call(screens.list, { after }, ADMIN));
    expect(pages.map((page) => page.screens.length)).toEqual([40 * OF_A_SHOP, 15 * OF_A_SHOP]);
    const listed = pages.flatMap((page) => page.screens);
    expect(listed.map(({ id }) => id)).toEqual(shops.flatMap((shop) => shop.screens.map(({ _id }) => _id)));
    expect(listed[0]).toMatchObject({
      ...{
        userId: String(shops[0]!._id),
        name: 'Front window',
        state: 'never',
        since: at.toISOString(),
        layout_orientation: null,
      },
      ...{ shows: 'all', overscan: 0, video_turned: false },
    });
    expect((await states()).count).toBe(55 * OF_A_SHOP);
  });

  it('can be asked for some of them', async () => {
    const [one, other] = [await w.shop(), await w.shop()];
    const named = [await w.screen(one), await w.screen(other)];
    await w.screen(one);
    const found = await w.rpc.call(screens.list, { ids: [...named, newId()] }, ADMIN);
    expect(found.screens.map(({ id }: Screen) => id)).toEqual(named);
    const shop: Actor = { role: 'user', id: one };
    await expect(w.rpc.call(screens.list, { ids: named }, shop)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(w.rpc.call(screens.states, {}, shop)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('can be asked for states alone: of those that don’t play, or are black in off-hours', async () => {
    const shop = await w.shop();
    const [never, plays, off] = [await w.screen(shop), await w.screen(shop), await w.screen(shop)];
    w.beat(plays, shop);
    w.beat(off, shop, { is_off: true });
    await until(async () => (await states()).dark.length === 1);
    const listed = (await w.screensOf()).find(({ id }) => id === never)!;
    expect(await states()).toEqual({ count: 3, dark: [{ id: never, state: 'never', since: listed.since }], off: [off] });
  });

  it('has the states of thousands of screens, as they were before this process heard of them', async () => {
    const [shop, at] = [await w.shop(), new Date()];
    const ids = Array.from({ length: 5_001 }, () => newId());
    const row = { userId: shop, state: 'playing', since: at, seen_at: at, said: { is_off: true }, dark_since: null };
    await w.db.collection('screen_states').insertMany(ids.map((_id) => ({ ...row, _id: _id as never })));
    expect(await states()).toEqual({ count: 0, dark: [], off: ids });
  });
});
