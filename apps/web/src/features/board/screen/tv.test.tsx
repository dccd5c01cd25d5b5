/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { FakeNetwork } from '../../../testing/fake-network.js';
import { FakeWorker } from '../../../testing/fake-worker.js';
import { NOW, rates, row, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { keptScreen, settings } from '../../../testing/screens.js';
import { loadScreen, saveScreen } from './kept-screen.js';
import { PairingPage } from './pairing-page.js';
import { ScreenBoard } from './screen-board.js';
import { Tv } from './tv.js';

let network: FakeNetwork;
let tv: Tv;

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Lets minutes pass, in steps: the asynchronous clock waits for Node's event loop at each of many timers. */
const passLong = async (ms: number) => {
  for (let left = ms; left > 0; left -= 500) {
    act(() => jest.advanceTimersByTime(500));
    await act(async () => undefined);
  }
};
const send = (name: string, data: unknown) => act(() => network.stream.send(name, data));

function offer(languages: readonly string[] = ['en-IN']): void {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  const expiresAt = new Date(NOW + 600_000).toISOString();
  network.reply('/screens/pairings', { code: 'AAA222', secret: 's', expiresAt }, 201);
  network.reply('/screens/pairings/s', {}, 202);
}

/** Renders what the TV is at now. */
function renderTv(): void {
  cleanup();
  const stage = tv.getStage();
  render('desk' in stage ? <PairingPage desk={stage.desk} /> : <ScreenBoard screen={stage.screen} />);
}

async function openBoard(profile = shop()): Promise<void> {
  saveScreen(keptScreen());
  tv = new Tv();
  renderTv();
  send('profile', profile);
  send('prices', rates());
  send('maintenance', { isMaintenanceMode: false, enabled: true });
  send('heartbeat', { now: new Date(NOW).toISOString() });
  await pass(1_500);
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  localStorage.clear();
  network = new FakeNetwork();
  network.install();
  FakeWorker.install();
});
afterEach(() => {
  cleanup();
  tv.stop();
  jest.useRealTimers();
});

describe('a TV at its short address', () => {
  it('shows its code and what to do with it, and then the board of its shop', async () => {
    offer();
    tv = new Tv();
    renderTv();
    await pass(0);
    expect(screen.getByText('AAA222')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(document.querySelector('.qr path')!.getAttribute('d')!.length).toBeGreaterThan(1_000);
    network.reply('/screens/pairings/s', { token: 'a.b.c', screen: { ...settings(), userId: SHOP_ID } });
    await pass(3_000);
    expect(loadScreen()).toEqual(keptScreen());
    expect('screen' in tv.getStage()).toBe(true);
    expect(network.stream.url).toContain(SHOP_ID);
  });

  it('speaks the first language of the device that boards speak', async () => {
    offer(['fr-FR', 'hi-IN', 'en']);
    tv = new Tv();
    renderTv();
    await pass(0);
    expect(await screen.findByText('इस टीवी पर अपने भाव दिखाएँ')).toBeTruthy();
  });

  it('starts with the board that it was paired with, and is back at a code when the screen is removed', async () => {
    offer();
    await openBoard();
    expect(screen.getAllByRole('article')).toHaveLength(4);
    send('screen', { screen: null });
    await pass(3_500);
    renderTv();
    await pass(0);
    expect(screen.getByText('AAA222')).toBeTruthy();
  });
});

describe('a paired screen', () => {
  it('has its own border, within reason', async () => {
    await openBoard();
    const overscan = () => document.documentElement.style.getPropertyValue('--overscan');
    expect(overscan()).toBe('0');
    send('screen', { screen: settings({ overscan: 2.5 }) });
    expect(overscan()).toBe('2.5');
    send('screen', { screen: settings({ overscan: 50 }) });
    expect(overscan()).toBe('5');
  });

  it('shows its name over the board when it is told to', async () => {
    await openBoard();
    send('command', { id: '1', command: 'identify' });
    expect(screen.getByText('Counter 2')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(4);
    await pass(10_000);
    expect(screen.queryByText('Counter 2')).toBeNull();
  });

  it('turns its page when it is told to, which then stays for its whole time', async () => {
    await openBoard();
    const rows = Array.from({ length: 14 }, (_, index) => row(index + 1, `Coin ${index + 1}`, 100));
    send('custom-tables', rows);
    await pass(10_000);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    send('command', { id: '1', command: 'next' });
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
    await pass(11_900);
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
    await pass(200);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
  });

  it('is black in off-hours, which begin and end by themselves', async () => {
    // It is 16:10:33 now.
    await openBoard(shop({ off_hours: { from: '16:12', to: '16:14' } }));
    expect(screen.getAllByRole('article')).toHaveLength(4);
    await passLong(90_000);
    expect(screen.queryAllByRole('article')).toEqual([]);
    expect(document.querySelectorAll('.off, .off *')).toHaveLength(2);
    expect(document.querySelectorAll('.ad, .stage, video, img')).toHaveLength(0);
    await passLong(120_000);
    // Here nothing tells the board that the page has been painted before, so it shows its loading screen.
    await pass(1_500);
    expect(screen.getAllByRole('article')).toHaveLength(4);
    expect(document.querySelector('.off')).toBeNull();
  });

  it.each([
    ['through off-hours', '16:12'],
    ['where it starts in them', '16:00'],
  ])('leaves the screen of its device on, %s', async (_, from) => {
    let held = 0;
    const request = async () => (held++, { release: async () => void held-- });
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    await openBoard(shop({ off_hours: { from, to: '17:00' } }));
    await passLong(90_000);
    expect(document.querySelector('.off')).not.toBeNull();
    expect(held).toBe(1);
    cleanup();
    await pass(0);
    expect(held).toBe(0);
    Reflect.deleteProperty(navigator, 'wakeLock');
  });
});
