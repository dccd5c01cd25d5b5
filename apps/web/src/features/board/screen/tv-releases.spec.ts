/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeNetwork } from '../../../testing/fake-network.js';
import { NOW } from '../../../testing/fixtures.js';
import { passInSteps } from '../../../testing/pass-in-steps.js';
import type { Tv as TvType } from './tv.js';

const meta = document.createElement('meta');
meta.name = 'release';
meta.content = 'aaaa';
document.head.append(meta);
// A page reads its own release once, when its script starts.
const { Tv } = await import('./tv.js');

const MINUTE = 60_000;
const OPEN = '/screens/pairings';

let tv: TvType;
let reloads: number;
/** The release whose page the server has. */
let release: string;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  localStorage.clear();
  const network = new FakeNetwork();
  network.install();
  network.reply(OPEN, { code: 'AAA222', secret: 's', expiresAt: new Date(NOW + 10 * MINUTE).toISOString() }, 201);
  network.reply(`${OPEN}/s`, {}, 202);
  const api = fetch as unknown as (path: string, init: object) => Promise<unknown>;
  const page = () => `<meta name="release" content="${release}" /><script src="/assets/board.js"></script>`;
  Object.assign(globalThis, {
    fetch: async (path: string, init: object) => {
      if (path.startsWith('/screens/')) return api(path, init);
      return { ok: true, headers: new Headers(), text: async () => (path.startsWith('/assets/') ? '' : page()) };
    },
  });
  [reloads, release] = [0, 'aaaa'];
  tv = new Tv(() => void reloads++);
});
afterEach(() => {
  tv.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a TV at its code', () => {
  it('takes a new release after its share of an hour, and only while its code is a new one', async () => {
    await passInSteps(60 * MINUTE, 1_000);
    expect(reloads).toBe(0);
    release = 'bbbb';
    let left = 0;
    for (; reloads === 0 && left < 80; left++) await passInSteps(MINUTE, 1_000);
    expect([left > 10, reloads]).toEqual([true, 1]);
    // A code is good for ten minutes.
    expect((performance.now() / MINUTE) % 10).toBeLessThan(2);
  });

  it('stays with the release that the server has', async () => {
    await passInSteps(120 * MINUTE, 1_000);
    expect(reloads).toBe(0);
  });
});
