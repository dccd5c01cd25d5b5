import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { natsServer, type Server, until } from '@sarafa/testing';
import { Bus } from './bus.js';
import { Lease } from './lease.js';

/** A fifth of the time that the product's leases have, and the same steps in it. */
const LEASE_MS = 1_000;

describe('a lease', () => {
  let nats: Server;

  beforeAll(async () => {
    nats = await natsServer();
  });

  afterAll(() => nats.remove());

  const candidate = async (name: string, failingMs?: number, { url } = nats, leaseMs: number | undefined = LEASE_MS) => {
    const bus = await Bus.connect(url, 'spec');
    const lease = new Lease(bus, name, leaseMs);
    await lease.start(failingMs);
    return { lease, bus, end: () => lease.release().then(() => bus.close()) };
  };

  it('has one holder, and another at once when that one lets go', async () => {
    // By leases of five seconds, which a machine that stands still for a moment doesn't lose, in a NATS that has no shorter ones.
    const other = await natsServer();
    const [first, second] = [await candidate('one', Infinity, other, 5_000), await candidate('one', Infinity, other, 5_000)];
    expect([first.lease.isHeld, second.lease.isHeld]).toEqual([true, false]);
    const holder = async () => (await second.bus.jetStream.lastOf('leases', '$KV.leases.one'))?.text;
    const held = await holder();
    await first.lease.release();
    expect(first.lease.isHeld).toBe(false);
    // Not held until it ends by itself.
    expect([held, await holder()]).toEqual([expect.stringMatching(/./), expect.not.stringContaining(held!)]);
    await until(() => second.lease.isHeld);
    await Promise.all([first.bus.close(), second.end()]);
    await other.remove();
  });

  it('passes on when its holder has died, and never has two', async () => {
    const [first, second] = [await candidate('two'), await candidate('two')];
    // The holder is cut off like a process that hangs: it can't renew, and must notice by itself that it has lost the lease.
    await first.bus.close();
    let both = false;
    await until(() => {
      both ||= first.lease.isHeld && second.lease.isHeld;
      return second.lease.isHeld;
    }, 12_000);
    expect([both, first.lease.isHeld]).toEqual([false, false]);
    await first.lease.release();
    await second.end();
  });

  it('passes on also where NATS never lets it run out, as after a clock that was ahead', async () => {
    const other = await natsServer();
    const maker = await Bus.connect(other.url, 'spec');
    await maker.jetStream.buckets.create('leases', { history: 1 });
    const [first, second] = [await candidate('six', Infinity, other), await candidate('six', Infinity, other)];
    await until(() => first.lease.isHeld || second.lease.isHeld);
    const [holder, next] = first.lease.isHeld ? [first, second] : [second, first];
    await holder.bus.close();
    let both = false;
    await until(() => {
      both ||= holder.lease.isHeld && next.lease.isHeld;
      return next.lease.isHeld;
    }, 12_000);
    expect(both).toBe(false);
    await Promise.all([holder.lease.release(), next.end(), maker.close()]);
    await other.remove();
  });

  it('runs out while NATS is away, and is taken again when it is back', async () => {
    const { lease, end } = await candidate('three');
    await nats.stop('SIGKILL');
    await until(() => !lease.isHeld, 8_000);
    await nats.start();
    await until(() => lease.isHeld, 10_000);
    await end();
  });

  it('is let go without a fault while NATS is away', async () => {
    const { lease, bus } = await candidate('four');
    await nats.stop('SIGKILL');
    await until(() => !lease.isHeld, 8_000);
    await expect(lease.release()).resolves.toBeUndefined();
    await bus.close();
    await nats.start();
  });

  it('passes on when the work of its holder fails, and comes back when nobody else takes it', async () => {
    const first = await candidate('five', LEASE_MS / 5);
    await until(() => !first.lease.isHeld, 5_000);
    await until(() => first.lease.isHeld, 10_000);
    // A loop that stands still for some time must not look like work that fails.
    const second = await candidate('five', 20 * LEASE_MS);
    const working = setInterval(() => second.lease.worked(), 50);
    let both = false;
    /** Waits until the second one holds it, also where it lost it meanwhile because this process stood still. */
    const passedOn = (from = 0) =>
      until(() => {
        both ||= first.lease.isHeld && second.lease.isHeld;
        return performance.now() > from && second.lease.isHeld;
      });
    await passedOn();
    // Longer than a holder stands aside.
    await passedOn(performance.now() + 1.6 * LEASE_MS);
    expect([both, first.lease.isHeld]).toEqual([false, false]);
    clearInterval(working);
    await Promise.all([first.end(), second.end()]);
  });
});
