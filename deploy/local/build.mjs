import { join } from 'node:path';
import { ROOT, run } from './run.mjs';
import { makeBundle } from './start-bundle.mjs';

/**
 * Nx runs without its daemon, so that no process remains after a command, and loads our plugin itself, which takes a fraction of
 * the time of a process for it.
 */
export const NX_ENV = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false', FORCE_COLOR: '0' };
export const NX = join(ROOT, 'node_modules', '.bin', 'nx');

const advice = 'The build failed: its words are above';

/**
 * The server and the testing library, compiled in one process: a compiler for each project would read the same types ten times.
 */
export const TSC = [process.execPath, [join(ROOT, 'deploy/local/tsc.mjs'), '-b', 'apps/standalone', 'libs/testing']];
export const WEB = [NX, ['run', '@sarafa/web:build', '--outputStyle=static']];

/** Builds what the running product needs. Unchanged parts aren't built again. `bundled` makes the bundle that starts faster. */
export function build(progress, { web = true, bundled = false } = {}) {
  return progress.step('build', async (note) => {
    await run(...TSC, { advice });
    if (web) {
      note('web app');
      await run(...WEB, { env: NX_ENV, advice });
    }
    // Last, because the bundle contains the web app.
    if (bundled) await makeBundle();
  });
}
