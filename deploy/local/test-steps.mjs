import { SERVERS, programOf } from './backing/programs.mjs';
import { NX, NX_ENV } from './build.mjs';
import { chromiumPath } from './chromium.mjs';
import { Fault } from './fault.mjs';
import { capture } from './run.mjs';
import { NOTHING, ringCounts, tapCounts } from './test-counts.mjs';

const bin = (name) => `node_modules/.bin/${name}`;
/** What the specs are told: where the programs are. */
const specEnv = { ...NX_ENV };

/** A command that has to succeed, with what it counts. */
const command =
  (program, args, counts = () => NOTHING) =>
  async () => {
    const { code, output } = await capture(program, args, { env: specEnv });
    const counted = counts(output);
    if (code !== 0) throw Object.assign(new Fault('', output), { counted });
    return counted;
  };

const nx = (target, counts, parallel = 1) =>
  command(NX, ['run-many', '-t', target, `--parallel=${parallel}`, '--outputStyle=static'], counts);
const ring = (target, name) => nx(target, () => ringCounts(name));

async function serverPrograms(note) {
  // One after the other on the first run: with two processors nothing is gained side by side, and other steps want one.
  for (const [name, { label, path }] of Object.entries(SERVERS)) {
    specEnv[path] = await programOf(name, (text) => note(`${label}: ${text}`));
  }
  return NOTHING;
}

async function browser(note) {
  specEnv.CHROMIUM_BIN = await chromiumPath(note);
  return NOTHING;
}

/**
 * The steps of `npm test`, in the order they may start. `needs`: steps that have to succeed before; `alone`: nothing runs
 * beside it, because it measures time; `tests`: it counts its own tests.
 */
export const STEPS = [
  { name: 'server programs', work: serverPrograms },
  { name: 'typecheck', work: nx('typecheck') },
  { name: 'unit', tests: true, work: ring('test', 'unit') },
  { name: 'format', work: command(bin('prettier'), ['--check', '--log-level=warn', '.']) },
  { name: 'lint', work: nx('lint') },
  { name: 'lint of scripts', work: command(bin('eslint'), ['deploy', '*.mjs', '.*.cjs']) },
  { name: 'fences', work: command(bin('depcruise'), ['apps', 'libs', '--config', '.dependency-cruiser.cjs']) },
  { name: 'fences bite', tests: true, work: command(process.execPath, ['--test', 'deploy/fences/'], tapCounts) },
  { name: 'build', work: nx('build') },
  { name: 'chromium', work: browser },
  { name: 'integration', tests: true, alone: true, needs: ['server programs'], work: ring('test-int', 'int') },
  {
    name: 'npm start',
    tests: true,
    alone: true,
    needs: ['server programs', 'build'],
    work: command(process.execPath, ['--test', 'deploy/local/specs/'], tapCounts),
  },
  { name: 'e2e', tests: true, alone: true, needs: ['server programs', 'build'], work: ring('e2e', 'e2e') },
  {
    name: 'journeys',
    tests: true,
    alone: true,
    needs: ['server programs', 'build', 'chromium'],
    work: ring('journeys', 'journey'),
  },
];
