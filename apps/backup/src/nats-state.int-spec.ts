import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kvm } from '@nats-io/kv';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { natsServer, type NatsOptions, type Server } from '@sarafa/testing';
import { requireNoState } from './nats-state.js';

/** The configuration that the chart gives to nats-server. */
const CONFIG = fileURLToPath(new URL('../../../helm/sarafa/files/nats-users.conf', import.meta.url));
const PASSWORD = 'secretOfAll';
const env = Object.fromEntries(
  ['GATEWAY', 'AUTH', 'USERS', 'PRICING', 'MEDIA', 'SETTINGS'].map((part) => [`NATS_${part}_PASSWORD`, PASSWORD]),
);

describe('a restore', () => {
  let dir: string;
  const servers: Server[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nats-state-'));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.remove()));
    await rm(dir, { recursive: true });
  });

  const started = async (options?: NatsOptions) => {
    const server = await natsServer(options);
    servers.push(server);
    return server;
  };
  /** With an administrator, as an operator adds one to a NATS of one's own, and as `change` has it. */
  const withUsers = async (change: (config: string) => string = (config) => config) => {
    const config = join(dir, `nats${servers.length}.conf`);
    const users = (await readFile(CONFIG, 'utf8')).replace('users: [', `users: [ { user: operator, password: ${PASSWORD} }`);
    await writeFile(config, change(users.replace(/user: "?users"?/, 'user: users2')));
    return started({ config, env });
  };
  /** By another user with these rights, as for a change of the password. */
  const asUsers = ({ url }: Server) => ({ NATS_URL: url.replace('nats://', `nats://users2:${PASSWORD}@`) });
  const asOperator = async ({ url }: Server, does: (nats: NatsConnection) => Promise<unknown>) => {
    const nats = await connect({ servers: url, user: 'operator', pass: PASSWORD });
    await does(nats).finally(() => nats.close());
  };

  it('is refused while NATS has state that would win over it, all of which is named', async () => {
    const server = await withUsers();
    await requireNoState(asUsers(server));
    await asOperator(server, async (nats) => {
      for (const bucket of ['accounts', 'boards', 'market', 'site'])
        await (await new Kvm(nats).create(bucket)).put('one', 'of before');
      await nats.request('$JS.API.STREAM.CREATE.events', JSON.stringify({ name: 'events', subjects: ['events.>'] }));
      await nats.request('events.users.shop.deleted', 'of before');
    });
    await expect(requireNoState(asUsers(server))).rejects.toThrow(
      /^NATS has state \(KV_accounts: 1, KV_boards: 1, KV_market: 1, KV_site: 1, events: 1\): stop all services/,
    );
    await asOperator(server, async (nats) => {
      for (const stream of ['KV_accounts', 'KV_boards', 'KV_site', 'events'])
        await nats.request(`$JS.API.STREAM.DELETE.${stream}`);
    });
    await expect(requireNoState(asUsers(server))).rejects.toThrow(/^NATS has state \(KV_market: 1\): /);
  });

  it('is refused by a NATS that won’t say what it has', async () => {
    const former = await withUsers((config) => config.replaceAll('STREAM.INFO.KV_market', 'STREAM.INFO.KV_other'));
    await expect(requireNoState(asUsers(former))).rejects.toThrow(
      /^NATS doesn't say whether it has old state \(KV_market: .*Permissions Violation.*files\/nats-users\.conf/i,
    );
  });

  it('is let through by a NATS without JetStream, and refused where JetStream is out of order', async () => {
    const server = await started();
    await server.stop();
    await server.start([]);
    const settings = { NATS_URL: server.url };
    await requireNoState(settings);
    // As a cluster answers that has no leader.
    const answer = { type: 'io.nats.jetstream.api.v1.stream_info_response', error: { code: 503, err_code: 10008 } };
    const nats = await connect({ servers: server.url });
    const callback = (_: unknown, message: Msg) => void message.respond(JSON.stringify(answer));
    nats.subscribe('$JS.API.STREAM.INFO.*', { callback });
    await nats.flush();
    await expect(requireNoState(settings)).rejects.toThrow(/^NATS doesn't say whether it has old state \(KV_accounts: .*10008/);
    await nats.close();
  });
});
