import { makeShop, tally } from '@sarafa/testing';
import { Fault } from '../local/fault.mjs';
import { within } from '../local/toolkit/processes.mjs';
import { quickMarket } from './database.mjs';
import { faults, untilLive } from './faults.mjs';
import { asking, signIn, told, uploadAd } from './requests.mjs';
import { Board, Failures, Reader, Writer } from './watchers.mjs';

const BOARDS = 200;
const SHOPS = 20;
const ROWS = 10;
/** A change shows on all boards within this time. */
const HEARD_MS = 1_000;

/** Makes shops; the first one has an ad and the rows that it writes. */
async function shops(url, account) {
  const admin = await signIn(url, account);
  const made = [];
  for (let i = 0; i < SHOPS; i++) made.push(await makeShop(url, admin, `faults-${Date.now().toString(36)}-${i}`));
  const ids = made.map(({ userId }) => userId);
  const [id] = ids;
  const shop = asking(url, made[0].token);
  const rows = [];
  for (let i = 0; i < ROWS; i++) {
    const row = { title: `Row ${i}`, userId: id, price: 1 };
    rows.push((await told(admin, 'post', '/admin/custom-tables', row)).customTable.id);
  }
  await uploadAd(shop);
  const [{ file_path: file }] = await told(shop, 'get', `/advertisements/public/${id}`);
  return { ids, rows, file, shop };
}

/** Removes parts of the product while 200 boards are open, a shop writes and a client reads. Answers the counts. */
export async function underFaults(progress, kube, harness) {
  const { url, admin } = harness;
  const { ids, rows, file, shop } = await progress.step('shops', () => shops(url, admin));
  const market = await quickMarket(kube, harness);
  const failures = new Failures();
  const windows = [];
  const boards = Array.from({ length: BOARDS }, (_, i) => new Board(url, ids[i % ids.length]));
  const writer = new Writer(shop, rows, failures);
  const reader = new Reader(url, { id: ids[0], token: shop.token, file }, failures);
  const done = [];
  try {
    // Specs have set the market's time ahead; its quotes are accepted again when that time has come.
    if ((await untilLive(boards, 180_000)) === undefined) throw new Fault(`Not all of ${BOARDS} boards became live`);
    for (const [fault, work] of faults(kube, harness, windows)) {
      await progress.step(fault, async () => {
        const from = Date.now();
        for (const board of boards) board.gaps = [];
        await work();
        const tookMs = Date.now() - from;
        const liveAfterMs = await untilLive(boards);
        const gaps = boards.flatMap((board) => board.gaps).sort((one, two) => one - two);
        const [medianGapMs, longestGapMs] = [gaps[Math.floor(gaps.length / 2)], gaps.at(-1)];
        done.push({ fault, tookMs, liveAfterMs, streamsEnded: gaps.length, medianGapMs, longestGapMs });
        return gaps.length === 0 ? 'no stream ended' : `${gaps.length} streams ended, for ${longestGapMs} ms at the most`;
      });
    }
    await writer.stop();
    await reader.stop();
    const tables = await told(shop, 'get', '/user/custom-tables/me');
    const mine = boards.filter((_, i) => i % ids.length === 0);
    const behind = () => mine.filter(({ shown }) => writer.lost(shown['custom-tables'] ?? []).length > 0);
    await within(HEARD_MS, () => behind().length === 0);
    const outside = failures.outside(windows);
    return {
      boards: BOARDS,
      faults: done,
      requests: failures.asked,
      writesAcknowledged: writer.count - failures.list.filter(({ what }) => what === 'write').length,
      writesLost: writer.lost(tables),
      // Counts failures by the client and its result.
      failedInWindows: tally(
        failures.list.filter((failure) => !outside.includes(failure)).map(({ what, why }) => `${what}: ${why}`),
      ),
      failedOutsideWindows: outside.map(({ at, ...rest }) => ({ at: new Date(at).toISOString(), ...rest })),
      secondsWithoutAServer: windows.map(({ server, from, to }) => [server, Math.round((to - from) / 1_000)]),
      boardsNotLive: boards.filter(({ isLive }) => !isLive).length,
      boardsWithoutLastWrite: behind().length,
    };
  } finally {
    for (const board of boards) board.close();
    await market.end();
  }
}
