import { fileURLToPath } from 'node:url';
import { Product } from '../product.mjs';
import { end } from '../toolkit/processes.mjs';

const CHILD = fileURLToPath(new URL('./child.mjs', import.meta.url));
/** Open streams would delay an orderly end, so the process is killed after this time. */
const PATIENCE_MS = 300;

/** The product in development: while one process runs, the next one has already loaded its packages. */
export class DevProduct extends Product {
  async start(settings) {
    await super.start(settings);
    this.spare = this.spawnSpare();
  }

  launch() {
    const child = this.spare ?? this.spawnSpare();
    this.spare = undefined;
    child.send('go');
    return child;
  }

  spawnSpare() {
    return this.spawn(['--enable-source-maps', CHILD]);
  }

  async restart() {
    this.isUp = false;
    await end(this.child, PATIENCE_MS);
    // A change may come while everything is being stopped.
    if (!this.isStopped) await this.start();
  }

  async stop() {
    this.isStopped = true;
    const { spare } = this;
    await Promise.all([super.stop(), spare && end(spare, PATIENCE_MS)]);
  }
}
