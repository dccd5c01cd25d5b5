import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Beat } from '@sarafa/contracts';
import type { FromPulse, Painted } from './beat-link.js';
import { type BeatReply, Pulse } from './pulse.js';

const PAINTED: Painted = {
  still_ms: 0,
  shown: { at: '2026-11-20T10:40:00.000Z', state: 'live' },
  playing: null,
  is_off: false,
  release: 'abc',
  viewport: { width: 1920, height: 1080 },
};

const ID = 'a'.repeat(24);
const SECRET = 's'.repeat(43);

let sent: { token: string; beat: Beat }[];
/** What the screen has sent to get a token by its secret, and what it is answered. */
let asked: unknown[];
let given: BeatReply;
let told: FromPulse[];
let reply: BeatReply | 'no answer';
let pulse: Pulse;

const painted = (changes: Partial<Painted> = {}, isUp = true) =>
  pulse.take({ type: 'painted', painted: { ...PAINTED, ...changes }, isUp });
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const stills = () => sent.map(({ beat }) => beat.still_ms);

describe('the worker that beats', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    [sent, told, asked, reply, given] = [[], [], [], { status: 200, body: {} }, { status: 401, body: {} }];
    const send = async (path: string, body: string, token?: string) => {
      if (path === 'tokens') {
        expect(token).toBeUndefined();
        asked.push(JSON.parse(body));
        return given;
      }
      sent.push({ token: token!, beat: Beat.strict().parse(JSON.parse(body)) });
      if (reply === 'no answer') throw new TypeError('Failed to fetch');
      return reply;
    };
    pulse = new Pulse(send, (news) => told.push(news));
    pulse.take({ type: 'start', token: 'first', everyMs: 30_000, id: ID, secret: SECRET });
  });
  afterEach(() => void jest.useRealTimers());

  it('beats once the board has left its loading screen, and then every thirty seconds', async () => {
    painted({ shown: null }, false);
    await pass(1_000);
    expect(sent).toEqual([]);
    painted();
    painted();
    expect(sent).toEqual([{ token: 'first', beat: { ...PAINTED, secret: SECRET } }]);
    await pass(29_000);
    expect(sent).toHaveLength(2);
    await pass(60_000);
    expect(sent).toHaveLength(4);
  });

  it('says how long the page has painted nothing, longer with each beat, though nothing tells it so', async () => {
    painted();
    await pass(90_000);
    expect(stills()).toEqual([0, 30_000, 60_000, 90_000]);
    painted();
    await pass(30_000);
    expect(stills()[4]).toBe(30_000);
  });

  it('adds how long a film had stood still when it was last seen', async () => {
    painted({ still_ms: 4_000, playing: { ad: 1, of: 2 } });
    await pass(30_000);
    expect(stills()).toEqual([4_000, 34_000]);
  });

  it('is right by a clock that nobody sets', async () => {
    painted();
    await pass(15_000);
    jest.setSystemTime(0);
    await pass(15_000);
    expect(stills()).toEqual([0, 30_000]);
  });

  it('says at once that a command was done, also while the board loads, and tells when the server has heard it', async () => {
    painted({ shown: null }, false);
    pulse.take({ type: 'done', id: 'c1' });
    await pass(0);
    expect(sent[0]!.beat).toMatchObject({ done: 'c1', shown: null });
    expect(told).toEqual([{ type: 'told', id: 'c1' }]);
    reply = 'no answer';
    pulse.take({ type: 'done', id: 'c2' });
    reply = { status: 503, body: {} };
    pulse.take({ type: 'done', id: 'c3' });
    await pass(0);
    expect(told).toHaveLength(1);
  });

  it('uses a new token at once, and hands it to the page', async () => {
    reply = { status: 200, body: { token: 'second' } };
    painted();
    await pass(0);
    expect(told).toEqual([{ type: 'token', token: 'second' }]);
    await pass(30_000);
    expect(sent[1]!.token).toBe('second');
  });

  it('leaves it to the page what a refusal means, and goes on', async () => {
    reply = { status: 401, body: { a: 1 } };
    painted();
    await pass(2_999);
    expect(told).toEqual([]);
    await pass(1);
    expect(told).toEqual([{ type: 'refused', body: { a: 1 } }]);
    for (const status of [403, 404, 429, 500, 502, 503]) {
      reply = { status, body: { token: 'no' } };
      await pass(30_000);
    }
    expect(told).toHaveLength(1);
    expect(sent[7]!.token).toBe('first');
  });

  it('tells its secret until the server keeps it', async () => {
    painted();
    await pass(30_000);
    reply = { status: 200, body: { is_secret_kept: true } };
    await pass(60_000);
    expect(sent.map(({ beat }) => beat.secret)).toEqual([SECRET, SECRET, SECRET, undefined]);
  });

  it('gets a token by its secret when its own is refused, and goes on with the next beat', async () => {
    reply = { status: 401, body: {} };
    given = { status: 201, body: { token: 'second' } };
    painted();
    await pass(3_000);
    expect([asked, told]).toEqual([[{ id: ID, secret: SECRET }], [{ type: 'token', token: 'second' }]]);
    // Should that be refused too, it comes no more often.
    await pass(27_000);
    expect([sent.length, sent[2]!.token]).toEqual([3, 'second']);
    await pass(3_000);
    expect([sent.length, asked.length]).toEqual([4, 2]);
  });

  it.each([429, 500, 503])('asks again with its secret after an answer of %s, which says nothing of it', async (status) => {
    reply = { status: 401, body: {} };
    given = { status, body: { token: 'no' } };
    painted();
    await pass(30_000);
    expect([asked.length, told]).toEqual([2, []]);
  });

  it('asks for no token of a screen that was removed', async () => {
    const body = { details: [{ path: 'screen', message: 'Screen not found' }] };
    reply = { status: 401, body };
    painted();
    await pass(3_000);
    expect([asked, told]).toEqual([[], [{ type: 'refused', body }]]);
  });

  it('leaves it to the page where a server of an earlier release knows no secrets', async () => {
    reply = { status: 401, body: { a: 1 } };
    given = { status: 404, body: {} };
    painted();
    await pass(3_000);
    expect(told).toEqual([{ type: 'refused', body: { a: 1 } }]);
  });

  it('takes beats that were refused together for one refusal', async () => {
    reply = { status: 401, body: { a: 1 } };
    painted();
    pulse.take({ type: 'done', id: 'c' });
    await pass(2_000);
    expect([sent.length, asked, told]).toEqual([2, [], []]);
    reply = { status: 200, body: {} };
    await pass(2_000);
    expect([sent.length, asked, told]).toEqual([3, [], []]);
  });

  it('takes one refusal between two answers for a fault of the server', async () => {
    for (const status of [401, 200, 401, 200]) {
      reply = { status, body: {} };
      pulse.take({ type: 'painted', painted: PAINTED, isUp: false });
      pulse.take({ type: 'done', id: 'c' });
      await pass(2_000);
    }
    expect(told.filter(({ type }) => type === 'refused')).toEqual([]);
  });
});
