/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** What the board showed when it was painted, or had in the page between two frames. */
export interface Shown {
  readonly stand: string;
  /** Whether this was longer after the night, by the wall clock, than the board takes to look at its clocks. */
  readonly isAfter: boolean;
}

interface Night {
  /** From when on a script that runs runs after the night, by the unmoved wall clock; the browser is stopped till then. */
  beginsAt: number;
  /** How far the wall clock moved during the night. */
  moved: number;
  /** When the page ran again, by its own monotonic clock. */
  endedAt: number;
  shown: Shown[];
}

declare global {
  interface Window {
    night: Night;
  }
}

export const NIGHT_MS = 3_600_000;

/**
 * Gives the page clocks that a night moves, and records what the board shows in `window.night.shown`. Runs in the page before
 * any other script. Whatever reads a clock first after the stop notices the night, so that no script runs unnoticed in
 * between. The monotonic clock stands still during the night unless `isSteadyMoved`.
 */
export function watchNight([nightMs, isSteadyMoved]: readonly [number, boolean]): void {
  /** The board looks at its clocks ten times a second, and then paints. */
  const LOOKED_MS = 200;
  const wall = Date.now.bind(Date);
  const steady = performance.now.bind(performance);
  const night: Night = { beginsAt: Infinity, moved: 0, endedAt: 0, shown: [] };
  const isOver = () => look() > 0 && steady() - night.endedAt > LOOKED_MS;
  let looked = steady();
  let paused = 0;
  const look = () => {
    const now = steady();
    if (wall() >= night.beginsAt) {
      night.beginsAt = Infinity;
      night.moved = nightMs;
      night.endedAt = now;
      paused = now - looked;
    }
    looked = now;
    return night.moved;
  };
  Date.now = () => wall() + look();
  performance.now = () => {
    const moved = look();
    return steady() + (isSteadyMoved ? moved : -paused);
  };

  const standing = () => /is-(\w+)/.exec(document.querySelector('.board')?.className ?? '')?.[1] ?? 'none';
  const last = () => night.shown[night.shown.length - 1];
  const keep = (isAfter: boolean) => {
    const stand = standing();
    if (last()?.stand !== stand || last()?.isAfter !== isAfter) night.shown.push({ stand, isAfter });
  };
  // A frame shows what is in the page after all of the frame's callbacks; this message arrives when it was painted.
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => keep(data as boolean);
  const frame = () => {
    painted.port2.postMessage(isOver());
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // What was painted before the night is still there when the first script of the morning runs, so only a change counts.
  const onChange = () => {
    if (last()?.stand !== standing()) keep(isOver());
  };
  new MutationObserver(onChange).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class'],
  });
  window.night = night;
}

/** What the board has shown since the night. */
export async function shownAfter(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => window.night.shown);
  return shown.filter(({ isAfter }) => isAfter).map(({ stand }) => stand);
}

/** A sleep as on Linux: the monotonic clock and all timers stand still, and only the wall clock goes on. */
export async function suspend(page: Page): Promise<void> {
  await page.evaluate((moved) => {
    window.night.endedAt = performance.now();
    window.night.moved = moved;
  }, NIGHT_MS);
}

/** Milliseconds from when a night is announced until it begins: a loaded machine too stops all processes within it. */
const DUSK_MS = 2_000;

/** A night in which every process of the browser is stopped; `meanwhile` happens during it. */
export async function stopForTheNight(browser: Browser, page: Page, meanwhile?: () => void): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.map(({ id }) => id);
  const beginsAt = Date.now() + DUSK_MS;
  await page.evaluate((at) => void (window.night.beginsAt = at), beginsAt);
  try {
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    if (Date.now() >= beginsAt) throw new Error('The night has begun before the browser was stopped');
    meanwhile?.();
    // Nothing can be awaited in a stopped browser.
    while (Date.now() < beginsAt) await sleep(beginsAt - Date.now());
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  await session.detach();
}
