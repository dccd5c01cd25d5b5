import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { natsServer, type Server, until } from '@sarafa/testing';
import { Bus } from './bus.js';

describe('the time that all parts agree on', () => {
  const { now } = Date;
  let nats: Server;
  let bus: Bus;

  beforeAll(async () => {
    nats = await natsServer();
    bus = await Bus.connect(nats.url, 'spec');
  });

  afterEach(() => void jest.restoreAllMocks());

  afterAll(async () => {
    await bus.close();
    await nats.remove();
  });

  const setWallClock = (aheadMs: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  const error = async () => Math.abs((await bus.clock.now()) - now());

  it("is this machine's where nothing is installed yet", async () => {
    expect(await error()).toBeLessThan(100);
    expect(bus.clock.aheadMs).toBeUndefined();
  });

  it.each([90_000, -90_000])("is that of NATS where this machine's clock is %d ms ahead", async (aheadMs) => {
    await bus.jetStream.buckets.create('site');
    setWallClock(aheadMs);
    const other = await Bus.connect(nats.url, 'other');
    expect(Math.abs((await other.clock.now()) - now())).toBeLessThan(200);
    expect(Math.abs(other.clock.aheadMs! - aheadMs)).toBeLessThan(200);
    // The part that ran before has its clock set.
    expect(await error()).toBeLessThan(200);
    expect(Math.abs(bus.clock.aheadMs! - aheadMs)).toBeLessThan(200);
    await other.close();
  });

  it('is known without NATS, except where the clock was set meanwhile', async () => {
    await until(() => bus.clock.aheadMs !== undefined);
    await bus.clock.now();
    await nats.stop();
    expect(await error()).toBeLessThan(200);
    setWallClock(10_000);
    await expect(bus.clock.now()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await nats.start();
    await until(() =>
      error()
        .catch(() => Infinity)
        .then((found) => found < 200),
    );
  });
});
