import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AuditEntry,
  BEAT_REPORTS,
  BeatReport,
  type OwnedScreen,
  type SavedScreen,
  type Screen,
  SCREEN_COMMANDS,
  type ScreenStates,
  texts,
} from '@sarafa/contracts';
import { type SignedInCaller, until } from '@sarafa/testing';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';
import { harness, type Harness } from '../shared/harness.js';
import { openPairing, redeem, TvSet } from '../shared/tv-set.js';

const CODE = /^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{6}$/;

/** More than the clocks that all parts share may be apart. */
const LATE_MS = 1_000;

describe('the screens of a shop', () => {
  let w: Harness;
  let url: string;
  let admin: SignedInCaller;
  let other: SignedInCaller;
  let own: SignedInCaller;
  let made = 0;

  beforeAll(async () => {
    w = await harness({ env: { TRUST_PROXY: '127.0.0.1' } });
    url = w.product.url;
    admin = await w.admin();
    other = await w.shop('other');
  });

  afterAll(() => w.end());

  beforeEach(async () => {
    own = await w.shop(`shop-${++made}`);
  });

  const claim = (code: string, caller = own, more: object = {}) =>
    caller.call('post', '/screens/claim', { code, name: 'Front window', ...more });
  const mine = async (caller = own) => (await caller.call('get', '/screens/me')).body as Screen[];
  const tvOf = (caller = own, name = 'Front window') => TvSet.pair(url, caller, name);

  it('are paired by a code that a TV shows, and the TV gets its token once', async () => {
    const { code, secret, expiresAt } = await openPairing(url);
    expect(code).toMatch(CODE);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000)).toBeLessThan(30_000);
    expect(await redeem(url, secret)).toEqual({ status: 202, body: {} });
    // As people type it.
    const claimed = await claim(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `);
    const { message, screen } = claimed.body as SavedScreen;
    expect([claimed.status, message]).toEqual([201, texts.screens.claimed]);
    expect(screen).toMatchObject({
      ...{ userId: own.userId, name: 'Front window', layout_orientation: null, shows: 'all', overscan: 0 },
      ...{ video_turned: false, state: 'never', seen_at: null, shown: null, playing: null, release: null, viewport: null },
    });
    const told = await redeem(url, secret);
    expect(told).toMatchObject({ status: 200, body: { screen: { id: screen.id, userId: own.userId } } });
    expect(told.body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await redeem(url, secret)).status).toBe(404);
    // Said by a TV that may have lost the answer.
    expect(await redeem(url, `${secret}?again=true`)).toMatchObject({ status: 200, body: { screen: { id: screen.id } } });
    expect((await redeem(url, `${secret}?again=yes`)).status).toBe(400);
    expect((await claim(code, other)).status).toBe(404);
    // The answer to a claim may be lost: whoever tries again gets the same screen, and none that was removed.
    const again = await claim(code);
    expect([again.status, (again.body as SavedScreen).screen]).toEqual([201, screen]);
    expect(await mine()).toEqual([screen]);
    expect(await mine(other)).toEqual([]);
    expect((await own.call('delete', `/screens/${screen.id}`)).status).toBe(200);
    expect([(await claim(code)).status, await mine()]).toEqual([404, []]);
  });

  it('are claimed by one of two shops that type the code at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { code } = await openPairing(url);
      const answers = await Promise.all([claim(code), claim(code, other), claim(code, admin, { userId: own.userId })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
      const screens = [...(await mine()), ...(await mine(other))];
      expect(screens).toHaveLength(1);
      expect((await admin.call('delete', `/screens/${screens[0]!.id}`)).status).toBe(200);
      // A code that another one has claimed is a wrong one for whoever was slower.
      await w.db.collection('wrong_codes').deleteMany({});
    }
  });

  it('are at most 20 a shop, also when they are claimed at the same moment', async () => {
    await w.db.collection('wrong_codes').deleteMany({});
    for (let count = 0; count < 19; count++) expect((await claim((await openPairing(url)).code)).status).toBe(201);
    const pairings = await Promise.all([openPairing(url), openPairing(url), openPairing(url)]);
    const answers = await Promise.all(pairings.map(({ code }) => claim(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await mine()).toHaveLength(20);
    // A pairing that had no place is open again: the shop may remove a screen, and type the same code.
    const open = pairings[answers.findIndex(({ status }) => status === 409)]!;
    expect((await redeem(url, open.secret)).status).toBe(202);
    await own.call('delete', `/screens/${(await mine())[0]!.id}`);
    expect((await claim(open.code)).status).toBe(201);
  });

  it('aren’t found by guessing codes: after five wrong ones in a minute even a right one is refused', async () => {
    await w.db.collection('wrong_codes').deleteMany({});
    const { code } = await openPairing(url);
    const at = (address: string, typed: string, by = own) =>
      by.call('post', '/screens/claim', { code: typed, name: 'Guessed' }, { 'x-forwarded-for': address });
    const guesses = await Promise.all(Array.from({ length: 200 }, (_, guess) => at('203.0.113.7', `ZZZ${100 + guess}`)));
    const counted = guesses.map(({ status }) => status);
    expect([counted.filter((status) => status === 404).length, counted.filter((status) => status === 429).length]).toEqual([
      5, 195,
    ]);
    const refused = await at('203.0.113.7', code);
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([429, texts.screens.tooManyCodes]);
    // Another shop at the same address is refused too.
    expect((await at('203.0.113.7', code, other)).status).toBe(429);
    // But it has typed no wrong code, so that it isn't refused elsewhere.
    const kept = await w.db.collection('wrong_codes').findOne({ key: `rlflx:shop ${other.userId}` });
    expect(kept?.points).toBe(0);
    await w.db.collection('wrong_codes').deleteMany({});
    // Nor where the address is that of many: only the shop itself is.
    for (let guess = 0; guess < 6; guess++) await at('10.0.0.7', `ZZZ${100 + guess}`, other);
    expect((await at('10.0.0.7', code, other)).status).toBe(429);
    expect((await at('10.0.0.7', code)).status).toBe(201);
    await w.db.collection('wrong_codes').deleteMany({});
  });

  it('are one for each code, also where the claim fails after its screen was stored', async () => {
    const first = await tvOf();
    const stored = (seen_at: unknown) =>
      w.db.collection('screen_states').updateOne({ _id: first.screen.id as never }, { $set: { seen_at } });
    const { code, secret } = await openPairing(url);
    // A claim ends with how the shop's screens are, which can't be said of this one.
    await stored('no time');
    expect((await claim(code)).status).toBe(500);
    await stored(null);
    expect((await claim(code, other)).status).toBe(404);
    const again = await claim(code);
    expect(again.status).toBe(201);
    const { screen } = again.body as SavedScreen;
    expect((await mine()).map(({ id }) => id)).toEqual([first.screen.id, screen.id]);
    expect(await redeem(url, secret)).toMatchObject({ status: 200, body: { screen: { id: screen.id } } });
    // Without a second try, the TV has its screen too.
    const next = await openPairing(url);
    await stored('no time');
    expect((await claim(next.code)).status).toBe(500);
    await stored(null);
    expect((await redeem(url, next.secret)).status).toBe(200);
    expect(await mine()).toHaveLength(3);
    first.stream.close();
  });

  it('are made by a second claim where a process has died before it had made them', async () => {
    const { code, secret } = await openPairing(url);
    const claimed = { userId: own.userId, by: own.userId, screen: 'c'.repeat(24), at: new Date() };
    await w.db.collection('pairings').updateOne({ code }, { $set: { claim: claimed } });
    expect((await redeem(url, secret)).status).toBe(202);
    const answers = await Promise.all([claim(code), claim(code)]);
    expect(answers.map(({ status, body }) => [status, (body as SavedScreen).screen.id])).toEqual([
      [201, claimed.screen],
      [201, claimed.screen],
    ]);
    expect(await mine()).toHaveLength(1);
    expect((await redeem(url, secret)).status).toBe(200);
  });

  it.each([
    ['no code', { code: undefined }, 400],
    ['a code of spaces', { code: '  ' }, 400],
    ['a code that is a number', { code: 7 }, 400],
    ['no name', { name: undefined }, 400],
    ['an empty name', { name: '  ' }, 400],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, 400],
    ['a name of two lines', { name: 'a\nb' }, 400],
  ])('take no claim with %s', async (_, fields, status) => {
    const { code } = await openPairing(url);
    expect((await claim(code, own, fields)).status).toBe(status);
    expect(await mine()).toEqual([]);
  });

  it('are claimed for the shop that an admin names, and for oneself alone by a shop', async () => {
    await w.db.collection('wrong_codes').deleteMany({});
    const { code } = await openPairing(url);
    expect((await claim(code, admin)).status).toBe(400);
    expect((await claim(code, admin, { userId: 'f'.repeat(24) })).status).toBe(404);
    expect((await claim(code, own, { userId: other.userId })).status).toBe(403);
    expect((await claim(code, admin, { userId: own.userId })).status).toBe(201);
    expect(await mine()).toHaveLength(1);
  });

  it('have settings, which their TV is told within a second', async () => {
    const tv = await tvOf();
    await until(() => tv.settings?.name === 'Front window');
    const set = { name: 'Back room ₹', layout_orientation: 'vertical', shows: 'rates', overscan: 2.5, video_turned: true };
    const saved = await own.call('put', `/screens/${tv.screen.id}`, set);
    expect([saved.status, (saved.body as SavedScreen).screen]).toMatchObject([200, set]);
    await until(() => JSON.stringify(tv.settings) === JSON.stringify({ id: tv.screen.id, ...set }));
    expect((await mine())[0]).toMatchObject(set);
    // What isn't sent stays, and null is the shop's own.
    await own.call('put', `/screens/${tv.screen.id}`, { layout_orientation: null });
    expect((await mine())[0]).toMatchObject({ ...set, layout_orientation: null });
    for (const bad of [{ overscan: 5.1 }, { overscan: -1 }, { overscan: 1.23 }, { shows: 'ads' }, { name: '' }]) {
      expect((await own.call('put', `/screens/${tv.screen.id}`, bad)).status).toBe(400);
    }
    expect((await mine())[0]).toMatchObject({ ...set, layout_orientation: null });
    // A board that nobody paired is told nothing of screens.
    tv.stream.close();
  });

  it('are nobody else’s', async () => {
    const { screen, stream } = await tvOf();
    const path = `/screens/${screen.id}`;
    for (const [method, address, body] of [
      ['put', path, { name: 'Mine' }],
      ['put', `${path}/snooze`, { until: null }],
      ['post', `${path}/commands`, { command: 'reload' }],
      ['delete', path, undefined],
    ] as const) {
      expect((await other.call(method, address, body)).status).toBe(403);
      expect((await fetch(url + address, { method })).status).toBe(401);
    }
    expect((await other.call('get', `/admin/screens?userId=${own.userId}`)).status).toBe(403);
    expect((await own.call('put', `/screens/${'0'.repeat(24)}`, { name: 'x' })).status).toBe(404);
    expect(await mine()).toHaveLength(1);
    stream.close();
  });

  it('do what they are told, and say so; a screen that doesn’t is offline', async () => {
    const tv = await tvOf();
    await until(() => tv.settings);
    const path = `/screens/${tv.screen.id}/commands`;
    for (const command of ['reload', 'identify', 'next', 'mute', 'unmute']) {
      const [answer, obeyed] = await Promise.all([own.call('post', path, { command }), tv.obey(1)]);
      expect([answer.status, obeyed]).toEqual([200, [command]]);
    }
    const log = (await own.call('get', '/user/audit')).body as AuditEntry[];
    const inLog = log.filter(({ action }) => action === 'screen.commanded').map(({ after }) => after!['command']);
    expect(inLog).toEqual(['unmute', 'mute', 'next', 'identify', 'reload']);
    expect((await own.call('post', path, { command: 'explode' })).status).toBe(400);
    // Another screen can't say that it was done.
    const second = await tvOf(own, 'Second');
    const before = tv.stream.events.length;
    const asked = own.call('post', path, { command: 'next' });
    await until(() => tv.stream.since(before, 'command').length > 0);
    await second.beat({ done: (tv.stream.since(before, 'command')[0]!.data as { id: string }).id });
    const answer = await asked;
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([409, texts.screens.offline]);
    second.stream.close();
    // NATS delivers late what a node of it kept while it stood still.
    const nats = await connect({ servers: w.nats.url });
    for (const [id, done_by] of [['late', Date.now() - LATE_MS], ['in time']] as const)
      nats.publish(SCREEN_COMMANDS, JSON.stringify({ id, screen: tv.screen.id, command: 'next', done_by }));
    const told = () => tv.stream.since(before, 'command').map(({ data }) => (data as { id: string }).id);
    await until(() => told().includes('in time'));
    expect(told()).not.toContain('late');
    await nats.close();
    tv.stream.close();
  });

  it('are compared with the rates that the server has', async () => {
    const [tv, nats] = [await tvOf(), await connect({ servers: w.nats.url })];
    const told: boolean[] = [];
    const callback = (_: unknown, message: { json(): unknown }) => {
      for (const { is_current } of BeatReport.parse(message.json()).beats) told.push(is_current);
    };
    nats.subscribe(BEAT_REPORTS, { callback });
    await nats.flush();
    const { lastUpdated: at } = (await w.json(`/prices/user/${own.userId}`)) as { lastUpdated: string };
    const before = new Date(Date.parse(at) - 60_000).toISOString();
    for (const [index, shown] of [at, before, at].entries()) {
      await tv.beat({ shown: { at: shown, state: 'live' }, playing: null });
      await until(() => told.length > index);
    }
    expect(told).toEqual([true, false, true]);
    await nats.close();
    tv.stream.close();
  });

  it('say how they are: playing, with what is on them', async () => {
    const tv = await tvOf();
    const { lastUpdated: at } = (await w.json(`/prices/user/${own.userId}`)) as { lastUpdated: string };
    const shown = { at, state: 'live' } as const;
    const said = { shown, playing: null, release: 'r7', viewport: { width: 1280, height: 720 } };
    expect((await tv.beat(said)).status).toBe(200);
    const playing = await until(async () => (await mine()).find(({ state }) => state === 'playing'));
    expect(playing).toMatchObject(said);
    expect(Math.abs(Date.parse(playing.seen_at!) - Date.now())).toBeLessThan(30_000);
    tv.stream.close();
  });

  it('are frozen when nothing is painted, however well they answer', async () => {
    const tv = await tvOf();
    await tv.beat();
    await until(async () => (await mine())[0]?.state === 'playing');
    await tv.beat({ still_ms: 31_000 });
    const frozen = await until(async () => (await mine()).find(({ state }) => state === 'frozen'));
    expect(Math.abs(Date.parse(frozen.since) + 31_000 - Date.now())).toBeLessThan(30_000);
    await tv.beat();
    await until(async () => (await mine())[0]?.state === 'playing');
    tv.stream.close();
  });

  it('are frozen also with a time that no clock has counted, and no other screen is the worse for it', async () => {
    const [tv, second] = [await tvOf(), await tvOf(own, 'Second')];
    for (const still_ms of [1e15, 9e15]) {
      expect((await tv.beat({ still_ms })).status).toBe(200);
      await second.beat({ still_ms: still_ms === 1e15 ? 0 : 31_000 });
      const states = still_ms === 1e15 ? ['frozen', 'playing'] : ['frozen', 'frozen'];
      await until(async () => {
        const rows = await w.db.collection('screen_states').find({ userId: own.userId }).sort({ _id: 1 }).toArray();
        return JSON.stringify(rows.map(({ state }) => state as string)) === JSON.stringify(states);
      });
      expect((await admin.call('get', '/admin/screens')).status).toBe(200);
    }
    for (const one of [tv, second]) one.stream.close();
  });

  it('are listed for admins, dark ones first, with their shops', async () => {
    const [bright, dark] = [await tvOf(own, 'Bright'), await tvOf(own, 'Dark')];
    await bright.beat();
    // Once the state is stored, its time is read from there, to the millisecond.
    await until(
      async () => (await w.db.collection('screen_states').findOne({ userId: own.userId, state: 'playing' })) !== null,
    );
    const list = (await admin.call('get', '/admin/screens')).body as OwnedScreen[];
    const names = list.filter(({ userId }) => userId === own.userId).map(({ name }) => name);
    expect(names).toEqual(['Dark', 'Bright']);
    expect(list.findIndex(({ state }) => state === 'playing')).toBeGreaterThanOrEqual(
      list.filter(({ state }) => state !== 'playing').length,
    );
    expect(list.find(({ id }) => id === dark.screen.id)).toMatchObject({ username: `shop-${made}` });
    const ofShop = (await admin.call('get', `/admin/screens?userId=${own.userId}`)).body as OwnedScreen[];
    expect(ofShop.map(({ name }) => name)).toEqual(['Dark', 'Bright']);
    const named = (await admin.call('get', `/admin/screens?ids=${bright.screen.id},${dark.screen.id}`)).body as OwnedScreen[];
    expect(named).toEqual(ofShop);
    for (const ids of ['', 'x', Array.from({ length: 101 }, () => dark.screen.id).join()])
      expect((await admin.call('get', `/admin/screens?ids=${ids}`)).status).toBe(400);
    const states = (await admin.call('get', '/admin/screens/states')).body as ScreenStates;
    expect([states.count, states.dark.length]).toEqual([list.length, list.filter(({ state }) => state !== 'playing').length]);
    expect(states.dark).toContainEqual({ id: dark.screen.id, state: 'never', since: named[0]!.since });
    for (const tv of [bright, dark]) tv.stream.close();
  });

  it('that are removed are told so, and their token is worth nothing', async () => {
    const tv = await tvOf();
    await until(() => tv.settings);
    expect((await tv.beat()).status).toBe(200);
    expect((await own.call('delete', `/screens/${tv.screen.id}`)).status).toBe(200);
    expect((await tv.beat()).status).toBe(401);
    await until(() => tv.settings === null);
    expect(await mine()).toEqual([]);
    expect((await own.call('delete', `/screens/${tv.screen.id}`)).status).toBe(404);
    tv.stream.close();
  });

  it('of a shop that is deleted go with it', async () => {
    const tv = await tvOf();
    await tv.beat();
    await admin.call('delete', `/user/delete/${own.userId}`);
    await until(async () => (await tv.beat()).status === 401);
    await until(() => tv.stream.since(0, 'gone').length > 0);
    await until(
      async () => (await w.db.collection('screens').countDocuments({ _id: new mongoose.Types.ObjectId(own.userId) })) === 0,
    );
    expect(await w.db.collection('screen_states').countDocuments({ userId: own.userId })).toBe(0);
  });

  it('have tokens that open nothing else, and nothing else opens their door', async () => {
    const tv = await tvOf();
    const headers = { authorization: `Bearer ${tv.token}` };
    for (const path of ['/auth/me', '/screens/me', '/admin/screens', '/user/custom-tables/me']) {
      expect((await fetch(url + path, { headers })).status).toBe(401);
    }
    const [head, claims, signature] = tv.token.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), sub: 'a'.repeat(24) }),
    );
    for (const token of ['', 'x.y.z', own.token, `${head}.${forged.toString('base64url')}.${signature}`]) {
      tv.token = token;
      expect((await tv.beat()).status).toBe(401);
    }
    tv.stream.close();
  });
});
