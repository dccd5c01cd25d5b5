import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, AppError, readRpc, rpc } from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { headers } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { type Running, service, newAppContext } from '../app.js';
import { answeringWithin, DONE_BY_HEADER, requireTimeToAnswer } from './answer-time.js';
import { Bus } from '../nats/bus.js';
import { StoreConfig } from '../config.js';
import { Handles, RpcClient } from './messaging.js';
import { Metrics } from '../metrics.js';
import { currentRequest, withRequest } from '../request-context.js';

const Text = z.object({ text: z.string() });
const calls = {
  echo: rpc('spec.things.echo', Text, Text.extend({ role: z.string(), requestId: z.string(), traceparent: z.string() })),
  slow: rpc('spec.things.slow', Text, Text),
  crash: rpc('spec.things.crash', Text, Text),
  refuse: rpc('spec.things.refuse', Text, Text),
  rest: rpc('spec.things.rest', Text, Text),
  lie: rpc('spec.things.lie', Text, Text),
  nobody: rpc('spec.things.nobody', Text, Text),
  time: rpc('spec.things.time', Text, Text),
  read: readRpc('spec.things.read', Text, Text),
  unread: readRpc('spec.things.unread', Text, Text),
};
const admin: Actor = { role: 'admin', id: 'a'.repeat(24) };

let release: () => void = () => {};
let reads = 0;

@Controller()
class ThingsController {
  @Handles(calls.echo)
  async echo({ text }: z.infer<typeof Text>, actor: Actor) {
    return { text, role: actor.role, ...currentRequest()!, secret: 'not in the contract' };
  }

  @Handles(calls.slow)
  async slow(input: z.infer<typeof Text>) {
    await new Promise<void>((resolve) => (release = resolve));
    return input;
  }

  @Handles(calls.crash)
  async crash(): Promise<never> {
    throw Object.assign(new Error('connection string with a password'), { code: 'FORBIDDEN' });
  }

  @Handles(calls.refuse)
  async refuse(): Promise<never> {
    throw new AppError('CONFLICT', 'Taken', [{ path: 'text', message: 'is taken' }]);
  }

  /** Answers after so many milliseconds. */
  @Handles(calls.rest)
  async rest(input: z.infer<typeof Text>) {
    if (!Number(input.text)) throw new AppError('CONFLICT', 'No number');
    await sleep(Number(input.text));
    return input;
  }

  /** Answers whether so many milliseconds are left. */
  @Handles(calls.time)
  async time({ text }: z.infer<typeof Text>) {
    try {
      requireTimeToAnswer(Number(text));
      return { text: 'enough' };
    } catch (error) {
      return { text: (error as AppError).code };
    }
  }

  /** Answers the first time after so many milliseconds, and then at once. */
  @Handles(calls.read)
  async read(input: z.infer<typeof Text>) {
    if (reads++ === 0) await sleep(Number(input.text));
    return input;
  }

  @Handles(calls.lie)
  async lie() {
    return { text: 7 as unknown as string };
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

describe('calls over the bus', () => {
  let nats: Server;
  let app: Running;
  let bus: Bus;
  let client: RpcClient;
  const appContext = newAppContext();
  const asked = new Metrics();

  beforeAll(async () => {
    nats = await natsServer();
    const things = service({ name: 'spec', config: StoreConfig, module: () => ({ module: ThingsModule }) });
    app = await things.start(StoreConfig.parse({ NATS_URL: nats.url, CALLER_TOKENS: 'optional' }), appContext);
    bus = await Bus.connect(nats.url, 'client');
    client = new RpcClient(bus, asked);
  });

  afterAll(async () => {
    await bus.close();
    await app.close();
    await nats.remove();
  });

  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: AppError) => ({ code: error.code, message: error.message, details: error.details }),
    );

  it('carry who asks, the request and its trace, and drop what the contract lacks', async () => {
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const answer = await withRequest({ requestId: 'r-1', traceparent }, () =>
      client.call(calls.echo, { text: 'hello' }, admin),
    );
    expect(answer).toEqual({ text: 'hello', role: 'admin', requestId: 'r-1', traceparent });
  });

  it('have no more time than the call that they serve, and all of it once that one is over', async () => {
    const isLeft = async (ms: number) => (await client.call(calls.time, { text: String(ms) }, admin)).text;
    // A call has 3 s by itself. Each of these may take half of that on its way.
    expect(await isLeft(1_500)).toBe('enough');
    await answeringWithin(1_500, async () => {
      expect([await isLeft(10), await isLeft(1_500)]).toEqual(['enough', 'UNAVAILABLE']);
    });
    await answeringWithin(200, async () => {
      const begun = performance.now();
      expect(await failure(client.call(calls.rest, { text: '2000' }, admin))).toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - begun).toBeLessThan(2_000);
      // Its caller has given up, so nothing more is begun for it.
      expect(await failure(isLeft(0))).toMatchObject({ code: 'UNAVAILABLE' });
    });
    let goOn = () => undefined as void;
    const later = await answeringWithin(50, async () => {
      const answered = new Promise<void>((resolve) => (goOn = resolve));
      return { end: answered.then(() => isLeft(1_500)) };
    });
    goOn();
    expect(await later.end).toBe('enough');
  });

  it('are not carried out after the moment that they name', async () => {
    const ask = async (doneBy: number) => {
      const head = headers();
      head.set(DONE_BY_HEADER, String(doneBy));
      const call = JSON.stringify({ input: { text: 'x' }, actor: admin });
      return (await bus.connection.request(calls.echo.subject, call, { headers: head, timeout: 10_000 })).json();
    };
    const now = await bus.clock.now();
    expect(await ask(now + 60_000)).toMatchObject({ output: { text: 'x' } });
    expect(await ask(now - 10)).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  });

