// The faults and how each one ends. A fault resolves when everything is healed.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { PARTS } from '@sarafa/testing';

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

export const seconds = (rng, least, most) => rng.between(least * 1_000, most * 1_000);
const replicaOf = (cluster, rng) => rng.one(cluster.parts);

/** Work that begins with `down`, lasts for `ms`, and ends with `up`. */
export async function during(ms, down, up) {
  await down();
  await setTimeout(ms);
  await up();
}

/** The names that were asked for, `a,b`, or those of all faults. */
export function chosen(only, faults) {
  const names = only?.split(',') ?? Object.keys(faults);
  const unknown = names.filter((name) => !faults[name]);
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown}; there are ${Object.keys(faults)}`);
  return names;
}

const lasting = (words, ms, down, up) => [`${words} for ${ms} ms`, () => during(ms, down, up)];
const standsStill = ({ pid }, words, ms) =>
  lasting(
    `${words} stands still`,
    ms,
    () => process.kill(pid, 'SIGSTOP'),
    () => process.kill(pid, 'SIGCONT'),
  );
const allOf = (parts, work) => () => Promise.all(parts.map(({ app }) => work(app)));
const areKilled = (parts, words, ms) =>
  lasting(
    words,
    ms,
    allOf(parts, (app) => app.stop('SIGKILL')),
    allOf(parts, (app) => app.start()),
  );

/** Each fault first draws its parameters, and then answers its description and its work. */
export const FAULTS = {
  killPart(cluster, rng) {
    const part = replicaOf(cluster, rng);
    return areKilled([part], `${part.label} is killed`, seconds(rng, 1, 4));
  },
  killBoth(cluster, rng) {
    const name = rng.one(PARTS);
    const parts = cluster.parts.filter((part) => part.name === name);
    return areKilled(parts, `both of ${name} are killed`, seconds(rng, 1, 5));
  },
  stopPart(cluster, rng) {
    const { app, label } = replicaOf(cluster, rng);
    return standsStill(app, label, seconds(rng, 2, 12));
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
    const { label, lines } = replicaOf(cluster, rng);
    const to = rng.one(Object.keys(lines));
    return lasting(
      `${label} is cut from ${to}`,
      seconds(rng, 2, 15),
      () => lines[to].silence(),
      () => lines[to].letGo(),
    );
  },
  killServer(cluster, rng) {
    const name = rng.one(['nats', 'mongo', 's3']);
    return lasting(
      `${name} is killed`,
      seconds(rng, 1, 6),
      () => cluster[name].stop('SIGKILL'),
      () => cluster[name].start(),
    );
  },
  stopServer(cluster, rng) {
    const name = rng.one(['nats', 'mongo', 's3']);
    return standsStill(cluster[name], name, seconds(rng, 2, 12));
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
        await cluster.nats.start();
        await setTimeout(ms);
        await cluster.nats.stop();
        await cluster.nats.copyFrom(copy);
        await cluster.nats.start();
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
    const { clock, label } = replicaOf(cluster, rng);
    const by = rng.one([-3_600_000, -600_000, -30_000, 30_000, 600_000, 3_600_000]);
    return lasting(
      `the clock of ${label} is ${by / 1_000} s wrong`,
      seconds(rng, 3, 8),
      () => clock.move(by),
      () => clock.move(0),
    );
  },
};

/** The faults of a seed: every kind of `names` once, in a new order each time, before any is repeated. */
export function* faultsOf(cluster, rng, names) {
  for (;;) {
    const left = [...names];
    while (left.length > 0) {
      const [name] = left.splice(rng.between(0, left.length - 1), 1);
      const [words, work] = FAULTS[name](cluster, rng);
      yield { name, words, work };
    }
  }
}
