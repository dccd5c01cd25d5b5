import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAccount, createOperator, createUser, encodeAccount, encodeOperator, encodeUser, fmtCreds } from '@nats-io/jwt';
import { natsServer, type Server, until } from '@sarafa/testing';
// x509 asks for it.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { BaseConfig } from '../config.js';
import { Bus } from './bus.js';
import { natsSecurity } from './nats-security.js';

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const dir = mkdtempSync(join(tmpdir(), 'nats-tls-'));
let nats: Server;
let plain: Server;

interface Signed {
  readonly keys: CryptoKeyPair;
  readonly name: string;
}

const file = (name: string) => join(dir, name);

/** Makes a certificate with its key as `<name>.crt` and `<name>.key`; without an `issuer` it is an authority. */
async function certificate(name: string, issuer?: Signed): Promise<Signed> {
  const keys = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.create({
    ...{ subject: `CN=${name}`, issuer: `CN=${(issuer ?? { name }).name}`, serialNumber: Buffer.from(name).toString('hex') },
    ...{ notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) },
    ...{ publicKey: keys.publicKey, signingKey: (issuer?.keys ?? keys).privateKey, signingAlgorithm: EC },
    extensions: [
      new x509.BasicConstraintsExtension(!issuer, undefined, true),
      ...(issuer ? [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])] : []),
    ],
  });
  writeFileSync(file(`${name}.crt`), made.toString('pem'));
  writeFileSync(
    file(`${name}.key`),
    x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  );
  return { keys, name };
}

beforeAll(async () => {
  const authority = await certificate('authority');
  await certificate('stranger');
  await certificate('server', authority);
  await certificate('part', authority);
  const tls = { cert: 'server.crt', key: 'server.key', ca: 'authority.crt' };
  const lines = Object.entries(tls).map(([name, at]) => `${name}_file: "${file(at)}"`);
  writeFileSync(file('nats.conf'), `tls { ${lines.join(', ')}, verify: true }\n`);
  writeFileSync(file('half.creds'), '-----BEGIN NATS USER JWT-----\n');
  nats = await natsServer({ config: file('nats.conf') });
  plain = await natsServer();
});
afterAll(async () => {
  await Promise.all([nats.remove(), plain.remove()]);
  rmSync(dir, { recursive: true });
});

const CLIENT = { NATS_CERT: file('part.crt'), NATS_KEY: file('part.key') };
const connect = (settings: object, { port } = nats) => {
  const config = BaseConfig.parse({ NATS_URL: `tls://localhost:${port}`, ...settings });
  return Bus.connect(config.NATS_URL, 'spec', 1, natsSecurity(config));
};
const refusal = (settings: object, server = nats) =>
  connect(settings, server).then(
    (bus) => bus.close().then(() => 'connected'),
    ({ message }: Error) => message,
  );

it('encrypts what goes to NATS, knows it by its authority, and is known to it by a certificate', async () => {
  const bus = await connect({ NATS_CA: file('authority.crt'), ...CLIENT });
  await bus.answers();
  expect(Math.abs(bus.certificateEnd! * 1_000 - Date.now() - DAY_MS)).toBeLessThan(60_000);
  // A lost connection is protected like the first one.
  await nats.stop();
  await nats.start();
  await until(() => bus.reconnections === 1);
  await bus.answers();
  await bus.close();
});

it('is known by a file of credentials to a NATS of accounts, and not by another one’s', async () => {
  const [operator, account, system] = [createOperator(), createAccount(), createAccount()];
  const accounts = await Promise.all(
    [account, system].map(async (keys) => {
      const unlimited = {
        conn: -1,
        subs: -1,
        payload: -1,
        data: -1,
        mem_storage: -1,
        disk_storage: -1,
        streams: -1,
        consumer: -1,
      };
      // The account of the servers themselves keeps nothing.
      const limits = keys === account ? unlimited : {};
      return `${keys.getPublicKey()}: ${await encodeAccount('shops', keys, { limits }, { signer: operator })}`;
    }),
  );
  const config = [
    `operator: ${await encodeOperator('provider', operator, { system_account: system.getPublicKey() })}`,
    `resolver: MEMORY, resolver_preload: { ${accounts.join(', ')} }`,
  ];
  writeFileSync(file('accounts.conf'), config.join('\n'));
  const credentials = async (name: string, of: typeof account) => {
    const user = createUser();
    writeFileSync(file(name), fmtCreds(await encodeUser('pricing', user, of), user));
    return { NATS_URL: `nats://127.0.0.1:${own.port}`, NATS_CREDS: file(name) };
  };
  const own = await natsServer({ config: file('accounts.conf') });
  try {
    const bus = await connect(await credentials('pricing.creds', account), own);
    await bus.answers();
    await bus.close();
    // A restarted process may read another file.
    expect(await refusal(await credentials('stranger.creds', createAccount()), own)).toMatch(/authorization/i);
    expect(await refusal({ NATS_URL: `nats://127.0.0.1:${own.port}` }, own)).toMatch(/authorization/i);
  } finally {
    await own.remove();
  }
});

it('says what is wrong with a certificate, and doesn’t wait', async () => {
  const words = /^NATS can't be reached by TLS: .*UNABLE_TO_VERIFY_LEAF_SIGNATURE.*look at NATS_CA/;
  expect(await refusal({ NATS_CA: file('stranger.crt'), ...CLIENT })).toMatch(words);
  expect(await refusal(CLIENT)).toMatch(words);
  expect(await refusal({ NATS_CA: file('authority.crt'), ...CLIENT }, plain)).toMatch(
    /^NATS can't be .* does not support 'tls'/,
  );
});

it.each([
  [
    { NATS_URL: 'nats://nats:4222' },
    'NATS_URL: nats would be reached without encryption: use tls://, or set NATS_INSECURE=yes',
  ],
  [{ NATS_URL: 'tls://a:4222,nats://127.0.0.1:4222' }, 'NATS_URL: is tls:// for all nodes or for none'],
  [{ NATS_CERT: '/there' }, 'NATS_KEY: is needed with the other one'],
  [{ NATS_URL: 'nats://127.0.0.1:4222', NATS_CA: '/there' }, 'NATS_URL: has to be tls:// where certificates are set'],
  [{ NATS_CA: '/nowhere' }, "NATS_CA: /nowhere can't be read: ENOENT"],
  [{ NATS_CA: file('nats.conf') }, 'NATS_CA: .* is no PEM'],
  [{ NATS_CREDS: file('nats.conf') }, 'NATS_CREDS: .* is no file of credentials'],
  [{ NATS_CREDS: file('half.creds') }, "NATS_CREDS: .*half.creds can't be used: unable to parse credentials"],
])('refuses %j in words', (settings, words) => {
  expect(() => natsSecurity(BaseConfig.parse({ NATS_URL: 'tls://localhost:4222', ...settings }))).toThrow(new RegExp(words));
});

it.each(['nats://127.0.0.1:4222', 'nats://[::1]:4222,nats://localhost:4223', 'nats://nats:4222'])(
  'takes %s as it is',
  (url) => {
    const settings = { NATS_URL: url, ...(url.includes('//nats') ? { NATS_INSECURE: 'yes' } : {}) };
    expect(natsSecurity(BaseConfig.parse(settings))).toEqual({});
  },
);