  it('that only read are asked again where the answer is late', async () => {
    const read = async () => client.call(calls.read, { text: '2000' }, admin);
    expect(await read()).toEqual({ text: '2000' });
    expect(reads).toBe(2);
    await read();
    expect(reads).toBe(3);
  });

  /** The value of one series, `name{labels}`, of `metrics`. */
  const sample = async (metrics: Metrics, series: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1);

  it('are counted and timed by how they end, and where nobody answers them', async () => {
    const handled = (verb: string, outcome: string) =>
      sample(appContext.metrics, `sarafa_rpc_duration_seconds_count{subject="spec.things.${verb}",outcome="${outcome}"}`);
    const failed = (verb: string, reason: string) =>
      sample(asked, `sarafa_rpc_client_failures_total{subject="spec.things.${verb}",reason="${reason}"}`);
    await client.call(calls.rest, { text: '30' }, admin);
    for (const call of [calls.rest, calls.crash, calls.nobody]) await failure(client.call(call, { text: 'x' }, admin));
    await failure(client.call(calls.rest, { text: 'x'.repeat(1_100_000) }, admin));
    expect(await handled('rest', 'ok')).toBe('1');
    expect(await handled('rest', 'CONFLICT')).toBe('1');
    expect(await handled('crash', 'INTERNAL')).toBe('1');
    const took = await sample(appContext.metrics, 'sarafa_rpc_duration_seconds_sum{subject="spec.things.rest",outcome="ok"}');
    expect(Number(took)).toBeGreaterThan(0.029);
    expect(Number(took)).toBeLessThan(3);
    expect(await failed('nobody', 'nobody')).toBe('1');
    expect(await failed('rest', 'too_large')).toBe('1');
    // A refusal is an answer, so it doesn't count as a failed call.
    expect(await sample(asked, 'sarafa_rpc_client_failures_total{subject="spec.things.crash",reason="other"}')).toBeUndefined();
  });

  it('are refused by the caller when their input is wrong', async () => {
    const found = await failure(client.call(calls.echo, { text: 7 }, admin));
    expect(found).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'text' }] });
  });

  it('that only read fail when the time is over, also where they were asked again', async () => {
    const seen: number[] = [];
    const silent = bus.connection.subscribe(calls.unread.subject, { callback: () => void seen.push(performance.now()) });
    await bus.connection.flush();
    const failed = answeringWithin(1_500, () => failure(client.call(calls.unread, { text: '' }, admin)));
    expect(await failed).toMatchObject({ code: 'UNAVAILABLE' });
    // The second time is asked after a second, and has what is left of the budget.
    expect(performance.now() - seen[1]!).toBeLessThan(1_500);
    expect(seen).toHaveLength(2);
    silent.unsubscribe();
  });

  it('carry a refusal with its code and details', async () => {
    const found = await failure(client.call(calls.refuse, { text: '' }, admin));
    expect(found).toEqual({ code: 'CONFLICT', message: 'Taken', details: [{ path: 'text', message: 'is taken' }] });
  });

  it("tell nothing of a crash, not even by a driver's own code", async () => {
    const found = await failure(client.call(calls.crash, { text: '' }, admin));
    expect(found).toEqual({ code: 'INTERNAL', message: 'Something went wrong', details: undefined });
  });

  it('do not pass on an answer that breaks the contract', async () => {
    expect(await failure(client.call(calls.lie, { text: '' }, admin))).toMatchObject({ code: 'INTERNAL' });
  });

  it('fail at once when nobody listens, and when NATS is away', async () => {
    expect(await failure(client.call(calls.nobody, { text: '' }, admin))).toMatchObject({ code: 'UNAVAILABLE' });
    const connected = () => sample(appContext.metrics, 'sarafa_nats_connected{app="spec"}');
    expect(await connected()).toBe('1');
    await nats.stop('SIGKILL');
    const series = 'sarafa_rpc_client_failures_total{subject="spec.things.echo",reason="disconnected"}';
    // A call that was sent before the connection's end was noticed fails for another reason.
    await until(async () => {
      expect(await failure(client.call(calls.echo, { text: '' }, admin))).toMatchObject({ code: 'UNAVAILABLE' });
      return Number(await sample(asked, series)) > 0;
    });
    await until(async () => (await connected()) === '0');
    await nats.start();
    const answer = await until(() => client.call(calls.echo, { text: 'again' }, admin));
    expect(answer.text).toBe('again');
    await until(async () => (await connected()) === '1');
  });

  it('are answered in an inbox alone', async () => {
    const heard: string[] = [];
    const replies = ['$KV.site.jwks', `_INBOX.${bus.name}.spec`];
    const subscriptions = replies.map((reply) =>
      bus.connection.subscribe(reply, { callback: (_, { subject }) => void heard.push(subject) }),
    );
    const call = JSON.stringify({ input: { text: 'said' }, actor: admin });
    for (const reply of replies) bus.connection.publish(calls.echo.subject, call, { reply });
    await until(() => heard.length > 0);
    expect(heard).toEqual([replies[1]]);
    for (const subscription of subscriptions) subscription.unsubscribe();
  });

  it('that run are answered before a service closes', async () => {
    const slow = client.call(calls.slow, { text: 'still here' }, admin);
    const before = release;
    await until(() => release !== before);
    const closing = app.close();
    release();
    expect(await slow).toEqual({ text: 'still here' });
    await closing;
    expect(await failure(client.call(calls.echo, { text: '' }, admin))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
