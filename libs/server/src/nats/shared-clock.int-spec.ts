import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { natsServer, type Server, until } from '@sarafa/testing';
import { Bus } from './bus.js';

/** An answer that takes longer than a second isn't taken for a measurement; the clock is wrong by half of it at most. */
const MOST_ERROR_MS = 500;

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
  /** By how much a clock is wrong for certain, however long its answer takes. */
  const error = async (clock = bus.clock) => {
    const begun = now();
    const said = await clock.now();
    return Math.max(begun - said, said - now(), 0);
  };

  it("is this machine's where nothing is installed yet", async () => {
    expect(await error()).toBeLessThan(MOST_ERROR_MS);
    expect(bus.clock.aheadMs).toBeUndefined();
  });

  it.each([90_000, -90_000])("is that of NATS where this machine's clock is %d ms ahead", async (aheadMs) => {
    await bus.jetStream.buckets.create('site');
    setWallClock(aheadMs);
    const other = await Bus.connect(nats.url, 'other');
    expect(await error(other.clock)).toBeLessThan(MOST_ERROR_MS);
    expect(Math.abs(other.clock.aheadMs! - aheadMs)).toBeLessThan(MOST_ERROR_MS);
    // The part that ran before has its clock set.
    expect(await error()).toBeLessThan(MOST_ERROR_MS);
    expect(Math.abs(bus.clock.aheadMs! - aheadMs)).toBeLessThan(MOST_ERROR_MS);
    await other.close();
  });

  it('is known without NATS, except where the clock was set meanwhile', async () => {
    await until(() => bus.clock.aheadMs !== undefined);
    await bus.clock.now();
    await nats.stop();
    expect(await error()).toBeLessThan(MOST_ERROR_MS);
    setWallClock(10_000);
    await expect(bus.clock.now()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await nats.start();
    await until(() =>
      error()
        .catch(() => Infinity)
        .then((found) => found < MOST_ERROR_MS),
    );
  });
});
