import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const OVERRIDES = { 'nats-server': 'NATS_SERVER_BIN', mongod: 'MONGOD_BIN', minio: 'MINIO_BIN' } as const;
export type ServerProgram = keyof typeof OVERRIDES;

/**
 * The path of a server's program. `deploy/local/install.mjs` puts the pinned programs into the cache and passes their paths to
 * `npm test`.
 */
export function findProgram(name: ServerProgram): string {
  const named = process.env[OVERRIDES[name]];
  if (named) return named;
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sarafa', 'bin');
  const folders = process.env.BACKING_BIN ? [process.env.BACKING_BIN] : [cache, ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed: run "node deploy/local/install.mjs", or set ${OVERRIDES[name]}`);
  return found;
}
