import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** All of the product in one process, as few files, which Node loads in two thirds of the time. */
export const BUNDLED = join(ROOT, 'dist/start/standalone.mjs');
/** The versions of what the bundle was made from. */
const MADE_FROM = join(ROOT, 'dist/start/sources.txt');
const SOURCES = ['apps', 'libs', 'deploy/images', 'nx.json', 'tsconfig.base.json', 'node_modules/.package-lock.json'];
/** What builds and checks write among the sources. */
const WRITTEN = /^(dist|node_modules|\..*)$/;

/**
 * Nx runs without its daemon, so that no process remains after a command, and loads our plugin itself, which takes a fraction of
 * the time of a process for it.
 */
export const NX_ENV = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false', FORCE_COLOR: '0' };
export const NX = join(ROOT, 'node_modules', '.bin', 'nx');

/**
 * Compiles the server and the testing library in one process: a compiler for each project would read the same types ten times.
 */
export async function compile() {
  const args = [join(ROOT, 'deploy/local/tsc.mjs'), '-b', 'apps/standalone', 'apps/backup', 'apps/doctor', 'libs/testing'];
  await run(process.execPath, args, { advice: 'The sources do not compile: the words of the compiler are above' });
}

export async function buildWeb() {
  const args = ['run', '@sarafa/web:build', '--outputStyle=static'];
  await run(NX, args, { env: NX_ENV, advice: 'The web app does not build: why is above' });
}

/** Builds what the running product needs. Unchanged parts aren't built again. `bundled` makes the bundle that starts faster. */
export function build(progress, { web = true, bundled = false } = {}) {
  return progress.step('build', async (note) => {
    // Read first, because a file may be saved while the build runs.
    const sources = bundled && SOURCES.flatMap(versions).join('\n');
    // The compiler and Nx find that nothing has changed too, but only after seconds.
    if (existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === sources) return;
    await compile();
    if (web) {
      note('web app');
      await buildWeb();
    }
    if (!bundled) return;
    // Last, because the bundle contains the web app, and in a process of its own, because a bundler never gives back its memory.
    await run(process.execPath, [join(ROOT, 'deploy/images/bundle.mjs'), '--start']);
    writeFileSync(MADE_FROM, sources);
  });
}

function versions(place) {
  const path = join(ROOT, place);
  const stat = statSync(path);
  if (!stat.isDirectory()) return `${place} ${stat.mtimeMs} ${stat.size}`;
  const names = readdirSync(path).filter((name) => !WRITTEN.test(name));
  return names.flatMap((name) => versions(join(place, name)));
}
