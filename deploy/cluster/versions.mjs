import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../local/fault.mjs';
import { installPackages } from '../local/npm-packages.mjs';
import { run } from '../local/run.mjs';
import { within } from '../local/toolkit/processes.mjs';
import { asking, signIn, told, uploadAd } from './requests.mjs';

/** A change shows on all boards within this time. */
const HEARD_MS = 1_000;

/** Chart and product of the release before: the last commit but this one that set the chart's version. */
async function previousRelease(folder) {
  const head = await run('git', ['rev-parse', 'HEAD']);
  const releases = await run('git', ['log', '-G', '^version:', '--format=%H', '--', 'helm/sarafa/Chart.yaml']);
  const commit = releases.split('\n').find((one) => one && one !== head.trim());
  if (!commit) throw new Fault('The release before is taken from the history: fetch it (git fetch --unshallow)');
  const target = join(folder, 'previous');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const archive = join(folder, 'previous.tar');
  await run('git', ['archive', '-o', archive, commit]);
  await run('tar', ['-xf', archive, '-C', target]);
  const path = join(target, 'helm/sarafa');
  const [, version] = /^version: (.*)$/m.exec(readFileSync(join(path, 'Chart.yaml'), 'utf8'));
  return { version, folder: target, path };
}

/**
 * Makes a shop with a row, a rate row and an ad. `isThere` tells whether all of it still exists, and the shop's sign-in with it;
 * after a restore, which ends sign-ins, `isThere({ signedIn: false })` signs in again.
 */
export async function furnish(url, account) {
  const admin = await signIn(url, account);
  const own = { username: `kept-${Date.now().toString(36)}`, password: 'password of a shop' };
  const { user } = await told(admin, 'post', '/user/create', { ...own, shop_name: 'Kept' });
  await told(admin, 'post', '/admin/custom-tables', { title: 'Coin', userId: user.id, price: 777 });
  const rateRows = { rev: 0, rows_mode: 'own', rows: [{ metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' }] };
  await told(admin, 'put', `/user/rate-rows/${user.id}`, rateRows);
  const before = await signIn(url, own);
  await uploadAd(before);
  const looks = async (shop) => {
    const anybody = asking(url);
    const [dashboard, rows, rated, ads, me] = await Promise.all([
      anybody.call('get', `/user/dashboard/${user.id}`),
      anybody.call('get', `/user/custom-tables/public/${user.id}`),
      shop.call('get', `/user/rate-rows/${user.id}`),
      anybody.call('get', `/advertisements/public/${user.id}`),
      // The token from before still works, so keys and accounts are the same.
      shop.call('get', '/auth/me'),
    ]);
    const [ad] = Array.isArray(ads.body) ? ads.body : [];
    const file = ad && (await fetch(url + ad.file_path));
    const areRows = rows.body?.[0]?.price === 777 && rated.body?.rows?.length === 1;
    return dashboard.body?.shop_name === 'Kept' && areRows && file?.status === 200 && me.status === 200;
  };
  /** A gateway may receive a write some moments after another one has answered it. */
  const isThere = async ({ signedIn = true } = {}) => {
    const shop = signedIn ? before : await signIn(url, own);
    return within(HEARD_MS, () => looks(shop), 100);
  };
  return { shop: user, isThere };
}

/** Installs the release before, upgrades to this one, rolls back, and upgrades again. No stored data may be lost. */
export async function versions(progress, kube, harness) {
  const { release, values, url, admin, images, load } = harness;
  const found = {};
  const previous = await previousRelease(dirname(values));
  await progress.step(`image ${images.previous}`, async () => {
    const file = join(dirname(values), `${images.previous}.tar`);
    await installPackages(previous.folder);
    const args = ['deploy/images/build.mjs', '--tag', `${images.repository}:${images.previous}`, '--archive', file];
    // Before the option a machine without a registry got a base of its own without asking for it.
    if (readFileSync(join(previous.folder, args[0]), 'utf8').includes('or-own')) args.push('--or-own');
    await run(process.execPath, args, { cwd: previous.folder, advice: 'The image of the version before could not be built' });
    await load(file);
  });
  await progress.step(`install ${previous.version}`, () =>
    kube.upgrade({ ...harness, chart: previous.path }, '--set', `image.tag=${images.previous}`),
  );
  const { isThere } = await furnish(url, admin);
  found[`installed: what a shop stores is there (chart ${previous.version})`] = await isThere();
  await progress.step('upgrade', () => kube.upgrade(harness));
  found['after the upgrade all of it is there'] = await isThere();
  await progress.step('rollback', () => kube.helm('rollback', release, '1', '--wait', '--timeout', '10m'));
  await kube.settled();
  found['after the rollback all of it is there'] = await isThere();
  await progress.step('upgrade again', () => kube.upgrade(harness));
  found['after another upgrade all of it is there'] = await isThere();
  return found;
}

const KINDS = 'all,configmaps,secrets,serviceaccounts,ingresses,networkpolicies,poddisruptionbudgets,pvc,hpa';

/** How long removed objects may take to disappear. */
const GOING_MS = 90_000;

/** Uninstalls the release, and checks that its volumes and the Secrets that open them remain and nothing else. */
export async function leftBehind(kube, release) {
  await kube.helm('uninstall', release, '--wait', '--timeout', '5m');
  const left = async () => {
    const { items } = await kube.json('get', KINDS, '-l', `app.kubernetes.io/instance=${release}`);
    return items.map(({ kind, metadata: { name } }) => `${kind}/${name}`).sort();
  };
  const areGone = async () => !(await left()).some((name) => name.startsWith('Pod/'));
  await within(GOING_MS, areGone, 1_000);
  const names = await left();
  const kept = new RegExp(
    `^(PersistentVolumeClaim/(data-|${release}-backups$)|Secret/${release}-(credentials|master-key|backup-key)$)`,
  );
  const isExpected = (name) => kept.test(name);
  return { expected: names.filter(isExpected), unexpected: names.filter((name) => !isExpected(name)) };
}
