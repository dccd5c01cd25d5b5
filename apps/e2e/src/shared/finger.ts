import type { CDPSession, Page } from 'playwright-core';

/** In CSS pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

/** One finger on the screen, as the browser gets it from the device: the page doesn't know of it before the browser does. */
export class Finger {
  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  private constructor(private readonly session: CDPSession) {}

  /** The browser draws a frame for each of the `steps`. */
  async drags(from: Point, to: Point, steps = 10): Promise<void> {
    await this.touch('touchStart', [from]);
    for (let step = 1; step <= steps; step++) {
      const at = (axis: 'x' | 'y') => from[axis] + ((to[axis] - from[axis]) * step) / steps;
      await this.touch('touchMove', [{ x: at('x'), y: at('y') }]);
    }
  }

  async leaves(): Promise<void> {
    await this.touch('touchEnd', []);
  }

  private async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
