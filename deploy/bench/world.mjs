// The built apps, each in a process of its own as in a cluster, so that the gateway can be measured alone.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ADMIN, freePort, signIn, TestHarness, until } from '@sarafa/testing';
import { connect } from '@nats-io/transport-node';
import { exited, startGuarded } from '../local/toolkit/processes.mjs';

/**
 * Short, so that a new quote needn't wait. A rate is late after one and a half intervals, so a round of quotes has to be
 * shorter.
 */
const UPDATE_INTERVAL_MS = 1_500;
const ENV = {
  DEMO_SHOP: 'true',
  MARKET_STALE_AFTER_MS: '86400000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
  STREAMS_PER_ADDRESS: '100000',
};

/** Runs `measure` with a product of its own, `withFiles` with media and MinIO too. */
export async function withProduct(measure, { withFiles = false } = {}) {
  const w = new BenchHarness();
  try {
    await w.start(withFiles);
    await measure(w);
  } finally {
    await w.end();
  }
}

class BenchHarness extends TestHarness {
  async start(withFiles) {
    await this.open({ withFiles, updateIntervalMs: UPDATE_INTERVAL_MS });
    this.feed.set({ gold: '467500.00', silver: '6938.00', at: new Date(Date.now() - 1000) });
    // Before the gateway, which will be asked for shops at once.
    const names = /** @type {const} */ (['users', 'auth', 'pricing', 'settings']);
    const [users] = await Promise.all(names.map((name) => this.startPart(name, ENV)));
    this.users = users;
    if (withFiles) this.media = await this.startPart('media', ENV);
    this.gateway = await this.startGateway();
  }

  /** Starts a gateway, or another one beside it. */
  startGateway() {
    return this.startPart('gateway', ENV);
  }

  /** The first admin, signed in. */
  admin() {
    return signIn(this.gateway.url, ADMIN.username, ADMIN.password);
  }

  async demoShop() {
    return (await until(() => this.users.messages.find((message) => message.type === 'demo-shop'))).id;
  }

  /** A connection to the product's NATS. */
  bus() {
    return this.started(connect({ servers: new URL(this.nats.url).host }), (bus) => bus.close());
  }

  /** Starts a bare server in a process of its own, which is killed at the end, also when the bench itself is. */
  async yardstick(file, env) {
    const port = await freePort();
    const child = startGuarded(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      forgettable: true,
    });
    this.atEnd(() => {
      child.kill('SIGKILL');
      return exited(child);
    });
    await once(child, 'message');
    return { child, url: `http://127.0.0.1:${port}` };
  }
}
