// `npm run test:soak [-- --days N --seed N --leak NAME]`: a board in a real Chromium lives through a month sped up, with the
// whole product behind it: quotes, eight ads in turn (five at a time, as many as a shop may have), nights in which the browser
// is stopped, weekends, two losses of the network a day, and four releases, one of which shows nothing and is given up. What
// the page and its origin keep, how fast the page draws, and what the gateway keeps while another shop changes its rows must stay
// the same from day to day; if a figure grows, the run fails and names it. `--leak` adds one of leaks.mjs to the page, to prove that it is found.
import { parseArgs } from 'node:util';
import { Board } from './board.mjs';
import { growths, printTable } from './judge.mjs';
import { LEAKS } from './leaks.mjs';
import { Month, monday, PRICES_MS } from './month.mjs';
import { Harness } from './world.mjs';

const { values } = parseArgs({
  options: { days: { type: 'string', default: '30' }, seed: { type: 'string' }, leak: { type: 'string' } },
});
const days = Number(values.days);
const seed = Number(values.seed ?? Date.now() % 1e6);
if (!(days >= 4)) throw new Error('Nothing is told by fewer than four days');
if (values.leak && !LEAKS[values.leak]) throw new Error(`A leak is one of ${Object.keys(LEAKS).join(', ')}`);

const began = performance.now();
const minutes = () => ((performance.now() - began) / 60_000).toFixed(1);
const harness = new Harness();
const board = new Board();
const measured = [];
let month;

async function live() {
  await harness.start(monday(Date.now()), {
    shop_name: 'Soak Jewellers',
    price_display_time: PRICES_MS / 1_000,
    ad_display_time: 1,
  });
  await board.start(harness, { leak: LEAKS[values.leak] });
  month = new Month(harness, board, seed, days);
  for (let day = 1; day <= days; day++) {
    measured.push(await month.day(day));
    console.log(`${minutes()} min, ${await board.stand()}: ${JSON.stringify(measured.at(-1))}`);
    if (day < days) await month.night(day);
  }
}

console.log(`seed ${seed}, ${days} days${values.leak ? `, leak ${values.leak}` : ''}`);
let failures;
try {
  await live();
  failures = [...growths(measured), ...board.faults.map((fault) => `The page threw: ${fault}`)];
} catch (error) {
  failures = [`Day ${measured.length + 1}: ${error.stack}`];
  for (const { logs } of harness.parts) for (const line of logs.slice(-5)) console.log(line);
} finally {
  await harness.end();
}
if (measured.length > 0) printTable(measured);
if (month) {
  const { quotes, ads, losses, nights, releases, left } = month.totals;
  console.log(
    `\n${quotes} quotes, ${month.shown.size} different ads shown ${ads} times, ${losses} network losses, ${nights} nights, ${releases} releases (${left} tries of a broken one), ${board.loads} loads`,
  );
}
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`seed ${seed}: ${failures.length === 0 ? 'nothing grows' : `${failures.length} failures`}, ${minutes()} minutes`);
process.exit(failures.length > 0 ? 1 : 0);
