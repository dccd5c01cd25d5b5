/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadPart, loadPartInTime } from './load-part.js';
import { watchTyping } from '../typed.js';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
let reloads: number;
let isServerThere: boolean;
/** What the address of the page brings. */
let page: string;
/** What this page has asked for, and its type in the browser's own cache. */
let files: Record<string, string>;
let reloaded: () => void;
const reload = () => {
  reloads++;
  reloaded();
};
/** The outcome is `waits` when the page is reloaded and the part has still not come a turn later. */
const outcome = (loading: Promise<unknown>) =>
  Promise.race([
    loading.then(
      () => 'loaded',
      () => 'refused',
    ),
    new Promise((done) => (reloaded = () => setTimeout(() => done('waits')))),
  ]);

const field = document.createElement('input');
const type = (text: string) => {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

beforeAll(watchTyping);
beforeEach(() => {
  reloads = 0;
  isServerThere = true;
  page = '<title>Sarafa</title>';
  files = {};
  Object.assign(performance, { getEntriesByType: () => Object.keys(files).map((name) => ({ name })) });
  sessionStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  Object.assign(globalThis, {
    fetch: async (path: string, { cache }: RequestInit) => {
      if (!isServerThere || files[path] === 'cut off') throw new TypeError('Failed to fetch');
      if (cache === 'reload' && path in files) files[path] = 'text/javascript';
      return { ok: true, headers: new Headers({ 'content-type': files[path] ?? 'text/html' }), text: async () => page };
    },
  });
  document.body.append(field);
});
afterEach(() => {
  field.remove();
  field.value = '';
  jest.restoreAllMocks();
});

describe('a part of the portal', () => {
  it('that comes is shown', async () => {
    expect(await loadPart(() => Promise.resolve('the chart'), reload)).toBe('the chart');
    expect(reloads).toBe(0);
  });

  it('that a newer release has replaced brings the page anew, once', async () => {
    expect(await outcome(loadPart(gone, reload))).toBe('waits');
    expect(reloads).toBe(1);
    expect(await outcome(loadPart(gone, reload))).toBe('refused');
    expect(reloads).toBe(1);
  });

  it('brings the page anew, once, also where the storage is full or forbidden', async () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    for (const method of ['getItem', 'setItem'] as const) jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
    const came = (type: string) => Object.assign(performance, { getEntriesByType: () => [{ type, name: '' }] });
    came('navigate');
    expect(await outcome(loadPart(gone, reload))).toBe('waits');
    came('reload');
    expect(await outcome(loadPart(gone, reload))).toBe('refused');
    expect(reloads).toBe(1);
  });

  it('stays where a network that asks for a sign-in answers in place of the server', async () => {
    page = '<title>Free Wi-Fi</title>';
    expect(await outcome(loadPart(gone, reload))).toBe('refused');
    expect(reloads).toBe(0);
  });

  it('in whose place the browser keeps the page of another server is asked for anew before the page is', async () => {
    files = { 'http://tv/assets/board.js': 'text/javascript', 'http://tv/assets/tv-app.js': 'text/html' };
    let kept: object = {};
    await outcome(loadPart(gone, () => ((kept = { ...files }), reload())));
    expect(kept).toEqual({ 'http://tv/assets/board.js': 'text/javascript', 'http://tv/assets/tv-app.js': 'text/javascript' });
  });

  it('without its scripts brings the page anew only once they have come', async () => {
    files = { 'http://tv/assets/tv-app.js': 'cut off' };
    expect([await outcome(loadPart(gone, reload)), reloads]).toEqual(['refused', 0]);
    files = { 'http://tv/assets/tv-app.js': 'text/html' };
    expect([await outcome(loadPart(gone, reload)), reloads]).toEqual(['waits', 1]);
  });

  it('never takes away what somebody has typed', async () => {
    type('Laxmi');
    expect(await outcome(loadPart(gone, reload))).toBe('refused');
    expect(reloads).toBe(0);
    type('');
    expect(await outcome(loadPart(gone, reload))).toBe('waits');
  });

  it('leaves fields out that are no more on the page', async () => {
    type('Laxmi');
    field.remove();
    expect(await outcome(loadPart(gone, reload))).toBe('waits');
  });

  it('that can’t be had now is asked for again, until it is there or nobody wants it any more', async () => {
    jest.useFakeTimers();
    isServerThere = false;
    let asked = 0;
    const load = () => (++asked < 3 ? gone() : Promise.resolve('the ads'));
    const used: string[] = [];
    loadPartInTime(load, (loaded) => used.push(loaded));
    await jest.advanceTimersByTimeAsync(0);
    expect([asked, used]).toEqual([1, []]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([asked, used]).toEqual([3, ['the ads']]);
    asked = -100;
    const stopWaiting = loadPartInTime(load, () => undefined);
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    asked = -100;
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    // Every five minutes by now.
    expect(asked).toBe(-88);
    stopWaiting();
    asked = 0;
    const stop = loadPartInTime(load, (loaded) => used.push(loaded));
    await jest.advanceTimersByTimeAsync(0);
    stop();
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    expect([asked, used]).toEqual([1, ['the ads']]);
    jest.useRealTimers();
  });

  it('that never comes brings the page anew after five minutes', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    void loadPart(() => new Promise(() => undefined), reload);
    reloaded = () => undefined;
    await jest.advanceTimersByTimeAsync(299_000);
    expect(reloads).toBe(0);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reloads).toBe(1);
    jest.useRealTimers();
  });

  it('does not lead to an error page while nobody answers', async () => {
    isServerThere = false;
    expect(await outcome(loadPart(gone, reload))).toBe('refused');
    expect(reloads).toBe(0);
  });
});
