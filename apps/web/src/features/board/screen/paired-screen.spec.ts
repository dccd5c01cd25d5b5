/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeNetwork } from '../../../testing/fake-network.js';
import { FakeWorker } from '../../../testing/fake-worker.js';
import { NOW, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { passInSteps } from '../../../testing/pass-in-steps.js';
import { keptScreen, settings } from '../../../testing/screens.js';
import { NEXT_TURN, SOUND } from './remote.js';
import { loadScreen, saveScreen, secretOf } from './kept-screen.js';
import { PairedScreen } from './paired-screen.js';

const BOARD_KEY = `sarafa.board.v1.${SHOP_ID}`;
const UNAUTHENTICATED = { statusCode: 401, code: 'UNAUTHENTICATED', message: 'Sign in', requestId: 'r' };

let network: FakeNetwork;
let screen: PairedScreen;
let removals: number;
let reloads: number;
let heard: unknown[];

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const send = (name: string, data: unknown) => network.stream.send(name, data);
const profile = () => screen.store.getState().profile!;
const onNext = () => heard.push('next');
const onSound = (event: Event) => heard.push((event as CustomEvent).detail);

function start(kept = keptScreen()): void {
  saveScreen(kept);
  screen = new PairedScreen(
    kept,
    () => (removals += 1),
    () => (reloads += 1),
  );
}

beforeEach(async () => {
  jest.useFakeTimers({ now: NOW });
  localStorage.clear();
  network = new FakeNetwork();
  network.install();
  FakeWorker.install();
  [removals, reloads, heard] = [0, 0, []];
  addEventListener(NEXT_TURN, onNext);
  addEventListener(SOUND, onSound);
  start();
  send('profile', shop({ ads_enabled: true }));
  send('prices', rates());
  send('heartbeat', { now: new Date(NOW).toISOString() });
  await pass(1_500);
});
afterEach(() => {
  screen.stop();
  removeEventListener(NEXT_TURN, onNext);
  removeEventListener(SOUND, onSound);
  jest.useRealTimers();
});

describe('what is set of a screen', () => {
  it('is asked for with the stream of the shop', () => {
    expect(network.stream.url).toBe(`/boards/${SHOP_ID}/events?screen=${settings().id}`);
  });

  it('wins over what the shop has set, at once, and is kept for the next power cut', () => {
    expect(profile()).toEqual(shop({ ads_enabled: true }));
    const own = settings({ layout_orientation: 'vertical', shows: 'rates', overscan: 2 });
    send('screen', { screen: own });
    expect(profile()).toMatchObject({ layout_orientation: 'vertical', ads_enabled: false });
    expect(screen.getView().settings).toEqual(own);
    expect(loadScreen()).toEqual(keptScreen({ settings: own }));
    send('screen', { screen: settings() });
    expect(profile()).toMatchObject({ layout_orientation: 'horizontal', ads_enabled: true });
  });

  it("leaves what is kept of the shop's own settings as the shop has set it", async () => {
    send('screen', { screen: settings({ layout_orientation: 'vertical', shows: 'rates' }) });
    await pass(5_000);
    const kept = JSON.parse(localStorage.getItem(BOARD_KEY)!) as { profile: unknown };
    expect(kept.profile).toMatchObject({ layout_orientation: 'horizontal', ads_enabled: true });
  });

  it('is the same state while nothing changes, and tells whoever shows it of each change', () => {
    let calls = 0;
    screen.store.subscribe(() => (calls += 1));
    expect(screen.store.getState()).toBe(screen.store.getState());
    send('screen', { screen: settings({ overscan: 3 }) });
    expect(calls).toBe(1);
    send('screen', { screen: settings({ overscan: 3 }) });
    expect(calls).toBe(1);
  });

  it('is nothing of another screen, and nothing that cannot be read', () => {
    send('screen', { screen: settings({ id: SHOP_ID, layout_orientation: 'vertical' }) });
    for (const data of [{}, { screen: 7 }, undefined, { screen: { id: settings().id } }]) send('screen', data);
    expect(screen.getView().settings).toEqual(settings());
  });
});

describe('a screen that was removed', () => {
  const isForgotten = () => [removals, loadScreen(), localStorage.getItem(BOARD_KEY), FakeWorker.last.isEnded];
  const FORGOTTEN = [1, undefined, null, true];

  it('forgets its shop, by its stream', async () => {
    send('screen', { screen: null });
    await pass(3_500);
    expect(isForgotten()).toEqual(FORGOTTEN);
    await pass(120_000);
    expect(isForgotten()).toEqual(FORGOTTEN);
  });

  it('is none when the gateway had only not heard of it yet', async () => {
    send('screen', { screen: null });
    await pass(3_000);
    send('screen', { screen: settings() });
    await pass(10_000);
    expect(removals).toBe(0);
  });

  it('forgets its shop when this was deleted, by its stream or by a poll, once it is told so again', async () => {
    const hears404 = async () => {
      network.refuse('/user/dashboard/:id', 404, 'NOT_FOUND');
      network.stream.fail();
      await pass(1_000);
    };
    await pass(1_000);
    const board = expect.stringContaining('Mahalaxmi');
    const isKept = () => expect(isForgotten()).toEqual([0, keptScreen(), board, false]);
    send('gone', {});
    expect(screen.store.getState().found).toBe(false);
    isKept();
    // A TV that is switched off and on meanwhile begins to wait anew, and so does one whose shop was there in between.
    screen.stop();
    start();
    await hears404();
    expect(screen.store.getState().found).toBe(false);
    isKept();
    await pass(10_000);
    send('profile', shop());
    expect(screen.store.getState().found).toBe(true);
    await hears404();
    isKept();
    // A cable that is plugged in again doesn't shorten the wait.
    dispatchEvent(new Event('online'));
    network.stream.fail();
    await pass(6_500);
    isKept();
    await pass(1_000);
    network.stream.fail();
    await pass(1_000);
    expect(isForgotten()).toEqual(FORGOTTEN);
  });

  it('goes on when the server refuses its token but says by the stream that the screen is there', async () => {
    send('screen', { screen: settings() });
    FakeWorker.last.say({ type: 'refused', body: UNAUTHENTICATED });
    await pass(10_000);
    expect([removals, loadScreen() === undefined]).toEqual([0, false]);
    FakeWorker.last.say({ type: 'refused', body: { ...UNAUTHENTICATED, details: [{ path: 'screen', message: 'Removed' }] } });
    expect([removals, loadScreen()]).toEqual([1, undefined]);
  });

  it('forgets its shop when our server refuses its token, and keeps nothing of a price that is just changing', async () => {
    send('prices', rates({ gold24: 150_000 }));
    FakeWorker.last.say({ type: 'refused', body: UNAUTHENTICATED });
    await pass(10_000);
    expect(isForgotten()).toEqual(FORGOTTEN);
  });

  it('is none for any other fault', async () => {
    for (const body of [undefined, null, 'Unauthorized', { error: 'no' }, { ...UNAUTHENTICATED, code: 'UNAVAILABLE' }])
      FakeWorker.last.say({ type: 'refused', body });
    network.reply('/user/dashboard/:id', { error: 'Not Found' }, 404);
    network.stream.fail();
    await passInSteps(60_000, 1_000);
    network.refuse('/user/dashboard/:id', 503, 'UNAVAILABLE');
    await passInSteps(60_000, 1_000);
    network.replies.set('/user/dashboard/:id', 'not ours');
    await passInSteps(60_000, 1_000);
    network.cut();
    await passInSteps(600_000, 1_000);
    expect(removals).toBe(0);
    expect(loadScreen()).toEqual(keptScreen());
  });
});

describe("the shop's remote", () => {
  const command = (name: string, id = `of-${name}`) => send('command', { id, command: name });

  it('shows the name for ten seconds, and says so at once', async () => {
    command('identify');
    expect(screen.getView().isIdentified).toBe(true);
    expect(FakeWorker.last.done).toEqual(['of-identify']);
    await pass(9_999);
    expect(screen.getView().isIdentified).toBe(true);
    await pass(1);
    expect(screen.getView().isIdentified).toBe(false);
  });

  it('turns to what is next', () => {
    command('next');
    expect([heard, FakeWorker.last.done]).toEqual([['next'], ['of-next']]);
  });

  it('mutes the ads, also of the next start', () => {
    command('unmute');
    expect([heard, profile().default_mute_state, loadScreen()!.isMuted]).toEqual([[false], false, false]);
    command('mute');
    expect([heard, profile().default_mute_state, loadScreen()!.isMuted]).toEqual([[false, true], true, true]);
    expect(FakeWorker.last.done).toEqual(['of-unmute', 'of-mute']);
  });

  it('mutes the ads until the shop changes its own setting after that: the later change wins', () => {
    send('profile', shop({ default_mute_state: true }));
    command('unmute');
    send('profile', shop({ default_mute_state: true, shop_name: 'Another' }));
    expect(profile().default_mute_state).toBe(false);
    send('profile', shop({ default_mute_state: false }));
    send('profile', shop({ default_mute_state: true }));
    expect([heard, profile().default_mute_state, loadScreen()!.isMuted]).toEqual([[false, null], true, null]);
  });

  it('follows the shop also where an earlier release has kept what the remote had set', () => {
    screen.stop();
    start(keptScreen({ isMuted: false }));
    send('profile', shop({ default_mute_state: true }));
    expect(profile().default_mute_state).toBe(false);
    send('profile', shop({ default_mute_state: false }));
    send('profile', shop({ default_mute_state: true }));
    expect(profile().default_mute_state).toBe(true);
  });

  it('reloads the page only once the server has heard of it', () => {
    command('reload');
    FakeWorker.last.say({ type: 'told', id: 'of-something-else' });
    expect([reloads, FakeWorker.last.done]).toEqual([0, ['of-reload']]);
    FakeWorker.last.say({ type: 'told', id: 'of-reload' });
    expect(reloads).toBe(1);
  });

  it('reloads no page that can’t keep its screen, which would be at a code', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    localStorage.clear();
    command('reload');
    FakeWorker.last.say({ type: 'told', id: 'of-reload' });
    expect([reloads, FakeWorker.last.done]).toEqual([0, []]);
    full.mockRestore();
    // What was cleared on a TV that runs is there again with the next rates.
    send('prices', rates({ gold24: 160_000 }));
    expect(loadScreen()).toEqual(keptScreen());
  });

  it('is obeyed once, and not in what this release does not know', () => {
    command('next');
    command('next');
    command('dance');
    send('command', { command: 'next' });
    send('command', undefined);
    expect([heard, FakeWorker.last.done]).toEqual([['next'], ['of-next']]);
  });
});

