import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppError, event } from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { Bus } from './bus.js';
import { Events } from './events.js';

const deleted = event('spec.things.deleted', z.object({ id: z.string() }));

describe('events', () => {
  let nats: Server;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    nats = await natsServer();
  });

  afterAll(async () => {
    await Promise.all(cleanups.map((cleanup) => cleanup()));
    await nats.remove();
  });

  const connect = async () => {
    const bus = await Bus.connect(nats.url, 'spec');
    const events = new Events(bus);
    const close = () => events.onApplicationShutdown().then(() => bus.close());
    return { events, close };
  };

  it('reach a consumer that was away when they happened', async () => {
    const publisher = await connect();
    cleanups.push(publisher.close);
    const before: string[] = [];
    const first = await connect();
    first.events.hear(deleted, 'away', async ({ id }) => void before.push(id));
    await publisher.events.publish(deleted, 'e1', { id: '1' });
    await until(() => before.length === 1);
    await first.close();
    await publisher.events.publish(deleted, 'e2', { id: '2' });
    const after: string[] = [];
    const second = await connect();
    cleanups.push(second.close);
    second.events.hear(deleted, 'away', async ({ id }) => void after.push(id));
    await until(() => after.length === 1);
    expect([before, after]).toEqual([['1'], ['2']]);
  });

  it('come again until they are handled, and once when they are told twice', async () => {
    const { events, close } = await connect();
    cleanups.push(close);
    const heard: string[] = [];
    const [warned, faults] = [jest.spyOn(Logger.prototype, 'warn'), jest.spyOn(Logger.prototype, 'error')];
    events.hear(deleted, 'stumbling', async ({ id }) => {
      heard.push(id);
      if (id === '3' && heard.filter((one) => one === '3').length === 1) throw new AppError('UNAVAILABLE', 'not yet');
    });
    await events.publish(deleted, 'e3', { id: '3' });
    await events.publish(deleted, 'e3', { id: '3' });
    await until(() => heard.filter((id) => id === '3').length === 2);
    await events.publish(deleted, 'e4', { id: '4' });
    await until(() => heard.includes('4'));
    expect(heard.filter((id) => id === '3')).toHaveLength(2);
    // A part that is away is no fault of the handler that asks it.
    expect([warned.mock.calls.length, faults.mock.calls]).toEqual([1, []]);
    jest.restoreAllMocks();
  });

  it('come ever later where the handler itself fails, so that one which never succeeds doesn’t fill the log', async () => {
    const { events, close } = await connect();
    cleanups.push(close);
    jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const times: number[] = [];
    events.hear(deleted, 'broken', async ({ id }) => {
      if (id !== 'poison') return;
      times.push(performance.now());
      throw new Error('not read by this release');
    });
    await events.publish(deleted, 'poison', { id: 'poison' });
    await until(() => times.length === 3);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
    expect(times[2]! - times[1]!).toBeGreaterThan(1_900);
    jest.restoreAllMocks();
  });

  it('survive a NATS that restarts', async () => {
    const { events, close } = await connect();
    cleanups.push(close);
    const heard: string[] = [];
    events.hear(deleted, 'patient', async ({ id }) => void heard.push(id));
    await events.publish(deleted, 'e5', { id: '5' });
    await until(() => heard.includes('5'));
    await nats.stop('SIGKILL');
    await nats.start();
    await until(() => events.publish(deleted, 'e6', { id: '6' }).then(() => true));
    await until(() => heard.includes('6'));
  });

  it('survive a NATS that lost its data', async () => {
    const { events, close } = await connect();
    cleanups.push(close);
    const heard: string[] = [];
    events.hear(deleted, 'forgiving', async ({ id }) => void heard.push(id));
    await events.publish(deleted, 'e7', { id: '7' });
    await until(() => heard.includes('7'));
    await nats.stop('SIGKILL');
    await nats.wipe();
    await nats.start();
    await until(() => events.publish(deleted, 'e8', { id: '8' }).then(() => true));
    await until(() => heard.includes('8'), 40_000);
  });
});
