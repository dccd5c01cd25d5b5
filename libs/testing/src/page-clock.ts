/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';

interface PageClock {
  advance(ms: number): Promise<void>;
}

declare global {
  interface Window {
    pageClock: PageClock;
  }
}

/**
 * Clocks and timers of a page that can be moved, to see what the page keeps and paints over a long time. Playwright's clock
 * isn't suitable: it draws frames by timers of its own, and records each step for all later pages.
 */
export async function installClock(page: Page, ahead = 0): Promise<void> {
  await page.addInitScript(inPage, ahead);
}

/**
 * The boards of a page, or of all pages of a context, show their rates as soon as these are there, as if the loading screen had been
 * painted long ago.
 */
export async function skipLoadingScreen(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript(() => {
    const entries = performance.getEntriesByName.bind(performance);
    const painted = { startTime: -60_000 } as PerformanceEntry;
    performance.getEntriesByName = (name, type) => (name === 'first-contentful-paint' ? [painted] : entries(name, type));
  });
}

/** Moves the page's clocks at once. Each timer that is due then fires once, as after a sleep. */
export async function fastForward(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => window.pageClock.advance(ms), ms);
}

/** Lets the page's time run, in steps of at most 100 ms. */
export async function runFor(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (ms) => {
    for (let left = ms; left > 0; left -= 100) await window.pageClock.advance(Math.min(left, 100));
  }, ms);
}

/** Runs in the page before any other script. */
function inPage(ahead: number): void {
  if (location.protocol === 'about:') return;
  /** The wall clock continues over a reload, and the monotonic clock starts anew. */
  const KEPT = 'page-clock';
  const native = {
    wall: Date.now.bind(Date),
    steady: performance.now.bind(performance),
    start: window.setTimeout.bind(window),
    end: window.clearTimeout.bind(window),
  };
  interface Timer {
    at: number;
    readonly every: number | undefined;
    readonly run: () => void;
    handle: number;
  }
  const timers = new Map<number, Timer>();
  let ids = 1e9;
  let wallAhead = Number(sessionStorage.getItem(KEPT) ?? ahead);
  let steadyAhead = 0;

  // A timer of 0 ms would take 4 ms once there are many.
  const channel = new MessageChannel();
  const task = () =>
    new Promise((done) => {
      channel.port1.onmessage = done;
      channel.port2.postMessage(null);
    });
  const now = () => native.steady() + steadyAhead;
  const arm = (id: number, timer: Timer) => {
    timer.handle = native.start(() => fire(id, timer), Math.max(0, timer.at - now()));
  };
  const fire = (id: number, timer: Timer) => {
    if (timers.get(id) !== timer) return;
    if (timer.every === undefined) timers.delete(id);
    else {
      timer.at = now() + timer.every;
      arm(id, timer);
    }
    timer.run();
  };
  const add = (run: TimerHandler, ms: number, isRepeated: boolean, given: unknown[]) => {
    if (typeof run !== 'function') throw new TypeError('A timer of text');
    const id = ids++;
    const timer = { at: now() + ms, every: isRepeated ? ms : undefined, run: () => void run(...given), handle: 0 };
    timers.set(id, timer);
    arm(id, timer);
    return id;
  };
  const drop = (id?: number) => {
    native.end(timers.get(id!)?.handle);
    timers.delete(id!);
  };
  const isDue = ({ at }: Timer) => at <= now();
  const advance = async (ms: number) => {
    for (const { handle } of timers.values()) native.end(handle);
    steadyAhead += ms;
    wallAhead += ms;
    sessionStorage.setItem(KEPT, String(wallAhead));
    const due = [...timers].filter(([, timer]) => isDue(timer)).sort(([, a], [, b]) => a.at - b.at);
    for (const [id, timer] of timers) if (!isDue(timer)) arm(id, timer);
    for (const [id, timer] of due) {
      fire(id, timer);
      // Everything that a timer starts, including promises, ends before the next timer fires.
      await task();
    }
  };

  Date.now = () => native.wall() + wallAhead;
  performance.now = now;
  const setTimeout = (run: TimerHandler, ms = 0, ...given: unknown[]) => add(run, ms, false, given);
  const setInterval = (run: TimerHandler, ms = 0, ...given: unknown[]) => add(run, ms, true, given);
  Object.assign(window, { setTimeout, setInterval, clearTimeout: drop, clearInterval: drop, pageClock: { advance } });
}
