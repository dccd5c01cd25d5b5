import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from './fault.mjs';
import { ROOT, run } from './run.mjs';

const STAMP = join(ROOT, 'node_modules', '.installed-for');
const LEAST_NODE = [20, 19];

/** Everything here needs this much; said before anything fails for it in words nobody understands. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new Fault(`Node.js ${LEAST_NODE.join('.')} or newer is needed, this is ${process.versions.node}`);
}

/** Installs the packages of package-lock.json where they are missing or another lock's; that is shown as a step. */
export async function npmPackages(progress) {
  if (!areThere()) await progress.step('npm packages', installPackages);
}

/** The same for who shows steps by itself. */
export async function installPackages() {
  if (areThere()) return;
  // Not `npm ci`: it refuses a lock file that lacks other platforms' optional packages, and starts from nothing each time.
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'], {
    // A set NODE_ENV=production would leave out what builds need.
    env: { ...process.env, NODE_ENV: 'development' },
    advice: 'npm install failed: is the network there? Its words are above',
  });
  writeFileSync(STAMP, wanted());
}

const areThere = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted();

function wanted() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}
