import { Inject, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/** The least pause after a failure, whatever `pause` says, so that a server that is down isn't flooded. */
const AFTER_FAILURE_MS = 500;

/**
 * Work that runs at start and then again and again, each turn after the end of the one before. A failure is logged once for
 * each reason, as is the success after it, and the work is tried again. The timer is in Nest's registry under the name of the
 * class. This class is for work whose pause changes at run time or whose turn must be awaited at shutdown; a short task with a
 * fixed pause is an `@Interval`.
 */
export abstract class Repeating implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Nest injects its own registry; the default is for objects that Nest doesn't make. */
  @Inject(SchedulerRegistry) private readonly scheduler = new SchedulerRegistry();
  protected readonly log = new Logger(this.constructor.name);
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private lastFailure = '';

  /** Milliseconds until the next turn; called after each turn. */
  protected abstract pause(): number;
  protected abstract turn(): Promise<void>;

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Waits for the running turn. */
  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.forgetTimer();
    await this.running;
  }

  private async run(): Promise<void> {
    const failed = await this.turn().then(
      () => this.succeeded(),
      (error: Error) => this.failed(error),
    );
    const pause = failed ? Math.max(AFTER_FAILURE_MS, this.pause()) : this.pause();
    if (this.stopped) return;
    const next = () => {
      this.forgetTimer();
      this.running = this.run();
    };
    this.scheduler.addTimeout(this.constructor.name, setTimeout(next, pause));
  }

  private forgetTimer(): void {
    const { name } = this.constructor;
    if (this.scheduler.doesExist('timeout', name)) this.scheduler.deleteTimeout(name);
  }

  private succeeded(): boolean {
    if (this.lastFailure) this.log.log('Succeeded again');
    this.lastFailure = '';
    return false;
  }

  private failed(error: Error): boolean {
    if (error.message !== this.lastFailure) this.log.warn(`Failed, will be tried again: ${error.message}`);
    this.lastFailure = error.message;
    return true;
  }
}
