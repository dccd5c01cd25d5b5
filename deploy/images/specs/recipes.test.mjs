// Checks of the Dockerfile and compose.yaml that need no container engine.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { PROJECTS } from '../../local/projects.mjs';
import { ROOT } from '../../local/run.mjs';
import { portOf } from '../../local/toolkit/ports.mjs';
import { SERVICES } from '../bundle.mjs';
import { outdated, requireSafe, VERSIONS } from '../versions.mjs';
import { readSettings } from './settings.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** What the program for secrets makes, run twice: beside what somebody has set before, and in a file whose last line has no end. */
const GIVEN = (() => {
  const cwd = mkdtempSync(join(tmpdir(), 'sarafa-secrets-'));
  try {
    writeFileSync(join(cwd, 'sarafa.env'), 'ADMIN_PASSWORD=a password of the specs');
    const make = () => execFileSync('sh', [join(ROOT, 'deploy/one-machine/secrets.sh')], { cwd });
    const text = () => readFileSync(join(cwd, 'sarafa.env'), 'utf8');
    make();
    const made = text();
    make();
    assert.equal(text(), made);
    assert.equal(statSync(join(cwd, 'sarafa.env')).mode & 0o777, 0o600);
    return parseEnv(made);
  } finally {
    rmSync(cwd, { recursive: true });
  }
})();

/** Replaces `${NAME:-default}` and `${NAME:?what it is}` as compose does. */
function filledIn(value, env) {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, env));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, env)]));
  }
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_whole, name, kind, rest) => {
    if (env[name]) return env[name];
    assert.equal(kind, '-', `${name} is needed: ${rest}`);
    return rest;
  });
}

const composed = (env = GIVEN) => filledIn(parse(read('deploy/compose.yaml'), { merge: true }), env);

describe('compose.yaml', () => {
  for (const name of SERVICES) {
    it(`tells ${name} what it needs, and nothing that it doesn't know`, async () => {
      const { command, environment } = composed().services[name];
      assert.deepEqual(command, [`${name}.mjs`]);
      await readSettings(name, environment);
    });
  }

  it('lets sarafa.env set what a provider decides', () => {
    const decided = [
      ...['IMPORT_DUTY', 'MARKET_SOURCES', 'MARKET_BOUNDS', 'MARKET_JUMP_PERCENT', 'MARKET_TIMEOUT_MS', 'MARKET_HOURS'],
      ...['GST_PERCENT', 'MAKING_GST_PERCENT', 'HALLMARK_CHARGE', 'ADMIN_TOKEN_HOURS', 'SHOP_TOKEN_DAYS'],
      ...['PUBLIC_RATE_LIMIT_PER_MINUTE', 'CHANGES_PER_MINUTE', 'STREAMS_PER_ADDRESS', 'PROVIDER_CHAT_NUMBER'],
    ];
    const { services } = composed({ ...GIVEN, ...Object.fromEntries(decided.map((name) => [name, 'as set'])) });
    const environments = Object.values(services).map(({ environment }) => environment ?? {});
    const unset = decided.filter((name) => !environments.some((one) => one[name] === 'as set'));
    assert.deepEqual(unset, []);
  });

  for (const name of ['backup', 'restore'])
    it(`tells the program for a ${name} what it needs`, () => readSettings('backup', composed().services[name].environment));

  it('tells the doctor what it needs', () => readSettings('doctor', composed().services.doctor.environment));

  it('has no part too few or too many', () => {
    const { services } = composed();
    const others = ['backup', 'restore', 'doctor', 'caddy', 'nats', 'mongodb', 'minio'];
    assert.deepEqual(Object.keys(services).sort(), [...SERVICES, ...others].sort());
  });

  it('does without none of the secrets, and says how each is made', () => {
    assert.equal(GIVEN.ADMIN_PASSWORD, 'a password of the specs');
    for (const name of Object.keys(GIVEN))
      assert.throws(() => composed({ ...GIVEN, [name]: '' }), RegExp(`${name} is needed: sh deploy/one-machine/secrets.sh`));
  });

  it("gives the servers a password for each user that the chart's files name, and the parts the same", () => {
    const { services, configs } = composed();
    const files = Object.fromEntries(Object.entries(configs).map(([name, { file }]) => [name, read(join('deploy', file))]));
    const ofNats = [...files['nats-users'].matchAll(/user: (\w+)\s+password: \$(\w+)/g)];
    assert.deepEqual(ofNats.map(([, user]) => user).sort(), [...SERVICES].sort());
    for (const [, user, variable] of ofNats) {
      const { username, password } = new URL(services[user].environment.NATS_URL);
      assert.deepEqual([username, password], [user, services.nats.environment[variable]]);
      // NATS would take it for a number.
      assert.match(password, /^[a-z]\w{40,}$/);
    }
    for (const [name, user = name] of [
      ...SERVICES.slice(1).map((part) => [part]),
      ['backup'],
      ['restore', 'root'],
      ['doctor', 'settings'],
    ]) {
      const { username, password } = new URL(services[name].environment.MONGO_URL);
      assert.deepEqual([username, password], [user, services.mongodb.environment[`MONGODB_${user.toUpperCase()}_PASSWORD`]]);
    }
    assert.match(files.nats, /^include users\.conf$/m);
    for (const variable of ['MONGODB_ROOT_PASSWORD', 'MONGODB_BACKUP_PASSWORD'])
      assert.ok(files['mongodb-setup'].includes(variable), variable);
  });

  it('comes back with the machine, and fills neither its disk by logs nor its memory', () => {
    for (const [name, { restart, logging, mem_limit, stop_grace_period, healthcheck }] of Object.entries(composed().services)) {
      assert.equal(restart, ['restore', 'doctor'].includes(name) ? 'no' : 'unless-stopped', name);
      assert.ok(logging.options['max-file'] && mem_limit && stop_grace_period, name);
      // `up --wait` fails with a container that has none.
      if (restart !== 'no') assert.ok(healthcheck?.test, name);
    }
  });

  it('opens one port, to this machine alone', () => {
    const ports = Object.values(composed().services).flatMap((service) => service.ports ?? []);
    assert.deepEqual(ports, ['127.0.0.1:8080:8080']);
  });

  it('names only servers, networks and volumes that there are', () => {
    const { services, networks, volumes, configs } = composed();
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) assert.ok(services[name]?.healthcheck, name);
      // Caddy alone has the machine's own.
      for (const name of service.networks ?? []) assert.ok(name in networks, name);
      for (const mount of service.volumes ?? []) assert.ok(mount.split(':')[0] in volumes, mount);
      for (const { source } of service.configs ?? []) assert.ok(source in configs, source);
      for (const value of Object.values(service.environment ?? {})) {
        const host = /:\/\/(?:[^@]*@)?([^:/?]+)/.exec(value)?.[1];
        if (host) assert.ok(host in services, value);
      }
    }
  });

  it('lets no part of the product write to its own files, or become more than it is', () => {
    for (const name of [...SERVICES, 'backup', 'restore', 'doctor']) {
      const { read_only, cap_drop, security_opt } = composed().services[name];
      assert.deepEqual({ read_only, cap_drop, security_opt }, LOCKED);
    }
  });

  it('asks a part for its health by what the image has', async (t) => {
    const [, program, ...args] = composed().services.users.healthcheck.test;
    assert.equal(program, 'node');
    let status;
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const asked = args.map((text) => text.replace(':9464/', `:${portOf(server)}/`));
    const answer = async () => (await once(spawn(process.execPath, asked, { stdio: 'ignore' }), 'exit'))[0];
    status = 503;
    assert.equal(await answer(), 1);
    status = 200;
    assert.equal(await answer(), 0);
  });
});

