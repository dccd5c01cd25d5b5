// The faults of the nodes and how each one ends. A fault resolves when everything is healed.
import { setTimeout } from 'node:timers/promises';
import { during, seconds } from '../faults/schedule.mjs';

const STANDS_STILL_MS = 25_000;
const NO_QUORUM_MS = 30_000;
const CLOCK_MS = 90_000;
/** Longer than the clocks take to be read. */
const CLOCK_SEEN_MS = 1_000;
const BETWEEN_PARTS_MS = 1_000;

const killed = (nodes, ms) =>
  during(
    ms,
    () => Promise.all(nodes.map((node) => node.kill())),
    () => Promise.all(nodes.map((node) => node.start())),
  );
const stopped = (node) =>
  during(
    STANDS_STILL_MS,
    () => node.standStill(),
    () => node.goOn(),
  );
const cut = (node) =>
  during(
    STANDS_STILL_MS,
    () => node.cutOff(),
    () => node.letGo(),
  );
const natsLeader = ({ natsNodes }, rng) => natsNodes.leader(rng.one(['jetstream', 'streams']));
const twoOf = (nodes, rng) => {
  const spared = rng.one(nodes);
  return nodes.filter((node) => node !== spared);
};

/** Half of the parts have a clock that is wrong meanwhile. */
const withClocks = (aheadMs, work) => async (cluster, rng) => {
  const move = (ms) => {
    for (const { clock, index } of cluster.parts) if (index === 0) clock.move(ms);
  };
  move(aheadMs);
  await setTimeout(CLOCK_SEEN_MS);
  await work(cluster, rng);
  move(0);
  await setTimeout(CLOCK_SEEN_MS);
};

async function natsStopped(cluster, rng) {
  await stopped(await natsLeader(cluster, rng));
}

async function mongoStopped({ mongoNodes }) {
  await stopped(await mongoNodes.primary());
}

/**
 * `hits` is whose failure the limits allow for; `isAway` where no majority is left. Boards aren't judged by their time where
 * clocks are wrong.
 */
export const FAULTS = {
  'nats-killed': { hits: 'nats', work: async (cluster, rng) => killed([await natsLeader(cluster, rng)], seconds(rng, 2, 15)) },
  'nats-wiped': {
    hits: 'nats',
    work: async (cluster, rng) => {
      const leader = await cluster.natsNodes.leader('jetstream');
      const node = rng.one(cluster.natsNodes.nodes.filter((other) => other !== leader));
      await during(
        seconds(rng, 2, 10),
        async () => {
          await node.kill();
          await node.server.wipe();
        },
        () => node.start(),
      );
    },
  },
  'nats-stopped': { hits: 'nats', work: natsStopped },
  'mongo-killed': {
    hits: 'mongo',
    work: async ({ mongoNodes }, rng) => killed([await mongoNodes.primary()], seconds(rng, 2, 20)),
  },
  'mongo-stopped': { hits: 'mongo', work: mongoStopped },
  'nats-no-quorum': { isAway: true, work: ({ natsNodes }, rng) => killed(twoOf(natsNodes.nodes, rng), NO_QUORUM_MS) },
  'mongo-no-quorum': { isAway: true, work: ({ mongoNodes }, rng) => killed(twoOf(mongoNodes.nodes, rng), NO_QUORUM_MS) },
  'parts-killed': {
    hits: 'parts',
    work: async (cluster, rng) => {
      const left = [...cluster.parts];
      while (left.length > 0) {
        const [part] = left.splice(rng.between(0, left.length - 1), 1);
        await during(
          seconds(rng, 0, 2),
          () => cluster.kill(part),
          () => cluster.startAgain(part),
        );
        await setTimeout(BETWEEN_PARTS_MS);
      }
    },
  },
  'nats-all': { isAway: true, work: ({ natsNodes }, rng) => killed(natsNodes.nodes, seconds(rng, 1, 5)) },
  'nats-cut': { hits: 'nats', work: async (cluster, rng) => cut(await natsLeader(cluster, rng)) },
  // What the primary says to the others still arrives.
  'mongo-cut': { hits: 'mongo', work: async ({ mongoNodes }) => cut(await mongoNodes.primary()) },
  'nats-stopped-ahead': { hits: 'nats', hasClocks: true, work: withClocks(CLOCK_MS, natsStopped) },
  'nats-stopped-behind': { hits: 'nats', hasClocks: true, work: withClocks(-CLOCK_MS, natsStopped) },
  'mongo-stopped-ahead': { hits: 'mongo', hasClocks: true, work: withClocks(CLOCK_MS, mongoStopped) },
  'mongo-stopped-behind': { hits: 'mongo', hasClocks: true, work: withClocks(-CLOCK_MS, mongoStopped) },
};
