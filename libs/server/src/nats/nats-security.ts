import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { credsAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';

/** The settings of `BaseConfig` that say how NATS is reached. */
export interface NatsSettings {
  readonly NATS_URL: string;
  readonly NATS_CA?: string | undefined;
  readonly NATS_CERT?: string | undefined;
  readonly NATS_KEY?: string | undefined;
  readonly NATS_CREDS?: string | undefined;
  readonly NATS_INSECURE?: 'yes' | 'no' | undefined;
}

/** Options of the connection; `tls` is there where it has to be encrypted. */
export type NatsSecurity = Pick<NodeConnectionOptions, 'tls' | 'authenticator'>;

/** The nodes of `NATS_URL`, and the user that it names. */
export function natsServers(urls: string): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass'> {
  const parsed = urls.split(',').map((url) => new URL(url.trim()));
  const { username, password } = parsed[0]!;
  const user = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {};
  return { servers: parsed.map(({ host }) => host), ...user };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** What Node and OpenSSL call the faults of a certificate, and what the driver says of a server without TLS. */
const FAULTS_OF_TLS = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|ERR_TLS_|ERR_SSL_|ERR_OSSL_)/;

/** Reads the files that the settings name. Throws an error whose message tells an operator what is wrong. */
export function natsSecurity(settings: NatsSettings): NatsSecurity {
  const { NATS_URL, NATS_CA, NATS_CERT, NATS_KEY, NATS_CREDS, NATS_INSECURE } = settings;
  const urls = NATS_URL.split(',').map((url) => new URL(url.trim()));
  const open = urls.filter(({ protocol }) => protocol !== 'tls:');
  const seen = open.find(({ hostname }) => !LOOPBACK.test(hostname));
  if (open.length > 0 && open.length < urls.length) throw fault('NATS_URL', 'is tls:// for all nodes or for none');
  if (seen && NATS_INSECURE !== 'yes') {
    const why = `${seen.hostname} would be reached without encryption: use tls://, or set NATS_INSECURE=yes where nobody else is in the network`;
    throw fault('NATS_URL', why);
  }
  if (Boolean(NATS_CERT) !== Boolean(NATS_KEY))
    throw fault(NATS_CERT ? 'NATS_KEY' : 'NATS_CERT', 'is needed with the other one');
  const isOpen = open.length > 0;
  if (isOpen && (NATS_CA || NATS_CERT)) throw fault('NATS_URL', 'has to be tls:// where certificates are set');
  const read = (name: 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY') => {
    const text = settings[name] && contentOf(name, settings[name]);
    return text ? { [name.slice('NATS_'.length).toLowerCase()]: text } : {};
  };
  return {
    ...(isOpen ? {} : { tls: { ...read('NATS_CA'), ...read('NATS_CERT'), ...read('NATS_KEY') } }),
    ...(NATS_CREDS ? { authenticator: authenticatorOf(NATS_CREDS) } : {}),
  };
}

function authenticatorOf(path: string) {
  const authenticator = credsAuthenticator(new TextEncoder().encode(contentOf('NATS_CREDS', path)));
  try {
    // The driver reads it only when it connects, and what fails then is tried again for as long as the process runs.
    authenticator();
  } catch (error) {
    throw fault('NATS_CREDS', `${path} can't be used: ${(error as Error).message}`);
  }
  return authenticator;
}

/** When the client certificate ends, in seconds since 1970; undefined without one. */
export function certificateEnd({ tls }: NatsSecurity): number | undefined {
  const cert = tls?.cert;
  return cert ? Date.parse(new X509Certificate(cert).validTo) / 1_000 : undefined;
}

/** What is wrong with the encryption, in words, if that is why a connection was refused. Waiting wouldn't mend it. */
export function tlsFaultOf(error: unknown): Error | undefined {
  for (let cause = error as NodeJS.ErrnoException | undefined; cause; cause = cause.cause as typeof cause) {
    const { code = '', message } = cause;
    if (!FAULTS_OF_TLS.test(code) && !message.includes("does not support 'tls'")) continue;
    const why = code ? `${message} (${code})` : message;
    return new Error(`NATS can't be reached by TLS: ${why}; look at NATS_CA and at the host in NATS_URL`);
  }
  return undefined;
}

function contentOf(name: string, path: string): string {
  const kind = name === 'NATS_CREDS' ? /-----BEGIN NATS USER JWT-----/ : /-----BEGIN [A-Z ]+-----/;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw fault(name, `${path} can't be read: ${(error as Error).message}`);
  }
  if (!kind.test(text)) throw fault(name, `${path} is no ${name === 'NATS_CREDS' ? 'file of credentials' : 'PEM'}`);
  return text;
}

function fault(name: string, what: string): Error {
  return new Error(`Configuration:\n  ${name}: ${what}`);
}
