import { fileURLToPath } from 'node:url';
import { end } from './process-tools.mjs';
import { Product } from './product.mjs';

const CHILD = fileURLToPath(new URL('./dev-child.mjs', import.meta.url));
/** Streams that are still open would hold up an orderly end. */
const PATIENCE_MS = 300;

/** The product in development: its next process stands ready while this one runs. */
export class DevProduct extends Product {
  async start() {
    await super.start();
    this.spare = this.spawn(CHILD);
  }

  launch() {
    const child = this.spare ?? this.spawn(CHILD);
    this.spare = undefined;
    child.send('go');
    return child;
  }

  async restart() {
    this.isUp = false;
    await end(this.child, PATIENCE_MS);
    // A change may come while all is being stopped.
    if (!this.isStopped) await this.start();
  }

  async stop() {
    this.isStopped = true;
    const { spare } = this;
    await Promise.all([super.stop(), spare && end(spare, PATIENCE_MS)]);
  }
}