describe("a screen's beats", () => {
  it('begin with its token, and keep a new one', async () => {
    expect(FakeWorker.last.heard[0]).toEqual({
      ...{ type: 'start', token: 'a.b.c', everyMs: 30_000 },
      ...{ id: loadScreen()!.settings.id, secret: secretOf(loadScreen()!.settings.id) },
    });
    FakeWorker.last.say({ type: 'token', token: 'd.e.f' });
    expect(loadScreen()!.token).toBe('d.e.f');
    FakeWorker.last.onerror!({});
    await pass(30_000);
    expect(FakeWorker.all).toHaveLength(2);
    expect(FakeWorker.last.heard[0]).toMatchObject({ token: 'd.e.f' });
  });

  it('ask for their script past the browser’s own cache where that has another text', async () => {
    FakeWorker.last.onerror!({});
    const before = network.askedFor('/assets/pulse.js');
    FakeWorker.last.onerror!({ filename: '/assets/pulse.js' });
    expect([before, network.askedFor('/assets/pulse.js')]).toEqual([0, 1]);
  });

  it('hear once a second of a frame that was painted', async () => {
    const frames = () => FakeWorker.last.heard.filter(({ type }) => type === 'painted').length;
    const before = frames();
    await pass(10_400);
    expect(frames() - before).toBeGreaterThanOrEqual(9);
    expect(frames() - before).toBeLessThanOrEqual(10);
    screen.stop();
    const last = frames();
    await pass(5_000);
    expect(frames()).toBe(last);
  });
});
