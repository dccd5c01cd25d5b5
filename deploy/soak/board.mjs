// An open board in a real Chromium. Its clocks can be moved, its processes stopped and its network cut, and it is measured.
import { setTimeout } from 'node:timers/promises';
import { fastForward, installClock, launchChromium, memoryOf, memorySession, quantile, until } from '@sarafa/testing';
import { cachesIn, framesIn, releaseStateIn, setFailedAt } from './in-page.mjs';

const FRAMES_MS = 3_000;
/** Nothing can be awaited in a stopped browser, so this is a fixed time. */
const SLEEP_MS = 1_000;

export class Board {
  loads = 0;
  faults = [];

  async start(harness, { leak = '' } = {}) {
    this.harness = harness;
    this.browser = await harness.started(launchChromium(), (browser) => browser.close());
    this.context = await this.browser.newContext({ viewport: { width: 1920, height: 1080 } });
    this.page = await this.context.newPage();
    // The release that was broken on purpose throws this error.
    this.page.on('pageerror', ({ message }) => message !== 'broken' && this.faults.push(message));
    this.page.on('load', () => void this.loads++);
    await installClock(this.page, harness.ahead);
    // Boards wait for a random time before they load a new release; this board never waits.
    await this.page.addInitScript('Math.random = () => 0');
    if (leak) await this.page.addInitScript(leak);
    await this.page.goto(harness.address);
    await this.page.locator('.cell').first().waitFor();
    await until(async () => (await this.releaseState()).accepted === harness.releases[0].name, 20_000, 100);
    this.devtools = await memorySession(this.page);
  }

  /** Lets time pass for the board and the product. */
  async pass(ms) {
    await this.harness.pass(ms);
    await fastForward(this.page, ms);
  }

  stand() {
    return this.page.evaluate(() => /is-(\w+)/.exec(document.querySelector('.board')?.className ?? '')?.[1]);
  }

  prices() {
    return this.page.evaluate(() => [...document.querySelectorAll('.price')].map(({ textContent }) => textContent).join(' '));
  }

  async release() {
    return this.page.evaluate(() => document.querySelector('meta[name="release"]').getAttribute('content'));
  }

  releaseState() {
    return this.page.evaluate(releaseStateIn);
  }

  /** Sets the time of the failure to what the worker's clock would show if it were moved too. */
  setFailedAt(at) {
    return this.page.evaluate(setFailedAt, at);
  }

  /** Waits for `check` in real time while the board's time runs on, for anything that waits for a timer. */
  async until(check, words) {
    const end = performance.now() + 40_000;
    while (!(await check().catch(() => false))) {
      if (performance.now() > end) throw new Error(`${words}: not within 40 seconds; the board is ${await this.stand()}`);
      await fastForward(this.page, 250).catch(() => undefined);
      await setTimeout(50);
    }
  }

  /** Waits until the server is reachable and rates fill the screen, which is the scene that is measured. */
  async rests() {
    await this.until(async () => (await this.stand()) !== 'offline' && !(await this.isOver()), 'The board never came to rest');
  }

  isOver() {
    return this.page.evaluate(() => document.querySelector('.is-over, .strip') !== null);
  }

  async loseNetwork(isCable) {
    if (isCable) await this.context.setOffline(true);
    else this.harness.lose();
    await this.until(async () => (await this.stand()) === 'offline', 'The board never noticed that it is offline');
    if (isCable) await this.context.setOffline(false);
    else this.harness.reach();
    await this.rests();
  }

  /** Stops every process of the browser while the product's time passes; then the board's clocks follow. */
  async sleep(ms) {
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const pids = processInfo.map(({ id }) => id);
    try {
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await this.harness.pass(ms);
      await setTimeout(SLEEP_MS);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await fastForward(this.page, ms);
  }

  memory() {
    return memoryOf(this.devtools);
  }

  storage() {
    return this.page.evaluate(cachesIn);
  }

  /** The milliseconds from one frame to the next. */
  async frames() {
    const deltas = await this.page.evaluate(framesIn, FRAMES_MS);
    return { frame: quantile(deltas, 0.5), frame95: quantile(deltas, 0.95) };
  }
}
