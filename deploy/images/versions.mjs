// `npm run versions`: writes the versions of deploy/versions.json where chart, compose and Dockerfile name them. `npm start` and
// tests read the table itself, or are compared with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, tell } from '../local/fault.mjs';
import { ROOT } from '../local/run.mjs';

const DAY_MS = 86_400_000;
/** A list of known holes that is older says nothing about today's. */
const HOLES_DAYS = 90;

export const VERSIONS = JSON.parse(readFileSync(join(ROOT, 'deploy/versions.json'), 'utf8'));

const named = ({ image, tag }) => (tag ? `${image}:${tag}` : image);
/** As compose and Docker name an image of their own registry. */
const short = (one) => named(one).replace('docker.io/library/', '');

/** Where a version stands, as [file, what stands there]. The group of the expression is what the table decides. */
const PLACES = [
  ['deploy/Dockerfile', /^ARG BASE=(.*)$/m, named(VERSIONS.base)],
  ['deploy/Dockerfile', /^ARG BUILD_BASE=(.*)$/m, short(VERSIONS.build)],
  ...['nats', 'mongodb', 'minio', 'caddy'].map((name) => [
    'deploy/compose.yaml',
    new RegExp(`^  ${name}:\\n(?:    .*\\n)*?    image: (.*)$`, 'm'),
    short(VERSIONS[name]),
  ]),
  ...['nats', 'mongodb', 'minio'].map((name) => {
    const { image, tag } = VERSIONS[name];
    return ['helm/sarafa/values.yaml', new RegExp(`repository: ${image}, tag: ([^,]+),`), tag];
  }),
];

/** The files that don't say what the table says, with what they would say. */
export function outdated() {
  const texts = new Map();
  for (const [file, place, version] of PLACES) {
    const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
    const found = place.exec(text);
    if (!found) throw new Fault(`${file} names no version where deploy/versions.json has ${version}`);
    const at = found.index + found[0].lastIndexOf(found[1]);
    texts.set(file, `${text.slice(0, at)}${version}${text.slice(at + found[1].length)}`);
  }
  return [...texts].filter(([file, text]) => text !== readFileSync(join(ROOT, file), 'utf8'));
}

/** Throws where what ships has a known hole that nobody has accepted, or the list of holes is too old at `now`. */
export function requireSafe(now, { holes, ...versions } = VERSIONS) {
  const days = Math.floor((now - Date.parse(holes.checked)) / DAY_MS);
  // It may be tomorrow already where somebody has looked.
  if (!(days >= -1))
    throw new Fault(
      `\`checked\` of the list of known holes, ${holes.checked}, isn't a day until today: read its sources, complete it, and set ` +
        'its day, as 2026-11-27 (deploy/versions.json)',
    );
  if (days > HOLES_DAYS)
    throw new Fault(
      `The list of known holes is ${days} days old: read its sources, complete it, and set its day (deploy/versions.json)`,
    );
  const open = holes.known.filter(({ of, before, accepted }) => !accepted && isBefore(versions[of].version, before));
  if (open.length > 0) {
    const said = open.map(
      ({ of, id, what, before }) => `${of} ${versions[of].version} has ${id} (${what}), mended in ${before}`,
    );
    throw new Fault(`${said.join('; ')} (deploy/versions.json)`);
  }
}

/** Of versions that are numbers with dots. `npm run image` is loaded before any npm package is installed, so that none compares them. */
function isBefore(one, other) {
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}

if (process.argv[1] === import.meta.filename) {
  try {
    requireSafe(Date.now());
    for (const [file, text] of outdated()) {
      writeFileSync(join(ROOT, file), text);
      console.log(`${file} written`);
    }
  } catch (error) {
    process.exitCode = tell(error);
  }
}
