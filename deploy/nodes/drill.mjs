// `npm run drill [-- --shops N --boards N]`: a whole installation is lost, on three nodes of NATS and three of MongoDB, and restored from its
// backup on other servers, while boards are open. Counts the minutes until all boards are live again, and looks for what must not be back.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addShops, ADMIN, front, setAds, signIn, storeAds, until } from '@sarafa/testing';
import { benchRows, published } from '../bench/shops.mjs';
import { Boards } from '../faults/boards.mjs';
import { Progress } from '../local/progress.mjs';
import { ROOT, run } from '../local/run.mjs';
import { NodesCluster } from './nodes-cluster.mjs';

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '3000' }, boards: { type: 'string', default: '300' } },
});
const [SHOPS, BOARDS] = [Number(values.shops), Number(values.boards)];
const ADS = 3;
const AD_BYTES = 60_000;
const WAIT_MS = 300_000;

const faults = [];
const must = (what, is) => void (is || faults.push(what));
const progress = new Progress();

async function backupProgram(cluster, ...args) {
  const { env } = await cluster.serversFor('users', '');
  const said = await run(process.execPath, [join(ROOT, 'apps/backup/dist/main.js'), ...args], {
    env: { ...env, BACKUP_KEY: 'only of the drill, and of nobody else' },
  });
  console.log(said.trimEnd().replace(/^/gm, '          '));
}

/** What a board shows, without times: its figures, its shop and its ads. */
const shownOn = ({ last }) => {
  const { gold_24k, gold_22k, gold_18k, silver, rows } = JSON.parse(last.get('prices'));
  const figures = [gold_24k, gold_22k, gold_18k, silver, rows.map(({ id, price }) => [id, price])];
  return JSON.stringify([figures, last.get('profile'), last.get('advertisements')]);
};
const isWhole = ({ last }) => last.has('profile') && last.has('advertisements');
const get = (path) => fetch(`${door.url}${path}`);

const [old, next] = [new NodesCluster(), new NodesCluster()];
const door = await front();
const boards = new Boards();
try {
  await progress.step('an installation starts', () => old.start());
  // It stays the same in both installations, so that each board has to show the same rates as before.
  old.moveMarket(0, 0);
  door.leadTo(...old.gateways.map(({ url }) => url));
  const names = Array.from({ length: SHOPS }, (_, index) => ({ shop_name: `Shop ${index}`, gold_margin: (index % 500) / 10 }));
  const ids = await progress.step(`${SHOPS} shops, each with rows of its own`, async () => {
    const all = await addShops(old.db, names);
    await benchRows(old.db, all, { from: 4, most: 12 });
    await published(old.db, 'accounts');
    return all;
  });
  const shown = ids.slice(0, BOARDS);
  const ads = await progress.step(`${BOARDS * ADS} ads`, async () => {
    const stored = new Map();
    for (const id of shown) {
      const files = Array.from({ length: ADS }, (_, index) => ({ name: `${index}.webp`, content: randomBytes(AD_BYTES) }));
      stored.set(id, await storeAds(old.s3, id, files));
      await setAds(old.db, id, stored.get(id));
    }
    await published(old.db, 'advertisements');
    return stored;
  });
  const admin = await signIn(door.url, ADMIN.username, ADMIN.password);
  const deleted = shown.pop();
  const removed = ads.get(shown[0])[0];
  await progress.step('a shop and an ad are deleted, with their files', async () => {
    for (const path of [`/user/delete/${deleted}`, `/advertisements/${removed.id}`]) {
      const { status } = await admin.call('delete', path);
      if (status >= 300) throw new Error(`DELETE ${path}: ${status}`);
    }
    const gone = async (path) => (await get(path)).status === 404;
    await until(async () => (await gone(ads.get(deleted)[0].path)) && (await gone(removed.path)), WAIT_MS);
  });
  boards.open(
    BOARDS,
    shown.map((id) => ({ id })),
    [door],
  );
  const live = (board) => JSON.parse(board.last.get('prices') ?? '{}').state === 'live';
  await progress.step(`${BOARDS} boards are live`, () =>
    until(() => boards.all.every((board) => board.isOpen && live(board) && isWhole(board)), WAIT_MS),
  );
  const before = new Map(boards.all.map((board) => [board.userId, shownOn(board)]));
  const dir = join(old.dir, 'backups');
  await progress.step('backup', () => backupProgram(old, 'backup', '--to', dir));

  await progress.step('all processes are killed, all data are deleted', async () => {
    await Promise.all(old.parts.map(({ app }) => app.stop('SIGKILL')));
    await Promise.all([old.natsNodes.remove(), old.mongoNodes.remove(), old.s3.remove()]);
  });
  await until(() => boards.all.every(({ isOpen }) => !isOpen), WAIT_MS);
  for (const { last } of boards.all) last.clear();
  const lostAt = performance.now();
  await progress.step('new servers', () => next.openServers());
  next.moveMarket(0, 0);
  // The harness has set how often the market is asked, so its database isn't empty.
  await progress.step('restore', () => backupProgram(next, 'restore', '--from', dir, '--replace', 'test'));
  await progress.step('the parts start', () => next.startParts());
  door.leadTo(...next.gateways.map(({ url }) => url));
  await progress.step('boards are live again', () =>
    until(() => boards.all.every((board) => board.isOpen && live(board) && isWhole(board)), WAIT_MS),
  );
  console.log(`From the loss to the last live board: ${((performance.now() - lostAt) / 60_000).toFixed(1)} min`);

  for (const board of boards.all)
    must(`board ${board.userId} shows ${shownOn(board)}`, shownOn(board) === before.get(board.userId));
  must('an old rate was shown as live', boards.takeWrong().length === 0);
  must('a deleted shop is back', (await get(`/user/dashboard/${deleted}`)).status === 404);
  must('the file of a deleted shop is back', (await get(ads.get(deleted)[0].path)).status === 404);
  must('the file of a deleted ad is back', (await get(removed.path)).status === 404);
  for (const id of shown)
    for (const { path } of ads.get(id))
      must(
        `${path} is lost`,
        path === removed.path || (await get(path).then((answer) => answer.arrayBuffer())).byteLength === AD_BYTES,
      );
  must('a session is still good', (await admin.call('get', '/auth/me').catch(({ status }) => ({ status }))).status === 401);
  const again = await signIn(door.url, ADMIN.username, ADMIN.password);
  /** @type {{ body: { shops?: { total: number } } }} */
  const { body } = await again.call('get', '/admin/overview');
  must(`${body.shops.total} shops are back`, body.shops.total === SHOPS - 1);
} finally {
  boards.end();
  await Promise.allSettled([next.end(), old.end(), door.close()]);
}
for (const fault of faults.slice(0, 10)) console.error(`WRONG: ${fault}`);
console.log(faults.length === 0 ? 'Nothing is missing, nothing deleted is back' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
