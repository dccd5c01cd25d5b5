import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The relative path is the same from `src` and from `dist`. */
const BUILT = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url));
/** The hash that a build puts into the names of its files. */
const HASHED = /-[\w-]{8}(?=\.(?:js|css)$)/;

export interface Release {
  readonly folder: string;
  /** The name by which the page, the worker and the gateway know the release. */
  readonly name: string;
}

interface Changes {
  /** Whether the script of this release's board fails. */
  readonly isBroken?: boolean;
  /** Milliseconds that the worker gives the release to show a rate; by default a minute. */
  readonly proofMs?: number;
}

/**
 * The web app as another build would have made it: the same sources, but other names for all scripts and styles. `mark` is a
 * digit of sixteen that distinguishes releases.
 */
export function releaseOf(mark: string, { isBroken = false, proofMs }: Changes = {}): Release {
  const folder = mkdtempSync(join(tmpdir(), 'sarafa-release-'));
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, 'assets');
  const renamed = readdirSync(assets).flatMap((name) => {
    const next = name.replace(HASHED, `-${mark.repeat(8)}`);
    return next === name ? [] : [[name, next] as const];
  });
  const { release: built } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as { release: string };
  const name = mark.repeat(built.length);
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  const texts = [
    ...['board.html', 'index.html', 'sw.js', 'release.json'].map((file) => join(folder, file)),
    ...renamed.map(([, to]) => join(assets, to)),
  ];
  for (const path of texts) {
    let text = readFileSync(path, 'utf8').split(built).join(name);
    for (const [from, to] of renamed) text = text.split(from).join(to);
    if (isBroken && /^board-[^.]*\.js$/.test(basename(path))) text = `throw new Error('broken');${text}`;
    if (proofMs && basename(path) === 'sw.js') text = withProof(text, proofMs);
    writeFileSync(path, text);
  }
  return { folder, name };
}

export function forgetRelease({ folder }: Release): void {
  rmSync(folder, { recursive: true });
}

/** Replaces the minute in the worker's minified script. */
function withProof(worker: string, ms: number): string {
  const found = worker.split('=6e4,{release:');
  if (found.length !== 2) throw new Error('The minute of proof is not where it was');
  return found.join(`=${ms},{release:`);
}
