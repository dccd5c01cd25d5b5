import { setInterval } from 'node:timers';
import { Fault, tell } from './fault.mjs';
import { npmAbove } from './data-dir.mjs';
import { isAlive } from './toolkit/processes.mjs';
import { endRuns } from './run.mjs';

/**
 * One run of `npm start` or `npm run dev`. Whatever ends the run, the parts are stopped in the reverse order of their start.
 */
export class Session {
  parts = [];
  ending;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => this.interrupt());
    const npm = npmAbove();
    // When npm is killed, its children go on running, so this process watches npm.
    if (npm) setInterval(() => isAlive(npm) || this.interrupt(), 1_000).unref();
  }

  /** `stop` is called at the end. */
  add(stop) {
    this.parts.push(stop);
  }

  /** Runs `work`; an error in it stops everything, with exit code 1. */
  async run(work) {
    try {
      await work();
    } catch (error) {
      // An error that stopping has caused needs no message.
      if (!this.ending) await this.end(tell(error));
    }
  }

  fail(reason) {
    if (!this.ending) void this.end(tell(new Fault(reason)));
  }

  interrupt() {
    if (this.ending) {
      console.log('Stopping at once.');
      process.exit(1);
    }
    console.log('\nStopping.');
    void this.end(0);
  }

  end(code) {
    this.ending ??= this.stopAll(code);
    return this.ending;
  }

  async stopAll(code) {
    endRuns();
    for (const stop of this.parts.reverse()) await stop().catch((error) => console.error(error));
    process.exit(code);
  }
}
