import { Inject, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/** At least so long after a failure, whatever `pause` says: what is down isn't hammered. */
const AFTER_FAILURE_MS = 500;

/**
 * Work that is done on start and then again and again, each turn after the last one has ended; a failure is logged once per
 * reason and tried again. Nest's registry of timers has it under the name of its class. The pauses of most change at run
 * time; what has one pause for good and is over at once is an `@Interval`.
 */
export abstract class Repeating implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Nest's own where Nest makes the object. */
  @Inject(SchedulerRegistry) private readonly scheduler = new SchedulerRegistry();
  protected readonly log = new Logger(this.constructor.name);
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
    this.lastFailure = '';
    return false;
  }

  private failed(error: Error): boolean {
    if (error.message !== this.lastFailure) this.log.warn(`Failed, will be tried again: ${error.message}`);
    this.lastFailure = error.message;
    return true;
  }
}
