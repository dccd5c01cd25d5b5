import { Backing } from './backing/servers.mjs';
import { build } from './build.mjs';
import { DataDir, npmAbove } from './data-dir.mjs';
import { Fault, tell } from './fault.mjs';
import { checkNode, npmPackages } from './npm-packages.mjs';
import { Product } from './product.mjs';
import { endRuns } from './run.mjs';
import { isAlive } from './toolkit/processes.mjs';

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

  /** Builds, and starts the servers; `what` says what is built. */
  async prepare(progress, what) {
    checkNode();
    const data = new DataDir();
    await data.claim();
    await Product.checkPorts(data);
    const backing = new Backing(data, (reason) => this.fail(reason));
    this.add(() => backing.stop());
    // Setting up MongoDB needs a driver from the npm packages.
    const packages = npmPackages(progress);
    const servers = Promise.all([packages, backing.install(progress)]);
    await Promise.all([
      packages.then(() => build(progress, what)),
      servers.then(() => progress.step('servers', () => backing.start())),
    ]);
    return { data, settings: backing.settings };
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
