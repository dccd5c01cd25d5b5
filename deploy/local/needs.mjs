import { join } from 'node:path';
import { CHART_PROGRAMS, SERVERS, programOf } from './backing/programs.mjs';
import { NX_ENV, buildWeb, compile } from './build.mjs';
import { chromiumPath } from './chromium.mjs';
import { installPackages } from './npm-packages.mjs';
import { ROOT, run } from './run.mjs';

/**
 * The environment of the specs, which tells them where the programs are.
 * @type {NodeJS.ProcessEnv}
 */
export const specEnv = { ...NX_ENV };

const programs = (wanted) => async (note) => {
  // One after the other: on two processors building side by side gains nothing, and other steps need a processor too.
  for (const [name, { label, path }] of Object.entries(wanted)) {
    specEnv[path] = await programOf(name, (text) => note(`${label}: ${text}`));
  }
};

/** What specs stand on, by the names of the steps that make it, in their order. */
export const NEEDS = {
  'npm packages': () => installPackages(),
  'server programs': programs(SERVERS),
  'chart programs': programs(CHART_PROGRAMS),
  compile,
  'web app': buildWeb,
  chromium: async (note) => void (specEnv.CHROMIUM_BIN = await chromiumPath(note)),
};

/** Specs of a whole run start what images contain, because that is what operators install. */
export async function bundle() {
  await compile();
  await buildWeb();
  await run(process.execPath, [join(ROOT, 'deploy/images/bundle.mjs')]);
  specEnv.BUNDLED_APPS = join(ROOT, 'dist/image/code');
}
