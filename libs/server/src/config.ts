import { networkInterfaces } from 'node:os';
import { Logger } from '@nestjs/common';
import { z } from 'zod';

/** A port to listen on; 0 takes any free one. */
export const Port = z.coerce.number().int().min(0).max(65_535);

/** MongoDB itself would take another one without a word. */
const NO_DATABASE =
  'has to name the database, as mongodb://host/sarafa does; what a product without it has stored is in /test (with authSource=admin, where the user was made in admin)';

/** The configuration of every process. Each setting is described where it is declared: `npm run config:docs` lists them. */
export const BaseConfig = z.object({
  NATS_URL: z
    .string()
    .regex(/^(?:nats|tls):\/\//, 'must be an address of NATS')
    .default('nats://127.0.0.1:4222')
    .describe(
      'NATS: `tls://user:password@host:port`, several separated by commas, or `nats://` without encryption. `npm start` starts one where this is not set.',
    ),
  NATS_INSECURE: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('Whether a NATS on another machine may be reached without encryption.'),
  NATS_CA: z.string().optional().describe("A file with the certificate of the authority that has signed NATS's, in PEM."),
  NATS_CERT: z.string().optional().describe('A file with the certificate by which this part is known to NATS, in PEM.'),
  NATS_KEY: z.string().optional().describe("A file with that certificate's private key, in PEM."),
  NATS_CREDS: z
    .string()
    .optional()
    .describe('A file with credentials of NATS (a JWT and its seed), in place of user and password.'),
  NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies that NATS keeps of each bucket; 3 on a cluster of three nodes, so that losing one node loses nothing.'),
});

/** The configuration of every service with documents. */
export const StoreConfig = BaseConfig.extend({
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must be a MongoDB address')
    .regex(/:\/\/[^/]+\/[^/?]+/, NO_DATABASE)
    .default('mongodb://127.0.0.1:27017/sarafa')
    .describe('MongoDB, a replica set, with the name of the database. `npm start` starts one where this is not set.'),
  SWEEP_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(3_000)
    .describe(
      'Milliseconds between two looks for documents that are not published yet; below a second, also between two looks at the states of screens.',
    ),
  CALLER_TOKENS: z
    .enum(['required', 'optional'])
    .default('required')
    .describe(
      "Whether what a gateway asks for somebody who is signed in must carry that person's token, and what services ask each other the service's. `optional` is for the minutes in which parts of 0.3 run beside this release.",
    ),
});
export type StoreConfig = z.infer<typeof StoreConfig>;

/** Where the files of the installation are. */
export const S3Config = z.object({
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:9000')
    .describe('S3, which keeps the files. `npm start` starts a MinIO where this is not set.'),
  S3_ACCESS_KEY: z.string().default('minioadmin').describe('The name with which S3 is signed in to.'),
  S3_SECRET_KEY: z.string().default('minioadmin').describe('The password with which S3 is signed in to.'),
  S3_BUCKET: z.string().default('sarafa').describe('The bucket of all files.'),
});

/** `::` covers IPv4 too, but on a system without any IPv6 nothing can listen there. */
const listenable = (host: string) =>
  host === '::' && !Object.values(networkInterfaces()).some((of) => of?.some(({ family }) => family === 'IPv6'))
    ? '0.0.0.0'
    : host;

/** The configuration of a process as a whole, whichever apps run in it. */
export const ProcessConfig = z.object({
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The least important lines that the log has.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .transform(listenable)
    .describe('The address that all HTTP servers of the process listen on; `::` is every address, of IPv6 and of IPv4.'),
  METRICS_PORT: Port.default(9464).describe(
    '`/metrics`, `/health/live` and `/health/ready` of the process. `npm start` takes a free port where this is not set, and prints it.',
  ),
  SARAFA_VERSION: z.string().default('unknown').describe('The version that `sarafa_build_info` reports; images set it.'),
  SARAFA_REVISION: z.string().default('unknown').describe('The commit that `sarafa_build_info` reports; images set it.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A collector of OpenTelemetry, which gets spans by OTLP over HTTP (`http://collector:4318`). Without it there are no traces.',
    ),
});
export type ProcessConfig = z.infer<typeof ProcessConfig>;

/** A boolean in the environment: `true` or `false`. */
export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** For a variable that somebody else has as well, with all that stands around it: its value is used as it is set. */
export const asSet = { asSet: true };

/**
 * Reads the configurations of all `parts` of this process from `env`, by default the environment of the process. Throws one
 * error that names every fault of every part, so that an operator can correct them all at once. A variable that is set but
 * empty counts as not set. A line's end at the end of a value is left out: a Secret made by `echo` has one, and nobody could sign in
 * with such a password.
 */
export function readConfigs(parts: { name: string; config: z.ZodType }[], env: NodeJS.ProcessEnv = process.env): unknown[] {
  const fields = parts.flatMap(({ config }) => (config instanceof z.ZodObject ? Object.entries<z.ZodType>(config.shape) : []));
  const untouched = new Set(fields.filter(([, field]) => field.meta()?.['asSet']).map(([name]) => name));
  const given: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(env)) {
    const trimmed = untouched.has(name) ? value : value.replace(/[\r\n]+$/, '');
    if (trimmed !== value) new Logger('Configuration').warn(`${name} ends with a line's end, which is left out`);
    if (trimmed !== '') given[name] = trimmed;
  }
  const results = parts.map(({ name, config }) => ({ name, result: config.safeParse(given) }));
  const faults = results.flatMap(({ name, result }) =>
    (result.error?.issues ?? []).map((issue) => `${name}: ${issue.path.join('.')}: ${issue.message}`),
  );
  if (faults.length > 0) throw new Error(`Configuration:\n  ${[...new Set(faults)].join('\n  ')}`);
  return results.map(({ result }) => result.data);
}
