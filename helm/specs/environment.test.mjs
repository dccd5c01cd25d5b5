// Checks the environment that the chart gives to each part by the configuration that the part itself reads at start.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SERVICES } from '../../deploy/images/bundle.mjs';
import { readSettings } from '../../deploy/images/specs/settings.mjs';
import { RELEASES } from './rendered.mjs';
import { named, ofKind } from './rules/pods.mjs';

/** The content of Secrets that the chart doesn't make. */
const ELSEWHERE = {
  NATS_URL: 'nats://user:a-password@nats.example:4222',
  MONGO_URL: 'mongodb://user:a-password@mongodb.example:27017/sarafa?replicaSet=rs0',
  S3_ACCESS_KEY: 'an-access-key',
  S3_SECRET_KEY: 'a-secret-key',
  BACKUP_KEY: 'a key that only specs have, and nobody else',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
/** Secrets whose keys are settings, which `envFrom` names. */
const SETTINGS_ELSEWHERE = { 'market-keys': { GOLDAPI_IO_KEY: 'a-key' } };
/** Settings that Node itself reads. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS'];
const A_PASSWORD = 'a password of somebody';

/** Resolves variables as the kubelet does: `{ env, helpers }`, where helpers are the variables that other variables use. */
function environmentOf(documents, { env, envFrom = [] }) {
  const found = Object.assign({}, ...envFrom.map(({ secretRef }) => SETTINGS_ELSEWHERE[secretRef?.name]));
  const helpers = new Set();
  for (const { name, value = '', valueFrom } of env) {
    const filledIn = value.replaceAll(/\$\((\w+)\)/g, (_whole, other) => {
      helpers.add(other);
      return found[other];
    });
    const secret = valueFrom && named(documents, 'Secret', valueFrom.secretKeyRef.name);
    const secretValue = () =>
      secret ? Buffer.from(secret.data[valueFrom.secretKeyRef.key], 'base64').toString() : (ELSEWHERE[name] ?? A_PASSWORD);
    found[name] = valueFrom ? secretValue() : filledIn;
  }
  return { env: found, helpers };
}

/** Reads a container's environment as its part does. */
async function start(documents, container) {
  const { env, helpers } = environmentOf(documents, container);
  // The image sets HOST itself.
  const read = await readSettings(container.name, { HOST: '::', ...env }, [...OF_NODE, ...helpers]);
  const alone = Object.entries(read).filter(([, value]) => /127\.0\.0\.1|localhost/.test(String(value)));
  assert.deepEqual(alone, [], `servers that ${container.name} looks for in its own pod`);
}

const containerOf = (deployment) => deployment.spec.template.spec.containers[0];
const rendered = RELEASES.filter(({ documents }) => documents);

for (const { name, documents } of rendered) {
  describe(`the chart with ${name}`, () => {
    const containers = ofKind(documents, 'Deployment').map(containerOf);

    it('has no part too few or too many, each by its own file', () => {
      const found = containers.map(({ name: part, args }) => ({ part, args }));
      assert.deepEqual(
        found.sort((a, b) => (a.part < b.part ? -1 : 1)),
        SERVICES.toSorted().map((part) => ({ part, args: [`${part}.mjs`] })),
      );
    });

    it('tells each part what it needs, and nothing that it does not know', async () => {
      const backups = ofKind(documents, 'CronJob').map(({ spec }) => containerOf(spec.jobTemplate));
      for (const container of [...containers, ...backups]) await start(documents, container);
    });
  });
}

describe('a part', () => {
  const { documents } = rendered[0];
  const auth = containerOf(named(documents, 'Deployment', 'sarafa-auth'));

  it('looks for no server in its own pod', async () => {
    const env = auth.env.filter(({ name }) => !name.startsWith('NATS_'));
    await assert.rejects(start(documents, { ...auth, env }), /in its own pod[^]*NATS_URL/);
  });

  it('is told by no name that it has never heard of', async () => {
    const env = [...auth.env, { name: 'NATS_ADDRESS', value: 'here' }];
    await assert.rejects(start(documents, { ...auth, env }), /never heard of/);
  });
});
