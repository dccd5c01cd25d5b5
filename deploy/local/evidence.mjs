import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readable } from './log-lines.mjs';

const KEPT_LINES = 400;
const PICTURE_MS = 5_000;
/** Nest's own classes, which log every step of a start. */
const FRAMEWORK = /\[(InstanceLoader|NestFactory|NestApplication|NestMicroservice|RoutesResolver|RouterExplorer)\]/;
/** Under this name `libs/testing` lists the apps and browsers that a spec file has started. */
const STARTED = Symbol.for('sarafa.started-by-spec');

/** What Jest's own process prints goes to this file: the log of services that run inside of a spec. */
export const ownLog = (project, ring) => join(project, '.results', `${ring}.log`);

/** The files about one failed test begin with this path. `test` is the full name; '' stands for all tests of the file. */
function placeOf(project, ring, file, test) {
  const words = test.replaceAll(/[^\p{L}\d]+/gu, '-');
  // A file's name has room for 255 bytes, of which a letter of Hindi takes three.
  const name = Buffer.from(words)
    .subarray(0, 100)
    .toString()
    .replace(/\uFFFD+$/, '');
  return join(project, '.results', ring, `${basename(file)}${name && `.${name}`}`);
}

/** Writes the logs of the apps that the spec has started, and pictures of the open pages. `global` is the spec's own. */
export async function keepEvidence(global, { project, ring, file, test }) {
  const { apps = [], browsers = [] } = global[STARTED] ?? {};
  const place = placeOf(project, ring, file, test);
  mkdirSync(join(project, '.results', ring), { recursive: true });
  const logs = apps.map(({ name, logs }) => [name, logs]);
  if (existsSync(ownLog(project, ring))) logs.unshift(['the spec', readFileSync(ownLog(project, ring), 'utf8').split('\n')]);
  const text = logs.flatMap(([name, lines]) => {
    const telling = lines.filter((line) => line && !FRAMEWORK.test(line));
    const last = telling.slice(-KEPT_LINES).map((line) => readable(stripVTControlCharacters(line)));
    return last.length > 0 ? [`--- ${name}`, ...last] : [];
  });
  if (text.length > 0) writeFileSync(`${place}.log`, `${text.join('\n')}\n`);

  let count = 0;
  for (const browser of browsers) {
    // The driver of the old Chromium has no `contexts`.
    const open = browser.contexts ? browser.contexts().flatMap((context) => context.pages()) : await browser.pages();
    for (const page of open) {
      if (page.url() === 'about:blank') continue;
      const path = `${place}.${++count}.jpeg`;
      // A page that is just closing has no picture.
      await page.screenshot({ path, type: 'jpeg', quality: 70, timeout: PICTURE_MS }).catch(() => {});
    }
  }
}

/** The paths of what was kept of a failed test: `log` and `pictures`. */
export function evidenceOf(project, ring, file, test) {
  const folder = join(project, '.results', ring);
  const kept = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const about = (place) =>
    kept.filter((path) => path.startsWith(`${place}.`) && /^(\d+\.jpeg|log)$/.test(path.slice(place.length + 1)));
  let found = about(placeOf(project, ring, file, test));
  // What fails before the first test concerns the whole file.
  if (found.length === 0) found = about(placeOf(project, ring, file, ''));
  return { log: found.find((path) => path.endsWith('.log')), pictures: found.filter((path) => path.endsWith('.jpeg')).sort() };
}
