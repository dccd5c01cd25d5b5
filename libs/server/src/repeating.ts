import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

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
    await this.turn().then(
      () => (this.lastFailure = ''),
      (error: Error) => this.failed(error),
    );
    if (!this.stopped) this.timer = setTimeout(() => (this.running = this.run()), this.pause());
  }

  private failed(error: Error): void {
    if (error.message !== this.lastFailure) this.log.warn(`Failed, will be tried again: ${error.message}`);
    this.lastFailure = error.message;
  }
}
