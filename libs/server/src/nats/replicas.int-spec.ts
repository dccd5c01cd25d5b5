/** @first */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stateKey } from '@sarafa/contracts';
import { natsCluster, type Server, until } from '@sarafa/testing';
import { z } from 'zod';
import { Bus } from './bus.js';
import { Lease } from './lease.js';
import { StateCache } from '../state/state-cache.js';
import { StatePublisher } from '../state/state-publisher.js';

const things = stateKey('things/*', z.object({ count: z.number() }));

describe('a cluster of three NATS nodes', () => {
  let nodes: Server[];

  beforeAll(async () => {
    nodes = await natsCluster();
  });
  afterAll(() => Promise.all(nodes.map((node) => node.remove())));

  const connect = (replicas: number) => Bus.connect(nodes[0]!.url, 'spec', replicas);
  const replicasOf = async (bus: Bus, stream: string) => {
    const { config, cluster } = await (await bus.jetStream.manager()).streams.info(stream);
    return [config.num_replicas, 1 + (cluster?.replicas?.length ?? 0)];
  };
  const isPublished = (publisher: StatePublisher, rev: number) =>
    publisher.publish(things, 'one', rev, { count: rev }).then(
      () => true,
      () => false,
    );

  it('keeps as many copies as it is told, also of a bucket that was made with fewer', async () => {
    const one = await connect(1);
    const first = new StatePublisher(one);
    await until(() => isPublished(first, 1));
    expect(await replicasOf(one, 'KV_things')).toEqual([1, 1]);
    await one.close();

    const bus = await connect(3);
    const publisher = new StatePublisher(bus);
    await until(() => isPublished(publisher, 2));
    expect((await replicasOf(bus, 'KV_things'))[0]).toBe(3);
    await until(async () => (await replicasOf(bus, 'KV_things'))[1] === 3);
    const lease = new Lease(bus, 'spec');
    await lease.start();
    await until(() => lease.isHeld);
    expect((await replicasOf(bus, 'KV_leases'))[0]).toBe(3);
    await lease.release();
    await bus.close();
  });

  it('answers for many keys at once, also while one node is away', async () => {
    const bus = await connect(3);
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`);
    const publisher = new StatePublisher(bus);
    await Promise.all(ids.map((id) => publisher.publish(things, id, 1, { count: Number(id) })));
    const isRead = async () => {
      const cache = new StateCache(bus);
      const found = await Promise.allSettled(ids.map((id) => cache.load(things, id)));
      return found.every((read, index) => read.status === 'fulfilled' && read.value?.count === index);
    };
    await until(isRead);
    await nodes[2]!.stop('SIGKILL');
    await until(isRead);
    await nodes[2]!.start();
    await bus.close();
  });

  it('is heard again soon where the node that a part is connected to stands still', async () => {
    const bus = await connect(3);
    const dialledAt = () => bus.connection.getServers().find(({ listen }) => nodes[0]!.url.endsWith(listen))!.lastConnect;
    const before = dialledAt();
    process.kill(nodes[0]!.pid, 'SIGSTOP');
    try {
      await until(() => !bus.isResponsive);
      await until(() => bus.isResponsive);
      expect(dialledAt()).toBe(before);
    } finally {
      process.kill(nodes[0]!.pid, 'SIGCONT');
    }
    await bus.close();
  });

  it('takes nothing while two nodes are away, though core NATS answers', async () => {
    const bus = await connect(3);
    const publisher = new StatePublisher(bus);
    await Promise.all([nodes[1]!.stop('SIGKILL'), nodes[2]!.stop('SIGKILL')]);
    await bus.answers();
    expect(await isPublished(publisher, 3)).toBe(false);
    await expect(publisher.answers()).rejects.toThrow("things/one can't be published");
    const hasNoLeader = async () => (await bus.connection.request('$JS.API.STREAM.INFO.KV_site')).string().includes('10008');
    await until(() => hasNoLeader().catch(() => false));
    const late = await connect(3);
    const time = await late.clock.now().catch((error: unknown) => error);
    await late.close();
    expect(time).toMatchObject({ code: 'UNAVAILABLE' });
    await Promise.all([nodes[1]!.start(), nodes[2]!.start()]);
    await until(() => isPublished(publisher, 3));
    await publisher.answers();
    await bus.close();
  });
});
