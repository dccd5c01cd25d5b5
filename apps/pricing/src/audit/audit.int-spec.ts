import { describe, expect, it } from '@jest/globals';
import {
  accountState,
  type Actor,
  audit,
  type AuditEntry,
  customTables,
  duties,
  estimates,
  holds,
  importDuty,
  prices,
  rateHistory,
  rateLists,
  type RateRow,
  rateRows,
  type Rpc,
  shopDeleted,
  shopRateLists,
  standardRows,
} from '@sarafa/contracts';
import { callerHeader, Events, handledSubjects, newAppContext, StatePublisher, withRequest } from '@sarafa/server';
import { startApp, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { pricingApp } from '../pricing.app.js';
import { PricingModule } from '../pricing.module.js';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../testing/market-harness.js';

const SHOP = { role: 'user', id: 'b'.repeat(24) } as const;
const CALLER = { username: 'asha', device: 'Chrome on Windows', address: '203.0.113.0/24' };
const RATES = { gold: { fineness: 995, per_gram: 14_500 }, silver: { fineness: 999, per_gram: 330 } };
const [ROW] = standardRows as [(typeof standardRows)[0]];
const ACCOUNT = { role: 'user', credentials_version: 1, username: 'navkar', logo_url: '', shop_name: 'Navkar' } as const;
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString();

type Expected = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'> & Partial<AuditEntry>;

describe("pricing's part of the log of changes", () => {
  const w = marketHarness(RARE_POLL_MS);
  /** The last entry of what was done before. */
  let forgotten = '';

  const call = <I, O>(asked: Rpc<I, O>, input: unknown, actor: Actor = ADMIN) =>
    withRequest({ caller: callerHeader(CALLER) }, () => w.rpc.call(asked, input, actor));
  const all = () => w.rpc.call(audit.pricing, { limit: 50 }, ADMIN);
  const listed = async () => (await all()).filter(({ id }) => id > forgotten);
  const forget = async () => {
    forgotten = (await all())[0]?.id ?? '';
  };
  const begin = async () => {
    forgotten = '';
    await w.start();
    await new StatePublisher(w.bus).publish(accountState, SHOP.id, 1, ACCOUNT);
    await w.shows('400000', '6000');
    await until(() => w.read(importDuty));
  };
  const ofShop = { userId: SHOP.id };
  const row = async () => {
    const made = await call(customTables.create, { ...ofShop, title: 'Coin', price: 100 });
    await forget();
    return made;
  };
  const list = async () => {
    const made = await call(rateLists.create, { name: 'List', valid_hours: 24, prices: [], ...RATES });
    await forget();
    return made;
  };
  const hold = (until: string) => call(holds.start, { ...ofShop, until, interval: 5, rate_list_id: null }, SHOP);

  /** Does something, and says what entry it is to leave. */
  const CHANGES: readonly (readonly [Rpc, () => Promise<Expected>])[] = [
    [
      customTables.create,
      async () => {
        const { id } = await call(customTables.create, { ...ofShop, title: 'Coin', price: 100 });
        const subject = { kind: 'custom-table', id, name: 'Coin' };
        return { action: 'custom-table.created', subject, ...ofShop, before: null, after: { title: 'Coin', price: 100 } };
      },
    ],
    [
      customTables.update,
      async () => {
        const { id } = await row();
        await call(customTables.update, { id, title: '$title', price: 100 });
        const subject = { kind: 'custom-table', id, name: 'Coin' };
        const [before, after] = [{ title: 'Coin' }, { title: '$title' }];
        return { action: 'custom-table.updated', subject, ...ofShop, before, after };
      },
    ],
    [
      customTables.setPrice,
      async () => {
        const { id } = await row();
        await call(customTables.setPrice, { id, price: 120.5 }, SHOP);
        const subject = { kind: 'custom-table', id, name: 'Coin' };
        const [before, after] = [{ price: 100 }, { price: 120.5 }];
        return { ...byShop, action: 'custom-table.updated', subject, before, after };
      },
    ],
    [
      customTables.delete,
      async () => {
        const { id } = await row();
        await call(customTables.delete, { id });
        const subject = { kind: 'custom-table', id, name: 'Coin' };
        return { action: 'custom-table.deleted', subject, ...ofShop, before: { title: 'Coin', price: 100 }, after: null };
      },
    ],
    [
      rateRows.replace,
      async () => {
        const { rows } = await call(rateRows.replace, { ...ofShop, rev: 0, rows_mode: 'own', rows: [ROW] }, SHOP);
        const [before, after] = [
          { rows_mode: 'standard', rows: [] as RateRow[] },
          { rows_mode: 'own', rows },
        ];
        return { ...byShop, action: 'rate-rows.updated', subject: { kind: 'rate-rows', ...navkar }, before, after };
      },
    ],
    [
      shopRateLists.set,
      async () => {
        const { rateList } = await call(shopRateLists.set, { ...ofShop, usualName: 'Navkar', ...RATES }, SHOP);
        const { set_at } = rateList;
        const after = { ...RATES, name: 'Navkar', valid_hours: 24, reminder_time: null, prices: [], set_at };
        return { ...byShop, action: 'own-rate-list.set', subject: OWN, before: null, after };
      },
    ],
    [
      shopRateLists.set,
      async () => {
        await call(shopRateLists.set, { ...ofShop, usualName: 'Navkar', ...RATES }, SHOP);
        await forget();
        await call(shopRateLists.set, { ...ofShop, usualName: 'Navkar', valid_hours: 12 }, SHOP);
        const [before, after] = [{ valid_hours: 24 }, { valid_hours: 12 }];
        return { ...byShop, action: 'own-rate-list.set', subject: OWN, before, after };
      },
    ],
    [
      shopRateLists.set,
      async () => {
        await call(shopRateLists.set, { ...ofShop, usualName: 'Navkar', ...RATES }, SHOP);
        await forget();
        // A shop that goes back to its own list, which stays as it is.
        const movedFrom = 'c'.repeat(24);
        await call(shopRateLists.set, { ...ofShop, usualName: 'Navkar', valid_hours: 24, movedFrom }, SHOP);
        const [before, after] = [{ rate_list_id: movedFrom }, { rate_list_id: SHOP.id }];
        return { ...byShop, action: 'own-rate-list.set', subject: OWN, before, after };
      },
    ],
    [
      holds.start,
      async () => {
        const until = IN_AN_HOUR();
        await hold(until);
        return {
          ...byShop,
          action: 'hold.set',
          subject: { kind: 'hold', ...navkar },
          before: { until: null },
          after: { until },
        };
      },
    ],
    [
      holds.end,
      async () => {
        const until = IN_AN_HOUR();
        await hold(until);
        await forget();
        await call(holds.end, ofShop);
        const subject = { kind: 'hold', ...navkar };
        return { action: 'hold.ended', subject, ...ofShop, before: { until }, after: { until: null } };
      },
    ],
    [
      rateLists.create,
      async () => {
        const { id, set_at } = await call(rateLists.create, { name: 'List', valid_hours: 24, prices: [], ...RATES });
        const after = { ...RATES, name: 'List', valid_hours: 24, reminder_time: null, prices: [], set_at };
        return { action: 'rate-list.created', subject: { kind: 'rate-list', id, name: 'List' }, before: null, after };
      },
    ],
    [
      rateLists.update,
      async () => {
        const { id, set_at } = await list();
        const silver = { fineness: 999, per_gram: 331 };
        const later = await call(rateLists.update, { id, name: 'Other', silver });
        const before = { name: 'List', silver: RATES.silver, set_at };
        const after = { name: 'Other', silver, set_at: later.set_at };
        return { action: 'rate-list.updated', subject: { kind: 'rate-list', id, name: 'List' }, before, after };
      },
    ],
    [
      rateLists.delete,
      async () => {
        const { id } = await list();
        const users = await startApp('users', { env: w.servers.env });
        await until(() => call(rateLists.delete, { id }).then(() => true));
        await users.stop('SIGKILL');
        const before = expect.objectContaining({ ...RATES, name: 'List' }) as never;
        return { action: 'rate-list.deleted', subject: { kind: 'rate-list', id, name: 'List' }, before, after: null };
      },
    ],
    [
      prices.setUpdateInterval,
      async () => {
        await call(prices.setUpdateInterval, { interval: 60_000 });
        const [before, after] = [{ updateIntervalMs: RARE_POLL_MS }, { updateIntervalMs: 60_000 }];
        return { action: 'price-settings.updated', subject: SETTINGS, before, after };
      },
    ],
    [
      prices.setDynamicInterval,
      async () => {
        await call(prices.setDynamicInterval, { interval: 15 });
        const [before, after] = [{ dynamicPriceInterval: 5 }, { dynamicPriceInterval: 15 }];
        return { action: 'price-settings.updated', subject: SETTINGS, before, after };
      },
    ],
    [
      prices.refresh,
      async () => {
        await call(prices.refresh, {});
        return { action: 'market.asked', subject: { kind: 'market', id: null, name: '' }, before: null, after: null };
      },
    ],
    [
      prices.release,
      async () => {
        w.quote('500000', '6000');
        const { id } = await until(async () => (await call(prices.listQuarantine, {})).find((one) => one.releasable));
        await call(prices.release, { id });
        const [before, after] = ['400000', '500000'].map((price) => ({ gold: { price, source: 'gold-api.com' } }));
        return { action: 'quote.released', subject: { kind: 'quote', id, name: '' }, before: before!, after: after! };
      },
    ],
    [
      prices.withdraw,
      async () => {
        w.quote('401000', '6000');
        await w.shows('401000', '6000');
        await call(prices.withdraw, { seq: 2, metal: 'gold' });
        const [before, after] = ['401000', '400000'].map((price) => ({ gold: { price, source: 'gold-api.com' } }));
        return { action: 'quote.withdrawn', subject: { kind: 'quote', id: '2', name: '' }, before: before!, after: after! };
      },
    ],
  ];
  const byShop = { actor: { id: SHOP.id, role: 'user', username: 'asha' }, ...ofShop };
  const navkar = { id: SHOP.id, name: 'Navkar' };
  const OWN = { kind: 'own-rate-list', ...navkar };
  const SETTINGS = { kind: 'price-settings', id: 'market', name: '' };

  it.each(CHANGES.map(([asked, change]) => [asked.subject, change] as const))(
    'has one exact entry of %s',
    async (_, change) => {
      await begin();
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
    const contracts = [customTables, rateRows, shopRateLists, holds, rateLists, prices, rateHistory, estimates, duties, audit];
    const reads = contracts.flatMap((of) => Object.values<Rpc>(of as never)).filter(({ kind }) => kind === 'read');
    // Parts of a call to users, whose entry is users'.
    const parts = [rateLists.get, rateLists.release];
    const known = [...reads, ...parts, ...CHANGES.map(([asked]) => asked)].map(({ subject }) => subject);
    const module = PricingModule.with(pricingApp.config.parse({ ...w.feed.env, ...w.servers.env }), newAppContext());
    expect(handledSubjects(module).filter((subject) => !known.includes(subject))).toEqual([]);
  });

  it('has nothing of what changes nothing, or is refused, or nobody does', async () => {
    await begin();
    const { id } = await row();
    const standard = { ...ofShop, rows_mode: 'standard', rows: [] };
    await call(customTables.update, { id, title: 'Coin' });
    await call(customTables.setPrice, { id, price: 100 }, SHOP);
    await call(rateRows.replace, { ...standard, rev: 0 }, SHOP);
    await call(holds.end, ofShop, SHOP);
    await call(prices.setDynamicInterval, { interval: 5 });
    const refused = [
      call(customTables.delete, { id }, SHOP),
      call(rateRows.replace, { ...standard, rev: 7 }, SHOP),
      call(holds.end, ofShop, { role: 'user', id: 'c'.repeat(24) }),
      call(prices.withdraw, { seq: 99 }),
    ];
    for (const one of refused) await expect(one).rejects.toThrow();
    w.quote('401000', '6000');
    await w.shows('401000', '6000');
    expect(await listed()).toEqual([]);
  });

  it('keeps what was changed of a shop that is deleted at once', async () => {
    await begin();
    await row();
    // While NATS takes no writes the change isn't published, and its entry waits in its document.
    const { streams } = await w.bus.jetStream.manager();
    await streams.update('KV_boards', { max_msg_size: 1 });
    const { id } = await call(customTables.create, { ...ofShop, title: 'Bar', price: 5 });
    expect(await listed()).toEqual([]);
    const stored = { _id: new mongoose.Types.ObjectId(SHOP.id) };
    expect(await w.servers.db.collection('custom_tables').findOne(stored)).toMatchObject({ audit: [{ subject: { id } }] });
    await streams.update('KV_boards', { max_msg_size: -1 });
    const events = new Events(w.bus);
    await events.publish(shopDeleted, SHOP.id, { id: SHOP.id });
    await until(async () => (await w.servers.db.collection('custom_tables').findOne(stored)) === null);
    expect(await listed()).toMatchObject([{ action: 'custom-table.created', subject: { id } }]);
  });
});
