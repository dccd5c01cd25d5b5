import { Backing } from './backing/servers.mjs';
import { build } from './build.mjs';
import { DataDir, npmAbove } from './data-dir.mjs';
import { Fault, tell } from './fault.mjs';
import { checkNode, npmPackages } from './npm-packages.mjs';
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

  /** Builds, and starts the servers and the product; `what` says what is built. */
  async start(progress, product, what) {
    checkNode();
    const data = new DataDir();
    await data.claim();
    const backing = new Backing(data, (reason) => this.fail(reason));
    await Promise.all([product.choosePorts(data), backing.choosePorts()]);
    this.add(() => backing.stop());
    this.add(() => product.stop());
    // Setting up MongoDB needs a driver from the npm packages.
    const packages = npmPackages(progress);
    const installed = Promise.all([packages, backing.install(progress)]);
    const built = packages.then(() => build(progress, what));
    await Promise.all([
      installed.then(() => progress.step('servers', () => backing.start())),
      // The product waits for its servers itself, and loads its code meanwhile.
      Promise.all([installed, built]).then(() => progress.step('product', () => product.start(backing.settings))),
    ]);
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
