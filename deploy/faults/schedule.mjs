// The faults and how each one ends. A fault resolves when everything is healed.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { PARTS } from './cluster.mjs';

const STREAMS = ['KV_accounts', 'KV_boards', 'KV_market', 'KV_site', 'KV_leases', 'events'];
const FILLER_BYTES = 512 * 1024;

async function withManager(cluster, work) {
  const nats = await connect({ servers: cluster.nats.url, maxReconnectAttempts: 0 });
  try {
    return await work(await jetstreamManager(nats, { timeout: 3_000 }), nats);
  } finally {
    await nats.close();
  }
}

const seconds = (rng, least, most) => rng.between(least * 1_000, most * 1_000);
const replicaOf = (cluster, rng) => rng.one(cluster.parts);

/** Each fault first draws its parameters, and then answers its description and its work. */
const FAULTS = {
  killPart(cluster, rng) {
    const [part, ms] = [replicaOf(cluster, rng), seconds(rng, 1, 4)];
    return [
      `${part.label} is killed for ${ms} ms`,
      async () => {
        await part.app.stop('SIGKILL');
        await setTimeout(ms);
        await part.app.start();
      },
    ];
  },
  killBoth(cluster, rng) {
    const [name, ms] = [rng.one(PARTS), seconds(rng, 1, 5)];
    const parts = cluster.parts.filter((part) => part.name === name);
    return [
      `both of ${name} are killed for ${ms} ms`,
      async () => {
        await Promise.all(parts.map(({ app }) => app.stop('SIGKILL')));
        await setTimeout(ms);
        await Promise.all(parts.map(({ app }) => app.start()));
      },
    ];
  },
  stopPart(cluster, rng) {
    const [part, ms] = [replicaOf(cluster, rng), seconds(rng, 2, 12)];
    return [
      `${part.label} stands still for ${ms} ms`,
      async () => {
        process.kill(part.app.pid, 'SIGSTOP');
        await setTimeout(ms);
        process.kill(part.app.pid, 'SIGCONT');
      },
    ];
  },
  restartParts(cluster, rng) {
    const name = rng.one(PARTS);
    return [
      `${name} is rolled out`,
      async () => {
        for (const { app } of cluster.parts.filter((part) => part.name === name)) await app.restart('SIGTERM');
      },
    ];
  },
  cutPart(cluster, rng) {
    const part = replicaOf(cluster, rng);
    const [to, ms] = [rng.one(Object.keys(part.lines)), seconds(rng, 2, 15)];
    return [
      `${part.label} is cut from ${to} for ${ms} ms`,
      async () => {
        part.lines[to].cut();
        await setTimeout(ms);
        part.lines[to].heal();
      },
    ];
  },
  killServer(cluster, rng) {
    const [name, ms] = [rng.one(['nats', 'mongo', 's3']), seconds(rng, 1, 6)];
    return [
      `${name} is killed for ${ms} ms`,
      async () => {
        await cluster[name].stop('SIGKILL');
        await setTimeout(ms);
        await (name === 'nats' ? cluster.startNats() : cluster[name].start());
      },
    ];
  },
  stopServer(cluster, rng) {
    const [name, ms] = [rng.one(['nats', 'mongo', 's3']), seconds(rng, 2, 12)];
    return [
      `${name} stands still for ${ms} ms`,
      async () => {
        process.kill(cluster[name].pid, 'SIGSTOP');
        await setTimeout(ms);
        process.kill(cluster[name].pid, 'SIGCONT');
      },
    ];
  },
  deleteStream(cluster, rng) {
    const name = rng.one(STREAMS);
    return [
      `stream ${name} is deleted`,
      async () => {
        await withManager(cluster, ({ streams }) => streams.delete(name)).catch(() => undefined);
        await setTimeout(3_000);
      },
    ];
  },
  olderStore(cluster, rng) {
    const ms = seconds(rng, 3, 8);
    const copy = join(cluster.dir, 'older-store');
    return [
      `NATS's store is put back to what it was ${ms} ms ago`,
      async () => {
        await rm(copy, { recursive: true, force: true });
        await cluster.nats.stop();
        await cluster.nats.copyTo(copy);
        await cluster.startNats();
        await setTimeout(ms);
        await cluster.nats.stop();
        await cluster.nats.copyFrom(copy);
        await cluster.startNats();
        if (rng.next() < 0.5) await Promise.all(cluster.gateways.map((gateway) => gateway.restart('SIGKILL')));
      },
    ];
  },
  fullDisk(cluster, rng) {
    const ms = seconds(rng, 3, 8);
    return [
      `NATS's disk is full for ${ms} ms`,
      async () => {
        await withManager(cluster, async ({ streams }, nats) => {
          await streams.add({ name: 'filler', subjects: ['filler'] }).catch(() => undefined);
          const bytes = new Uint8Array(FILLER_BYTES);
          for (let left = 200; left > 0; left--) {
            const answer = await nats.request('filler', bytes, { timeout: 3_000 }).catch(() => undefined);
            if (!answer || answer.json().error) break;
          }
        });
        await setTimeout(ms);
        await withManager(cluster, ({ streams }) => streams.delete('filler'));
      },
    ];
  },
  wrongClock(cluster, rng) {
    const part = replicaOf(cluster, rng);
    const [by, ms] = [rng.one([-3_600_000, -600_000, -30_000, 30_000, 600_000, 3_600_000]), seconds(rng, 3, 8)];
    return [
      `the clock of ${part.label} is ${by / 1_000} s wrong for ${ms} ms`,
      async () => {
        await writeFile(part.clock, String(by));
        await setTimeout(ms);
        await writeFile(part.clock, '0');
      },
    ];
  },
};

export const FAULT_NAMES = Object.keys(FAULTS);

/** The faults of a seed: every kind once, in a new order each time, before any is repeated. */
export function* faultsOf(cluster, rng) {
  for (;;) {
    const left = [...FAULT_NAMES];
    while (left.length > 0) {
      const [name] = left.splice(rng.between(0, left.length - 1), 1);
      const [words, work] = FAULTS[name](cluster, rng);
      yield { name, words, work };
    }
  }
}
