import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, settings, siteMaintenance, sitePublicView } from '@sarafa/contracts';
import { Bus, currentRequest, RpcClient, type Running, StateCache } from '@sarafa/server';
import { natsAndMongo, type Servers, setSiteSwitch, until } from '@sarafa/testing';
import { settingsApp } from '../settings.app.js';
import { SiteSettingsRepository } from './site-settings.repository.js';

describe('the switches of the site', () => {
  let servers: Servers;
  let bus: Bus;
  let state: StateCache;
  const running: Running[] = [];

  beforeAll(async () => {
    servers = await natsAndMongo();
    bus = await Bus.connect(servers.nats.url, 'spec');
    state = new StateCache(bus);
  });

  afterAll(async () => {
    await Promise.all(running.map((app) => app.close()));
    state.onApplicationShutdown();
    await bus.close();
    await servers.remove();
  });

  const start = async () => {
    const config = settingsApp.config.parse(servers.env);
    running.push(await settingsApp.start(config));
  };

  it('stand as a new site has them, whichever replica says so', async () => {
    await Promise.all([start(), start()]);
    expect(await until(() => state.load(siteMaintenance, '').catch(() => null))).toEqual({ isMaintenanceMode: false });
    expect(await until(() => state.load(sitePublicView, '').catch(() => null))).toEqual({ enabled: true });
  });

  it('are not written again by a sweep', async () => {
    const written = async () =>
      (await servers.db.collection('site_settings').findOne({ _id: 'maintenance' as never }))!['updatedAt'] as Date;
    const before = await written();
    // When this change is published, a sweep has read the document.
    await setSiteSwitch(servers.db, 'maintenance', true);
    await until(() => state.peek(siteMaintenance, '')?.isMaintenanceMode === true);
    await setSiteSwitch(servers.db, 'maintenance', false);
    await until(() => state.peek(siteMaintenance, '')?.isMaintenanceMode === false);
    expect(await written()).toEqual(before);
  });

  it('are an admin’s; maintenance ends only with a sign-in of the last five minutes', async () => {
    const rpc = new RpcClient(bus);
    const admin = { role: 'admin', id: 'a'.repeat(24) } as const;
    const now = Math.floor(Date.now() / 1_000);
    const set = (isMaintenanceMode: boolean, secondsAgo: number, actor: Actor = admin) =>
      rpc.call(settings.setMaintenance, { isMaintenanceMode, signedInAt: now - secondsAgo }, actor);
    for (const actor of [{ role: 'public' }, { role: 'user', id: 'b'.repeat(24) }] as const) {
      await expect(set(true, 0, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(rpc.call(settings.setPublicView, { enabled: false }, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    // The switch is off already, so nothing changes and no fresh sign-in is needed.
    expect(await set(false, 3_600)).toEqual({ isMaintenanceMode: false });
    expect(await set(true, 3_600)).toEqual({ isMaintenanceMode: true });
    await expect(set(false, 301)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await until(() => state.peek(siteMaintenance, '')?.isMaintenanceMode === true);
    expect(await set(false, 290)).toEqual({ isMaintenanceMode: false });
    await until(() => state.peek(siteMaintenance, '')?.isMaintenanceMode === false);
  });

  it('stay on where another owner has switched maintenance on while an old sign-in found it off', async () => {
    const { ensure } = SiteSettingsRepository.prototype;
    let isSwitched = false;
    const look = jest.spyOn(SiteSettingsRepository.prototype, 'ensure').mockImplementation(async function (
      this: SiteSettingsRepository,
      name,
    ) {
      const found = await ensure.call(this, name);
      // After the first look of the call, and not after that of a sweep.
      if (currentRequest()?.call && !isSwitched) {
        isSwitched = true;
        await setSiteSwitch(servers.db, 'maintenance', true);
      }
      return found;
    });
    const call = { isMaintenanceMode: false, signedInAt: 0 };
    expect(await new RpcClient(bus).call(settings.setMaintenance, call, { role: 'admin', id: 'a'.repeat(24) })).toEqual({
      isMaintenanceMode: false,
    });
    look.mockRestore();
    expect(await servers.db.collection('site_settings').findOne({ _id: 'maintenance' as never })).toMatchObject({ on: true });
    await setSiteSwitch(servers.db, 'maintenance', false);
  });

  it('are published when they are changed', async () => {
    await setSiteSwitch(servers.db, 'maintenance', true);
    await until(() => state.peek(siteMaintenance, '')?.isMaintenanceMode === true);
    await setSiteSwitch(servers.db, 'public-view', false);
    await until(() => state.peek(sitePublicView, '')?.enabled === false);
  });
});
