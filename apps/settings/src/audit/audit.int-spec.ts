import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Actor,
  audit,
  type AuditEntry,
  type Rpc,
  screenAlarms,
  screens,
  settings,
  type SentPushSubscription,
} from '@sarafa/contracts';
import { callerHeader, handledSubjects, newAppContext, withRequest } from '@sarafa/server';
import { until } from '@sarafa/testing';
import { settingsApp } from '../settings.app.js';
import { SettingsModule } from '../settings.module.js';
import { ADMIN, SettingsHarness } from '../testing/settings-harness.js';

const CALLER = { username: 'asha', device: 'Chrome on Windows', address: '203.0.113.0/24' };
const PUBLIC: Actor = { role: 'public' };
const PUSH_SERVICE = 'https://updates.push.services.mozilla.com';
const NEW = { name: 'Front window', layout_orientation: null, shows: 'all', overscan: 0, video_turned: false };

type Expected = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'> & Partial<AuditEntry>;

describe("settings' part of the log of changes", () => {
  let w: SettingsHarness;
  /** The last entry of what was done before. */
  let forgotten = '';

  beforeAll(async () => {
    w = await SettingsHarness.start();
  });
  afterAll(() => w.end());
  beforeEach(() => forget());

  const call = <I, O>(asked: Rpc<I, O>, input: unknown, actor: Actor = ADMIN) =>
    withRequest({ caller: callerHeader(CALLER) }, () => w.rpc.call(asked, input, actor));
  const all = () => w.rpc.call(audit.settings, { limit: 50 }, ADMIN);
  const listed = async () => (await all()).filter(({ id }) => id > forgotten);
  const forget = async () => {
    await until(async () => (await w.db.collection('screens').countDocuments({ unpublished: true })) === 0);
    forgotten = (await all())[0]?.id ?? '';
  };
  const own = (id: string) => ({ role: 'user', id }) as const;
  const byShop = (id: string) => ({ actor: { ...own(id), username: 'asha' }, userId: id });
  const claim = async (userId: string, actor: Actor = own(userId)) => {
    const { code } = await call(screens.openPairing, {}, PUBLIC);
    const screen = await call(screens.claim, { code, name: 'Front window', userId, address: '203.0.113.9' }, actor);
    return screen.id;
  };
  const paired = async () => {
    const userId = await w.shop();
    const id = await claim(userId);
    await forget();
    return { userId, id, subject: { kind: 'screen', id, name: 'Front window' } };
  };
  const phone = (): SentPushSubscription => {
    const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed');
    const endpoint = `${PUSH_SERVICE}/wpush/v2/${randomBytes(9).toString('hex')}`;
    return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
  };
  const subscribed = async (userId: string, sent = phone()) => {
    const { id } = await call(screenAlarms.subscribe, sent, own(userId));
    return { id, sent, subject: { kind: 'phone', id, name: '' } };
  };

  /** Does something, and says what entry it is to leave. */
  const CHANGES: readonly (readonly [Rpc, () => Promise<Expected>])[] = [
    [
      settings.setMaintenance,
      async () => {
        await call(settings.setMaintenance, { isMaintenanceMode: true, signedInAt: 0 });
        const subject = { kind: 'site', id: 'maintenance', name: 'maintenance' };
        return { action: 'maintenance.changed', subject, before: { on: false }, after: { on: true } };
      },
    ],
    [
      settings.setPublicView,
      async () => {
        await call(settings.setPublicView, { enabled: false });
        const subject = { kind: 'site', id: 'public-view', name: 'public-view' };
        return { action: 'public-view.changed', subject, before: { on: true }, after: { on: false } };
      },
    ],
    [
      screens.claim,
      async () => {
        const userId = await w.shop();
        const id = await claim(userId, ADMIN);
        const subject = { kind: 'screen', id, name: 'Front window' };
        return { action: 'screen.paired', subject, userId, before: null, after: NEW };
      },
    ],
    [
      screens.update,
      async () => {
        const { userId, id, subject } = await paired();
        await call(screens.update, { id, name: '$name', overscan: 2.5, shows: 'all' }, own(userId));
        const [before, after] = [
          { name: 'Front window', overscan: 0 },
          { name: '$name', overscan: 2.5 },
        ];
        return { action: 'screen.updated', subject, ...byShop(userId), before, after };
      },
    ],
    [
      screens.snooze,
      async () => {
        const { userId, id, subject } = await paired();
        const until = new Date(Date.now() + 3_600_000).toISOString();
        await call(screens.snooze, { id, until });
        const [before, after] = [{ snoozed_until: null }, { snoozed_until: until }];
        return { action: 'screen.snoozed', subject, userId, before, after };
      },
    ],
    [
      screens.commanded,
      async () => {
        const { userId, id, subject } = await paired();
        await call(screens.commanded, { id, command: 'reload' }, own(userId));
        return { action: 'screen.commanded', subject, ...byShop(userId), before: null, after: { command: 'reload' } };
      },
    ],
    [
      screens.delete,
      async () => {
        const { userId, id, subject } = await paired();
        await call(screens.delete, { id }, own(userId));
        return { action: 'screen.removed', subject, ...byShop(userId), before: NEW, after: null };
      },
    ],
    [
      screenAlarms.subscribe,
      async () => {
        const userId = await w.shop();
        const { subject } = await subscribed(userId);
        return { action: 'phone.added', subject, ...byShop(userId), before: { alarms: false }, after: { alarms: true } };
      },
    ],
    [
      screenAlarms.unsubscribe,
      async () => {
        const userId = await w.shop();
        const { id, subject } = await subscribed(userId);
        await forget();
        await call(screenAlarms.unsubscribe, { id }, own(userId));
        return { action: 'phone.removed', subject, ...byShop(userId), before: { alarms: true }, after: { alarms: false } };
      },
    ],
  ];

  it.each(CHANGES.map(([asked, change]) => [asked.subject, change] as const))(
    'has one exact entry of %s',
    async (_, change) => {
      const entry = await change();
      const actor = { ...ADMIN, username: 'asha' };
      const from = { device: CALLER.device, address: CALLER.address };
      const found = { actor, userId: null, from, ...entry, id: expect.any(String), at: expect.any(String) };
      // An entry waits until its change is published.
      await until(async () => (await listed()).length > 0);
      expect(await listed()).toEqual([found]);
    },
  );

  it('knows every call that changes something', () => {
    const contracts = [settings, screens, screenAlarms, audit];
    const reads = contracts.flatMap((of) => Object.values<Rpc>(of as never)).filter(({ kind }) => kind === 'read');
    // Called for TVs, which are no persons.
    const ofTvs = [screens.openPairing, screens.redeemPairing, screens.keepSecret, screens.renewToken];
    const known = [...reads, ...ofTvs, ...CHANGES.map(([asked]) => asked)].map(({ subject }) => subject);
    const module = SettingsModule.with(settingsApp.config.parse(w.servers.env), newAppContext());
    expect(handledSubjects(module).filter((subject) => !known.includes(subject))).toEqual([]);
  });

  it('has nothing of what changes nothing, or is refused, or a TV does', async () => {
    const { userId, id } = await paired();
    const { sent } = await subscribed(userId);
    await forget();
    await call(screens.update, { id, name: 'Front window' }, own(userId));
    await call(screens.snooze, { id, until: null }, own(userId));
    await call(screenAlarms.subscribe, sent, own(userId));
    await call(settings.setMaintenance, { isMaintenanceMode: true, signedInAt: 0 });
    const other = own(await w.shop());
    const refused = [
      call(screens.update, { id, name: 'Theirs' }, other),
      call(screens.delete, { id }, other),
      call(screens.commanded, { id, command: 'reload' }, other),
      call(screenAlarms.unsubscribe, { id: 'a'.repeat(24) }, other),
      call(screens.claim, { code: '234567', name: 'None', userId, address: '203.0.113.9' }, own(userId)),
    ];
    for (const one of refused) await expect(one).rejects.toThrow();
    w.beat(id, userId);
    await until(async () => (await w.screensOf(userId))[0]?.state === 'playing');
    expect(await listed()).toEqual([]);
  });

  it('leaves nothing of a phone that was taken off, and nothing of its address anywhere', async () => {
    const userId = await w.shop();
    const { id, sent } = await subscribed(userId);
    await call(screenAlarms.unsubscribe, { id }, own(userId));
    const phones = w.db.collection('push_subscriptions');
    expect(JSON.stringify(await phones.findOne({ _id: id as never }))).not.toMatch(/push|p256dh|auth/);
    expect((await listed()).map(({ action }) => action)).toEqual(['phone.removed', 'phone.added']);
    // The log is answered without what takes longer than a reader waits.
    await until(async () => (await phones.findOne({ _id: id as never })) === null);
    const log = JSON.stringify(await w.db.collection('settings_audit_entries').find({}).toArray());
    for (const secret of [sent.endpoint, sent.keys.p256dh, sent.keys.auth]) expect(log).not.toContain(secret);
  });

  it('keeps a phone that is allowed again before its entries are copied', async () => {
    const userId = await w.shop();
    const { id, sent } = await subscribed(userId);
    await call(screenAlarms.unsubscribe, { id }, own(userId));
    await subscribed(userId, sent);
    await listed();
    expect(await w.db.collection('push_subscriptions').findOne({ _id: id as never })).toMatchObject({ userId });
    expect((await listed()).map(({ action }) => action)).toEqual(['phone.added', 'phone.removed', 'phone.added']);
  });

  it('keeps the entry of a screen whose removal is refused while it can’t be published out of the log', async () => {
    const { userId, id } = await paired();
    const { streams } = await w.bus.jetStream.manager();
    await streams.update('KV_boards', { max_msg_size: 1 });
    await expect(call(screens.delete, { id }, own(userId))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await streams.update('KV_boards', { max_msg_size: -1 });
    expect((await w.screensOf(userId)).map((screen) => screen.id)).toEqual([id]);
    expect(await listed()).toEqual([]);
  });
});
