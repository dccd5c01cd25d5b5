// `npm run image`: the product's image, by whichever of buildah, podman and docker is here.
//   --tag NAME:TAG    localhost/sarafa:<version> when left out
//   --base IMAGE      an image with Node; `own` makes one from this machine's. Left out: that of deploy/versions.json
//   --or-own          as `--base own` where no registry answers, for tests
//   --archive FILE    also written there, for `ctr images import FILE`
//   --engine NAME     buildah, podman or docker
//   --inside          everything is built in containers, whatever this machine is; needs registries
import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../local/build.mjs';
import { Fault, tell } from '../local/fault.mjs';
import { checkNode, npmPackages } from '../local/npm-packages.mjs';
import { Progress } from '../local/progress.mjs';
import { ROOT, capture } from '../local/run.mjs';
import { BUNDLE, bundle } from './bundle.mjs';
import { findEngine } from './engine.mjs';
import { ownBase } from './own-base.mjs';
import { provenance } from './provenance.mjs';
import { requireSafe, VERSIONS } from './versions.mjs';

const LIMIT_BYTES = 250e6;
const RECIPE = join(ROOT, 'deploy/Dockerfile');
const DEFAULT_BASE = VERSIONS.base.image;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

async function revision() {
  const { code, output } = await capture('git', ['rev-parse', 'HEAD']);
  if (code !== 0) return 'unknown';
  const { output: changes } = await capture('git', ['status', '--porcelain']);
  return `${output.trim()}${changes.trim() ? '-changed' : ''}`;
}

async function image({ tag = `localhost/sarafa:${version}`, base, archive, engine: wanted, inside, 'or-own': orOwn }) {
  requireSafe(Date.now());
  const progress = new Progress();
  const engine = await findEngine(wanted);
  const args = { VERSION: version, REVISION: await revision() };
  const began = new Date();
  if (inside) {
    // Older versions of buildah and podman leave out a stage that only a default value names.
    args.BUNDLE = 'inside';
    if (base) args.BASE = base;
    await progress.step(`${engine.name} build`, () => engine.build({ file: RECIPE, context: ROOT, tag, args }));
  } else {
    if (process.platform !== 'linux')
      throw new Fault('Packages of this machine do not run on Linux: npm run image -- --inside');
    checkNode();
    await npmPackages(progress);
    await build(progress);
    const { deps } = await progress.step('bundle', () => bundle());
    await progress.step('base image', async (note) => {
      args.BASE = base ?? ((await engine.has(DEFAULT_BASE)) ? DEFAULT_BASE : orOwn && 'own');
      if (!args.BASE) throw new Fault(`${DEFAULT_BASE} can't be pulled here. --base own makes a base of this machine's Node`);
      if (args.BASE !== 'own') return args.BASE;
      note("this machine's own Node");
      return (args.BASE = await ownBase(engine, { deps, folder: join(ROOT, 'dist/image-base') }));
    });
    args.BUNDLE = 'outside';
    // A copy, because the Dockerfile's own ignore file excludes exactly what this context contains.
    const file = join(BUNDLE, 'Dockerfile');
    copyFileSync(RECIPE, file);
    await progress.step(`${engine.name} build`, () => engine.build({ file, context: BUNDLE, tag, args }));
  }
  if (archive) {
    await progress.step('archive', async () => {
      rmSync(archive, { force: true });
      await engine.save(tag, archive);
      return `${archive}, ${megabytes(statSync(archive).size)}`;
    });
  }
  const size = await engine.size(tag);
  if (!(size < LIMIT_BYTES)) throw new Fault(`${tag} has ${megabytes(size)}, more than ${megabytes(LIMIT_BYTES)}`);
  const statement = await provenance({ engine, tag, args, archive, began });
  console.log(`${tag}: ${megabytes(size)}; where it comes from: ${statement}`);
}

const text = /** @type {const} */ ({ type: 'string', multiple: false });
try {
  const { values } = parseArgs({
    options: { tag: text, base: text, archive: text, engine: text, inside: { type: 'boolean' }, 'or-own': { type: 'boolean' } },
  });
  await image(values);
} catch (error) {
  process.exitCode = tell(error);
}
