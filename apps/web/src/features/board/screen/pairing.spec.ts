/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeNetwork } from '../../../testing/fake-network.js';
import { NOW, SHOP_ID } from '../../../testing/fixtures.js';
import { keptScreen, settings } from '../../../testing/screens.js';
import type { KeptScreen } from './kept-screen.js';
import { PairingDesk } from './pairing.js';

const OPEN = '/screens/pairings';
const LIFE_MS = 600_000;

let network: FakeNetwork;
let desk: PairingDesk;
let claimed: KeptScreen[];

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const polls = (secret: string) => network.askedFor(`${OPEN}/${secret}`);

/** The server gives this code from now on, and waits for somebody to claim it. */
function offer(code: string): void {
  const expiresAt = new Date(Date.now() + LIFE_MS).toISOString();
  network.reply(OPEN, { code, secret: `of-${code}`, expiresAt }, 201);
  network.reply(`${OPEN}/of-${code}`, {}, 202);
}

async function start(): Promise<void> {
  desk = new PairingDesk((kept) => {
    claimed.push(kept);
    desk.stop();
  });
  await pass(0);
}

describe('a TV that waits for its shop', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    jest.spyOn(Math, 'random').mockReturnValue(1);
    network = new FakeNetwork();
    network.install();
    claimed = [];
    localStorage.clear();
    offer('AAA222');
  });
  afterEach(() => {
    desk.stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('keeps a code for its time where only the clock of the TV, years off, could tell that it has ended', async () => {
    jest.setSystemTime(NOW + 5 * 365 * 86_400_000);
    network.reply(OPEN, { code: 'AAA222', secret: 'of-AAA222', expiresAt: new Date(NOW + LIFE_MS).toISOString() }, 201);
    await start();
    await pass(LIFE_MS - 10_000);
    expect(network.askedFor(OPEN)).toBe(1);
    await pass(20_000);
    expect(network.askedFor(OPEN)).toBe(2);
  });

  it('shows a code, asks every three seconds, and has its shop once somebody has claimed it', async () => {
    await start();
    expect(desk.getView()).toEqual({ code: 'AAA222', trouble: null });
    await pass(9_000);
    expect(polls('of-AAA222')).toBe(3);
    network.reply(`${OPEN}/of-AAA222`, { token: 'a.b.c', screen: { ...settings(), userId: SHOP_ID } });
    await pass(3_000);
    expect(claimed).toEqual([keptScreen()]);
    await pass(60_000);
    expect(polls('of-AAA222')).toBe(4);
  });

  it('has the same code after its page was loaded again, which somebody may be typing', async () => {
    await start();
    const reloaded = async () => {
      desk.stop();
      await start();
    };
    offer('BBB333');
    await reloaded();
    expect(desk.getView()).toEqual({ code: 'AAA222', trouble: null });
    await pass(LIFE_MS);
    expect(desk.getView()).toEqual({ code: 'BBB333', trouble: null });
    network.cut();
    await reloaded();
    expect(desk.getView()).toEqual({ code: null, trouble: 'unreachable' });
    network.reply(`${OPEN}/of-BBB333`, { token: 'a.b.c', screen: { ...settings(), userId: SHOP_ID } });
    await pass(2_000);
    expect(claimed).toEqual([keptScreen()]);
    // A TV whose shop has let it go begins with a new code.
    network.refuse(`${OPEN}/of-BBB333`, 404, 'NOT_FOUND');
    offer('CCC444');
    await start();
    expect([desk.getView().code, network.askedFor(OPEN)]).toEqual(['CCC444', 3]);
  });

  it('gets a new code when the server knows the old one no more, which stays until then', async () => {
    await start();
    offer('BBB333');
    network.refuse(`${OPEN}/of-AAA222`, 404, 'NOT_FOUND');
    const release = network.hold(OPEN);
    await pass(3_000);
    expect(desk.getView().code).toBe('AAA222');
    release();
    await pass(0);
    expect(desk.getView()).toEqual({ code: 'BBB333', trouble: null });
    await pass(3_000);
    expect(polls('of-BBB333')).toBe(1);
  });

  it('gets a new code when the time of the old one is over, by a clock that nobody sets', async () => {
    await start();
    offer('BBB333');
    jest.setSystemTime(0);
    await pass(LIFE_MS - 3_000);
    expect(desk.getView().code).toBe('AAA222');
    await pass(3_000);
    expect(desk.getView().code).toBe('BBB333');
  });

  it('says that there is no network, keeps a good code, and hides one whose time is over', async () => {
    await start();
    network.cut();
    await pass(3_000);
    expect(desk.getView()).toEqual({ code: 'AAA222', trouble: 'unreachable' });
    await pass(LIFE_MS);
    expect(desk.getView()).toEqual({ code: null, trouble: 'unreachable' });
    // Somebody was just in time.
    network.reply(`${OPEN}/of-AAA222`, { token: 'a.b.c', screen: { ...settings(), userId: SHOP_ID } });
    await pass(15_000);
    expect(claimed).toEqual([keptScreen()]);
  });

  it('asks less and less often while there is no network, and at once when the device says that it is back', async () => {
    network.cut();
    await start();
    await pass(2_000 + 4_000 + 8_000 + 15_000 + 15_000);
    expect(network.askedFor(OPEN)).toBe(6);
    offer('BBB333');
    dispatchEvent(new Event('online'));
    await pass(0);
    expect(desk.getView()).toEqual({ code: 'BBB333', trouble: null });
  });

  it.each([
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'UNAVAILABLE'],
  ])('asks less and less often while the server answers %s, and says so', async (status, code) => {
    network.refuse(OPEN, status, code);
    await start();
    expect(desk.getView()).toEqual({ code: null, trouble: 'refused' });
    await pass(5_000 + 10_000 + 20_000);
    expect(network.askedFor(OPEN)).toBe(4);
    await pass(39_000);
    expect(network.askedFor(OPEN)).toBe(4);
    offer('BBB333');
    await pass(1_000);
    expect(desk.getView()).toEqual({ code: 'BBB333', trouble: null });
  });

  it('says that it asks again where it may have lost the answer', async () => {
    await start();
    await pass(3_000);
    const replies = new Map(network.replies);
    network.cut();
    await pass(3_000);
    network.replies = replies;
    await pass(2_000);
    await pass(3_000);
    desk.stop();
    // After a reload of the page.
    await start();
    const asked = network.addresses.filter((address) => address.startsWith(`${OPEN}/`)).map((address) => address.split('?')[1]);
    expect(asked).toEqual([undefined, undefined, 'again=true', undefined, 'again=true']);
  });

  it("doesn't give its code up for an answer that isn't our server's", async () => {
    await start();
    network.reply(`${OPEN}/of-AAA222`, { error: 'Not Found' }, 404);
    await pass(60_000);
    network.replies.set(`${OPEN}/of-AAA222`, 'not ours');
    await pass(60_000);
    expect(desk.getView()).toEqual({ code: 'AAA222', trouble: 'unreachable' });
    expect(network.askedFor(OPEN)).toBe(1);
  });
});
