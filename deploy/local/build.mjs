import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** Nx without its daemon: nothing stays behind when a command ends. */
export const NX_ENV = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };
export const NX = join(ROOT, 'node_modules', '.bin', 'nx');

/** Builds what the running product needs; what hasn't changed comes out of the cache. */
export function build(progress, { web = true } = {}) {
  const wanted = ['standalone', ...(web && existsSync(join(ROOT, 'apps/web/package.json')) ? ['web'] : [])];
  const projects = wanted.map((name) => `@sarafa/${name}`).join(',');
  return progress.step('build', async () => {
    const options = { env: NX_ENV, advice: 'The build failed: its words are above' };
    await run(NX, ['run-many', '-t', 'build', '-p', projects, '--outputStyle=static'], options);
  });
}