const LOCKED = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };

describe('the Dockerfile', () => {
  const recipe = read('deploy/Dockerfile');

  it('knows the packages of every workspace, which npm would miss', () => {
    assert.ok(PROJECTS.length > 0);
    for (const project of PROJECTS) assert.ok(recipe.includes(`COPY ${project}/package.json `), project);
  });

  it("ends as nobody's user, by number, without a check of its own", () => {
    assert.match(recipe, /^USER [1-9]\d*:[1-9]\d*$/m);
    assert.doesNotMatch(recipe, /^HEALTHCHECK/m);
  });
});

describe('the table of versions', () => {
  const { holes, ...versions } = VERSIONS;
  const checked = Date.parse(holes.checked);
  const days = (count) => checked + count * 86_400_000;

  it('is what chart, compose and Dockerfile say (`npm run versions`)', () => {
    assert.deepEqual(
      outdated().map(([file]) => file),
      [],
    );
    const images = Object.values(composed().services).map(({ image }) => image);
    const known = Object.values(versions).map(({ image, tag }) => `${image}:${tag}`.replace('docker.io/library/', ''));
    for (const image of images) assert.ok(image === 'sarafa:local' || known.includes(image), image);
  });

  it('names the servers that tests start, and why where these are others than what ships', () => {
    assert.match(read('deploy/local/backing/nats/go.mod'), new RegExp(`nats-server/v2 v${versions.nats.tested} `));
    assert.ok(read('deploy/local/backing/mongod.requirements.txt').includes(`mongod ${versions.mongodb.tested} `));
    for (const [name, { tag, version = tag, tested, why }] of Object.entries(versions))
      assert.ok(tested === version || why, `${name} doesn't say why tests have another one`);
  });

  it('has no known hole that nobody has accepted, and no old list of them', () => {
    requireSafe(checked);
    requireSafe(days(90));
    assert.throws(() => requireSafe(days(91)), /91 days old/);
    for (const day of [undefined, 'yesterday']) {
      const undated = { ...versions, holes: { ...holes, checked: day } };
      assert.throws(() => requireSafe(checked, undated), /`checked`.* isn't a day until today/, day);
    }
    assert.throws(() => requireSafe(days(-2)), /`checked`.* isn't a day until today/);
    const holed = { holes, ...versions, mongodb: { ...versions.mongodb, version: '8.0.23' } };
    assert.throws(() => requireSafe(checked, holed), /mongodb 8\.0\.23 has CVE-2026-9740 .*, mended in 8\.0\.24/);
    // One that was accepted without a reason is none.
    for (const { id, accepted } of holes.known) assert.ok(accepted === undefined || accepted.length > 10, id);
  });
});
