import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** At least so long after a failure, whatever `pause` says: what is down isn't hammered. */
const AFTER_FAILURE_MS = 500;

/** Work that is done on start and then again and again; a failure is logged once per reason and tried again. */
export abstract class Repeating implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly log = new Logger(this.constructor.name);
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private lastFailure = '';

  /** Milliseconds until the next turn, asked after each. */
  protected abstract pause(): number;
  protected abstract turn(): Promise<void>;

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Lets a turn that runs finish. */
  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    const failed = await this.turn().then(
      () => this.succeeded(),
      (error: Error) => this.failed(error),
    );
    const pause = failed ? Math.max(AFTER_FAILURE_MS, this.pause()) : this.pause();
    if (!this.stopped) this.timer = setTimeout(() => (this.running = this.run()), pause);
  }

  private succeeded(): boolean {
    this.lastFailure = '';
    return false;
  }

  private failed(error: Error): boolean {
    if (error.message !== this.lastFailure) this.log.warn(`Failed, will be tried again: ${error.message}`);
    this.lastFailure = error.message;
    return true;
  }
}
