import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, mediaFile, type RunningApp, type SignedInCaller, signIn, until } from '@sarafa/testing';
import { newShop, upload } from '../shared/ads.js';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';

const [SERVER, CLIENT] = [2, 3];
const FAILED = 2;
/**
 * Prints at its end how many of the loaded files contain OpenTelemetry's SDK, which may be part of a bundle or of a package.
 */
const WATCH_LOADING = [
  '--import',
  'data:text/javascript,import{Session}from"node:inspector";import{readFileSync}from"node:fs";const files=[];' +
    'const session=new Session();session.connect();' +
    'session.on("Debugger.scriptParsed",({params})=>files.push(params.url));session.post("Debugger.enable");' +
    'process.on("exit",()=>console.log("SDK files: "+files.filter((url)=>url.startsWith("file:")' +
    '&&readFileSync(new URL(url),"utf8").includes("BatchSpanProcessorBase")).length))',
];

describe('traces', () => {
  const w = partsHarness();
  let collector: OtlpReceiver;
  let admin: SignedInCaller;

  beforeAll(async () => {
    collector = await OtlpReceiver.start();
    w.feed.set({ gold: '467500', silver: '6938', at: new Date(Date.now() - 30_000) });
    // The default source, as against other specs.
    const own = { SWEEP_MS: '200', MARKET_SOURCES: 'gold-api', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` };
    await w.startParts(own, { gateway: WATCH_LOADING });
    admin = await signIn(w.parts.gateway.url, ADMIN.username, ADMIN.password);
  });
  afterAll(() => collector?.close());

  const given = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
  const traceOf = (traceparent: string) => traceparent.split('-')[1]!;
  const told = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
  const asks = (method: string, path: string, traceparent: string, body?: unknown) =>
    caller(w.parts.gateway.url).call(method, path, body, { traceparent });
  /** The spans of the one trace that `found` answers, from the first to the last. */
  const chain = async (traceId: string, length: number): Promise<ReceivedSpan[]> => {
    await until(() => told(traceId).length >= length);
    const spans = [...told(traceId)];
    const first = spans.find(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))!;
    const ordered = [first];
    for (let next: ReceivedSpan | undefined = first; next;) {
      const { spanId }: ReceivedSpan = next;
      next = spans.find(({ parentSpanId }) => parentSpanId === spanId);
      if (next) ordered.push(next);
    }
    return ordered;
  };
  const shapes = (spans: ReceivedSpan[]) => spans.map(({ service, name, kind }) => [service, name, kind]);

  const SIGN_IN = [
    ['gateway', 'POST /auth/login', SERVER],
    ['gateway', 'auth.sessions.sign-in', CLIENT],
    ['auth', 'auth.sessions.sign-in', SERVER],
    ['auth', 'users.accounts.verify', CLIENT],
    ['users', 'users.accounts.verify', SERVER],
  ];

  it('lead from the gateway through every service, below who asked', async () => {
    const traceparent = given();
    const { username, password } = ADMIN;
    expect((await asks('post', '/api/auth/login', traceparent, { username, password })).status).toBe(200);
    const spans = await chain(traceOf(traceparent), 5);
    expect(shapes(spans)).toEqual(SIGN_IN);
    expect(spans[0]!.parentSpanId).toBe(traceparent.split('-')[2]);
    expect(spans[0]!.attributes).toMatchObject({
      'http.route': '/auth/login',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    });
    for (const [index, { startTimeUnixNano, endTimeUnixNano, status }] of spans.entries()) {
      const outer = spans[Math.max(0, index - 1)]!;
      expect(BigInt(startTimeUnixNano)).toBeLessThan(BigInt(endTimeUnixNano));
      // The clocks of processes on one machine agree to the millisecond.
      expect(BigInt(startTimeUnixNano) + 2_000_000n).toBeGreaterThan(BigInt(outer.startTimeUnixNano));
      expect(status.code ?? 0).toBe(0);
    }
    expect([...collector.paths]).toEqual(['POST /v1/traces']);
    expect(JSON.stringify(told(traceOf(traceparent)))).not.toContain(password);
  });

  it('begin at the gateway where nobody has begun one, and stand in its log', async () => {
    const answer = await caller(w.parts.gateway.url).call('get', '/auth/me?unasked=1');
    expect(answer.status).toBe(401);
    const { requestId } = answer.body as { requestId: string };
    const line = await until(() =>
      w.parts.gateway.logs.find((text) => text.includes(requestId) && text.includes('"status":401')),
    );
    const { traceparent } = JSON.parse(line) as { traceparent: string };
    const [span, ...more] = await chain(traceOf(traceparent), 1);
    expect(span).toMatchObject({ service: 'gateway', name: 'GET /auth/me', spanId: traceparent.split('-')[2] });
    expect(span!.parentSpanId ?? '').toBe('');
    expect(more).toEqual([]);
  });

  it('say where it went wrong, and not with whose words', async () => {
    const traceparent = given();
    const body = { username: 'somebody.unheard.of', password: 'wrong' };
    expect((await asks('post', '/auth/login', traceparent, body)).status).toBe(401);
    const [first, ...calls] = await chain(traceOf(traceparent), 5);
    expect(first!.status.code ?? 0).toBe(0);
    for (const { status, attributes } of calls)
      expect([status.code, attributes['error.type']]).toEqual([FAILED, 'UNAUTHENTICATED']);
    expect(JSON.stringify(told(traceOf(traceparent)))).not.toContain(body.username);
  });

  it('follow a file to media', async () => {
    const shop = await newShop(w.parts.gateway, admin);
    const from = collector.spans.length;
    expect((await upload(shop, mediaFile('picture.png'), 'picture.png')).status).toBe(201);
    const find = (wanted: string) => until(() => collector.spans.slice(from).find(({ name }) => name === wanted));
    const [first, file] = [await find('POST /advertisements/upload'), await find('POST /advertisements')];
    expect([first.service, file.service, file.parentSpanId]).toEqual(['gateway', 'media', first.spanId]);
  });

  it('show what is asked of the market', async () => {
    const ask = await until(() => collector.spans.find(({ name }) => name === 'market.ask'));
    const poll = await until(() => collector.spans.find(({ spanId }) => spanId === ask.parentSpanId));
    expect(ask).toMatchObject({ service: 'pricing', kind: CLIENT, attributes: { 'market.source': 'gold-api.com' } });
    expect(poll).toMatchObject({ service: 'pricing', name: 'market.poll' });
    expect(poll.parentSpanId ?? '').toBe('');
  });

  const sdkFiles = ({ logs }: RunningApp) => Number(/SDK files: (\d+)/.exec(logs.join('\n'))?.[1]);

  it('of the last moment are told too', async () => {
    const traceparent = given();
    await asks('get', '/settings/chat', traceparent);
    await w.parts.gateway.stop('SIGTERM');
    expect(shapes(told(traceOf(traceparent)))).toEqual([['gateway', 'GET /settings/chat', SERVER]]);
    // So the SDK was loaded, which the next gateway must not do.
    expect(sdkFiles(w.parts.gateway)).toBeGreaterThan(0);
  });

  it('are not made unless they are asked for, and nothing is loaded for them', async () => {
    const begun = BigInt(Date.now()) * 1_000_000n;
    const gateway = await w.startPart('gateway', {}, WATCH_LOADING);
    const { username, password } = ADMIN;
    expect((await caller(gateway.url).call('post', '/auth/login', { username, password })).status).toBe(200);
    await gateway.stop('SIGTERM');
    expect(sdkFiles(gateway)).toBe(0);
    // Auth and users would continue a trace, but nobody has begun one. At their end they tell what they haven't told yet.
    await Promise.all([w.parts.auth.stop('SIGTERM'), w.parts.users.stop('SIGTERM')]);
    const since = collector.spans.filter(({ startTimeUnixNano }) => BigInt(startTimeUnixNano) >= begun);
    expect(since.filter(({ service }) => service !== 'pricing')).toEqual([]);
  });
});
