// `node deploy/images/bundle.mjs`: makes in dist/image what an image contains of the product: `code` (each part as one file,
// the shared code, the files they name, and what all is made of) and `deps` (the packages that can't be bundled). Uses the compiled code, because
// Nest needs the metadata that TypeScript writes; `--build` compiles first. `--start` makes what `npm start` runs instead.
import { isBuiltin } from 'node:module';
import { cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Fault } from '../local/fault.mjs';
import { BUNDLED, build } from '../local/build.mjs';
import { Progress } from '../local/progress.mjs';
import { ROOT } from '../local/run.mjs';
import { besideItself } from './beside-itself.mjs';
import { copyPackages } from './packages.mjs';
import { sbom } from './sbom.mjs';

/** The services, each a process of its own. */
export const SERVICES = ['gateway', 'auth', 'users', 'pricing', 'media', 'settings'];
/** The services, and all of them in one process. */
export const PARTS = [...SERVICES, 'standalone'];
/** Programs that aren't one of them share no code with them: they rely on the order in which theirs is loaded. */
export const PROGRAMS = ['backup', 'doctor'];
export const BUNDLE = join(ROOT, 'dist/image');
/** What the image is made of, in its folder, where scanners look for it. */
export const SBOM = 'sbom.cdx.json';

/** These stay packages, because bundling would break them. */
const PACKAGES = [
  // Machine code, or files that the package finds relative to itself.
  ...['sharp', '@napi-rs/canvas', '@node-rs/argon2', 'piscina', 'mediainfo.js', 'swagger-ui-dist', 'pino'],
  // CommonJS with circular requires.
  ...['mongoose', 'mongodb', 'bson'],
  // One copy for all of them, because they recognise each other's errors by class.
  '@nats-io/',
];
/** Optional packages of Nest that the product doesn't use. */
const NEVER_USED = [
  ...['@nestjs/platform-express', '@nestjs/websockets', '@grpc/', 'amqp', 'mqtt', 'kafkajs', 'ioredis', 'nats', 'class-'],
  ...['ts-morph', '@fastify/view', 'point-of-view', '@apollo/', 'bufferutil', 'utf-8-validate'],
];
/** The modification time of all files, so that the same content makes the same layer. */
const EPOCH = new Date(0);

const startsWith = (list) => (id) => list.some((name) => id === name || id.startsWith(name));
const isPackage = startsWith(PACKAGES);
const isNeverUsed = startsWith(NEVER_USED);

export async function bundle(folder = BUNDLE) {
  const [code, deps] = [join(folder, 'code'), join(folder, 'deps')];
  rmSync(folder, { recursive: true, force: true });
  const used = new Set();
  for (const parts of [PARTS, PROGRAMS]) {
    const { output, packages } = await bundleCode(parts, code);
    for (const name of packages) used.add(name);
    for (const { imports, dynamicImports } of output.filter((one) => one.type === 'chunk')) {
      for (const id of [...imports, ...dynamicImports]) if (isPackage(id)) used.add(packageOf(id));
    }
  }
  mkdirSync(deps);
  const places = copyPackages([...used].sort(), deps);
  writeFileSync(join(code, SBOM), JSON.stringify(await sbom()));
  for (const path of [code, deps]) age(path);
  return { code, deps, packages: places };
}

/** The code alone, for a folder of the workspace, which has the packages already. `packages` are those of which the code reads files. */
async function bundleCode(parts, code) {
  const input = Object.fromEntries(parts.map((name) => [name, join(ROOT, `apps/${name}/dist/main.js`)]));
  const missing = Object.values(input).find((path) => !existsSync(path));
  if (missing) throw new Fault(`${relative(ROOT, missing)} is missing: build first`);

  const beside = besideItself(ROOT);
  // Imported here, because this file is loaded before the npm packages are installed.
  const { rolldown } = await import('rolldown');
  const bundler = await rolldown({
    input,
    platform: 'node',
    external: (id) => isBuiltin(id) || isPackage(id) || isNeverUsed(id),
    plugins: [beside.plugin],
    // Prints warnings about missing modules only; other warnings concern foreign code.
    onLog: (_level, log) => {
      if (['UNRESOLVED_IMPORT', 'MISSING_EXPORT', 'CIRCULAR_CHUNK'].includes(log.code))
        throw new Fault(stripVTControlCharacters(log.message));
    },
  });
  const { output } = await bundler.write({
    dir: code,
    format: 'esm',
    // All in one folder, because files that a module names relative to itself are named from there.
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[hash].mjs',
    // Nest recognises providers and errors by the names of their classes.
    keepNames: true,
  });
  await bundler.close();
  for (const place of beside.files) cpSync(join(ROOT, place), join(code, place), { recursive: true });
  return { output, packages: beside.packages };
}

/** The name of the package in `sharp/lib/x.js` and `@nats-io/kv/internal`. */
const packageOf = (id) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

function age(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) age(join(path, entry.name));
    else lutimesSync(join(path, entry.name), EPOCH, EPOCH);
  }
  lutimesSync(path, EPOCH, EPOCH);
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--start')) {
  rmSync(dirname(BUNDLED), { recursive: true, force: true });
  await bundleCode(['standalone'], dirname(BUNDLED));
} else if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--build')) await build(new Progress());
  const { packages } = await bundle();
  console.log(
    `${relative(process.cwd(), dirname(BUNDLE))}/image: ${PARTS.length + PROGRAMS.length} programs, ${packages.length} packages`,
  );
}
