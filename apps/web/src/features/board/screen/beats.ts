import { ReleasedError, limits, REMOVED_SCREEN } from '@sarafa/contracts';
import type { FromPulse, Painted, ToPulse } from './beat-link.js';
import { secretOf } from './kept-screen.js';

/** How often the worker is told what the page has painted, and how often while the loading screen shows. */
const LOOK_MS = 1_000;
const FIRST_LOOK_MS = 200;
/** Until a worker whose script couldn't be loaded is started again. */
const RESTART_MS = 30_000;

interface BeatHandlers {
  /** What the page shows, and whether it has left its loading screen. */
  look(): { readonly painted: Painted; readonly isUp: boolean };
  renewed(token: string): void;
  /** Our server doesn't take the token any more; `isRemoved` when it says that the screen isn't there. */
  refused(isRemoved: boolean): void;
  /** The server has heard that the command was done. */
  told(id: string): void;
}

/** The page's side of the worker that beats. */
export class Beats {
  private worker: Worker | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private restart: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(
    private readonly id: string,
    private token: string,
    private readonly on: BeatHandlers,
  ) {
    this.start();
    this.later(0);
  }

  /** Says at once that a command was done. */
  done(id: string): void {
    this.say({ type: 'done', id });
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.restart);
    this.worker?.terminate();
  }

  private start(): void {
    // A classic script, because Chromium 79 knows no modules in workers.
    const worker = new Worker(new URL('./pulse-worker.ts', import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<FromPulse>) => this.hear(data);
    worker.onerror = ({ filename }) => {
      worker.terminate();
      // A network that asked for a sign-in may have left its page in place of the script, as fresh for months in the browser's cache.
      if (filename) fetch(filename, { cache: 'reload' }).catch(() => undefined);
      clearTimeout(this.restart);
      if (!this.isStopped) this.restart = setTimeout(() => this.start(), RESTART_MS);
    };
    this.worker = worker;
    this.say({ type: 'start', token: this.token, everyMs: limits.screens.beatMs, id: this.id, secret: secretOf(this.id) });
  }

  private later(ms: number): void {
    this.timer = setTimeout(() => requestAnimationFrame(() => this.framed()), ms);
  }

  /** The frame after this one begins once this one was painted. */
  private framed(): void {
    requestAnimationFrame(() => {
      if (this.isStopped) return;
      const seen = this.on.look();
      this.say({ type: 'painted', ...seen });
      this.later(seen.isUp ? LOOK_MS : FIRST_LOOK_MS);
    });
  }

  private say(message: ToPulse): void {
    this.worker?.postMessage(message);
  }

  private hear(news: FromPulse): void {
    if (this.isStopped) return;
    if (news.type === 'told') this.on.told(news.id);
    else if (news.type === 'token') this.on.renewed((this.token = news.token));
    else {
      const error = ReleasedError.safeParse(news.body).data;
      if (error?.code === 'UNAUTHENTICATED')
        this.on.refused(error.details?.some(({ path }) => path === REMOVED_SCREEN) ?? false);
    }
  }
}
