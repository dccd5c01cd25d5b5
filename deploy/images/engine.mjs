import { Fault } from '../local/fault.mjs';
import { capture, run } from '../local/run.mjs';

/** The first that answers is used. Docker's client may be installed without its server. */
const ENGINES = {
  buildah: { answers: ['--version'], size: ['images', '--format', '{{.Size}}', '--filter'] },
  podman: { answers: ['info'], size: ['image', 'inspect', '--format', '{{.Size}}'] },
  docker: { answers: ['info'], size: ['image', 'inspect', '--format', '{{.Size}}'] },
};
const UNITS = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };
/** The time of everything in an image, so that the same content makes the same layer. */
const TIMESTAMP = '--timestamp=0';

/** `wanted` is an engine's name; undefined means any. */
export async function findEngine(wanted) {
  for (const name of wanted ? [wanted] : Object.keys(ENGINES)) {
    if (!ENGINES[name]) throw new Fault(`${name} is none of ${Object.keys(ENGINES).join(', ')}`);
    const { code } = await capture(name, ENGINES[name].answers);
    if (code === 0) return new Engine(name);
  }
  const asked = wanted ?? Object.keys(ENGINES).join(', ');
  throw new Fault(`An image is built by buildah, podman or docker, and none answers here (asked: ${asked})`);
}

class Engine {
  constructor(name) {
    this.name = name;
  }

  /** `args` are build arguments, `{ BASE: 'node:20' }`. */
  async build({ file, context, tag, args = {} }) {
    const told = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    await run(this.name, ['build', ...this.flags(), '-f', file, '-t', tag, ...told, context], {
      // Sets the time of all files with BuildKit.
      env: { ...process.env, SOURCE_DATE_EPOCH: '0', DOCKER_BUILDKIT: '1' },
      advice: `${this.name} build failed: its words are above`,
    });
  }

  flags() {
    if (this.name === 'docker') return [];
    // Makes a layer for each step; otherwise packages and code would be one layer.
    const common = ['--layers', TIMESTAMP];
    // Works for root inside of a container, and where user namespaces are missing.
    if (this.name === 'buildah' && process.getuid?.() === 0) return [...common, '--isolation', 'chroot'];
    return common;
  }

  /** Whether `image` is on this machine or can be pulled. */
  async has(image) {
    if ((await capture(this.name, ['inspect', '--type', 'image', image])).code === 0) return true;
    return (await capture(this.name, ['pull', image])).code === 0;
  }

  /** The unpacked size in bytes. */
  async size(tag) {
    const ask = ENGINES[this.name].size;
    const output = await run(this.name, this.name === 'buildah' ? [...ask, `reference=${tag}`] : [...ask, tag]);
    const [, number, unit = 'B'] = /([\d.]+)\s*([KMG]?B)?/i.exec(output) ?? [];
    return Number(number) * UNITS[unit.toUpperCase()];
  }

  /** The SHA-256 of the image's configuration, which names its layers: what engines call the image's id. */
  async id(tag) {
    const ask = { buildah: '{{.FromImageID}}', podman: '{{.Id}}', docker: '{{.Id}}' }[this.name];
    return (await run(this.name, ['inspect', '--type', 'image', '--format', ask, tag])).trim().replace('sha256:', '');
  }

  /** Writes an archive that `ctr images import`, `kind load image-archive` and `docker load` read. */
  async save(tag, file) {
    if (this.name === 'docker') return run('docker', ['save', '-o', file, tag]);
    return run(this.name, ['push', '--quiet', tag, `docker-archive:${file}:${tag}`]);
  }
}
