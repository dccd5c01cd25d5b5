import { join } from 'node:path';
import { ROOT, run } from './run.mjs';
import { makeBundle } from './start-bundle.mjs';

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
  const args = [join(ROOT, 'deploy/local/tsc.mjs'), '-b', 'apps/standalone', 'libs/testing'];
  await run(process.execPath, args, { advice: 'The sources do not compile: the words of the compiler are above' });
}

export async function buildWeb() {
  const args = ['run', '@sarafa/web:build', '--outputStyle=static'];
  await run(NX, args, { env: NX_ENV, advice: 'The web app does not build: why is above' });
}

/** Builds what the running product needs. Unchanged parts aren't built again. `bundled` makes the bundle that starts faster. */
export function build(progress, { web = true, bundled = false } = {}) {
  return progress.step('build', async (note) => {
    await compile();
    if (web) {
      note('web app');
      await buildWeb();
    }
    // Last, because the bundle contains the web app.
    if (bundled) await makeBundle();
  });
}
