import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from './fault.mjs';
import { ROOT, run } from './run.mjs';

const LEAST_NODE = [20, 19];

/** Everything here needs this version of Node. Checked first, because later failures would be hard to understand. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new Fault(`Node.js ${LEAST_NODE.join('.')} or newer is needed, this is ${process.versions.node}`);
}

/** Installs the packages of package-lock.json when they are missing or belong to another lock file. Shown as a step. */
export async function npmPackages(progress) {
  if (!arePackagesThere()) await progress.step('npm packages', () => installPackages());
}

/** The same for callers that show steps themselves. `folder` may be another copy of the workspace. */
export async function installPackages(folder = ROOT) {
  if (arePackagesThere(folder)) return;
  // Not `npm ci`, which refuses a lock file without other platforms' optional packages, and always starts from nothing.
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'], {
    cwd: folder,
    // With NODE_ENV=production npm would leave out packages that builds need.
    env: { ...process.env, NODE_ENV: 'development' },
    advice: 'npm install failed: is the network there? Its words are above',
  });
  writeFileSync(stampOf(folder), wanted(folder));
}

/** Whether the packages of package-lock.json are installed. */
export const arePackagesThere = (folder = ROOT) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === wanted(folder);

const stampOf = (folder) => join(folder, 'node_modules', '.installed-for');

function wanted(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}
