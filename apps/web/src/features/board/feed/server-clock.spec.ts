import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServerClock } from './server-clock.js';

const SERVER = Date.parse('2026-11-20T10:40:32.000Z');
const NIGHT_MS = 46_800_000;
const MORNING = SERVER + NIGHT_MS;
const TV = Date.parse('2021-01-01T00:00:00.000Z');

describe("the server's clock", () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: TV });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('knows nothing before it heard something, whatever the TV says', () => {
    expect(new ServerClock().now()).toBeUndefined();
  });

  it("runs on from a heartbeat, and correcting the TV's clock does not move it", () => {
    const clock = new ServerClock();
    clock.readHeartbeat(SERVER);
    jest.advanceTimersByTime(5_000);
    jest.setSystemTime(TV - 55_000);
    expect(clock.now()).toBe(SERVER + 5_000);
    jest.advanceTimersByTime(NIGHT_MS);
    expect(clock.now()).toBe(SERVER + 5_000 + NIGHT_MS);
  });

  it.each([
    ['has slept', 1],
    ['has a clock that went back, as it may in a sleep,', -1],
  ])('is in doubt where the TV %s for over a minute, and not before', (_, way) => {
    const clock = new ServerClock();
    clock.readHeartbeat(SERVER);
    jest.setSystemTime(TV + 60_000 * way);
    expect(clock.now()).toBe(SERVER);
    jest.setSystemTime(TV + 60_001 * way);
    expect(clock.now()).toBeUndefined();
  });

  it.each([
    ['a heartbeat', 0, (clock: ServerClock) => clock.readHeartbeat(MORNING)],
    ['the Date of an answer', 500, (clock: ServerClock) => clock.readDateHeader(new Date(MORNING).toUTCString())],
  ])('says nothing after the TV slept for the night, until %s', (_, ms, hear) => {
    const clock = new ServerClock();
    clock.readHeartbeat(SERVER);
    const kept = clock.keep();
    jest.setSystemTime(TV + NIGHT_MS);
    expect(clock.now()).toBeUndefined();
    expect(clock.keep()).toEqual(kept);
    hear(clock);
    expect(clock.now()).toBe(MORNING + ms);
    expect(clock.keep()?.knownAt).toBe(MORNING + ms);
  });

  it('takes the Date of an answer until the first heartbeat, and no longer', () => {
    const clock = new ServerClock();
    clock.readDateHeader('Fri, 20 Nov 2026 10:40:32 GMT');
    expect(clock.now()).toBe(SERVER + 500);
    clock.readHeartbeat(SERVER);
    for (const date of ['Fri, 20 Nov 2026 09:00:00 GMT', 'Fri, 20 Nov 2026 10:40:33 GMT', 'no date', null])
      clock.readDateHeader(date);
    expect(clock.now()).toBe(SERVER);
  });

  it('takes the Date of an answer where the TV has slept for less than a minute', () => {
    const clock = new ServerClock();
    clock.readHeartbeat(SERVER);
    jest.setSystemTime(TV + 48_000);
    clock.readDateHeader('Fri, 20 Nov 2026 10:41:20 GMT');
    expect(clock.now()).toBe(SERVER + 48_500);
  });

  it('goes by what was kept after a restart', () => {
    const before = new ServerClock();
    before.readHeartbeat(SERVER);
    const kept = before.keep();
    jest.advanceTimersByTime(60_000);
    expect(new ServerClock(kept).now()).toBe(SERVER + 60_000);
  });

  it.each([
    ['before anybody asked', false],
    ['after it was asked', true],
  ])('says nothing when the TV woke up before a time that has certainly been, also once it has run past it %s', (_, asked) => {
    const clock = new ServerClock({ ahead: 0, knownAt: TV + 1 });
    if (asked) expect(clock.now()).toBeUndefined();
    jest.advanceTimersByTime(60_000);
    expect(clock.now()).toBeUndefined();
    clock.readHeartbeat(SERVER);
    expect(clock.now()).toBe(SERVER);
  });

  it('says nothing either once the clock of the TV was turned back meanwhile', () => {
    const clock = new ServerClock({ ahead: 0, knownAt: TV });
    expect(clock.now()).toBe(TV);
    jest.setSystemTime(TV - 1);
    expect(clock.now()).toBeUndefined();
    jest.setSystemTime(TV + 60_000);
    expect(clock.now()).toBeUndefined();
  });

  it('keeps no difference that is wrong, as the next restart could not tell', () => {
    const clock = new ServerClock({ ahead: 0, knownAt: TV + 1 });
    expect(clock.keep()).toBeUndefined();
    clock.readHeartbeat(SERVER);
    expect(clock.keep()).toEqual({ ahead: SERVER - TV, knownAt: SERVER });
  });
});
