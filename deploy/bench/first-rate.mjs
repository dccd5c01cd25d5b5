// Opens a board for the first time, as a slow television on a slow line does, and measures when its first rate is seen. The
// yardstick is a page that does nothing but ask for the rates and write one of them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { launchChromium, median } from '@sarafa/testing';
import { portOf } from '../local/toolkit/ports.mjs';

/** A processor four times slower, 1.6 Mbit/s, and 150 ms from request to answer: what Lighthouse calls slow 4G. */
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const GIVE_UP_MS = 60_000;

export async function benchFirstRate(w, runs) {
  const browser = await w.started(launchChromium(), (browser) => browser.close());
  const id = await w.demoShop();
  const bare = await barePage(`${w.gateway.url}/prices/user/${id}`);
  const found = { board: [], bare: [] };
  for (let run = 0; run < runs; run++) {
    found.board.push(await firstRate(browser, `${w.gateway.url}/public-view/${id}`, '.price'));
    found.bare.push(await firstRate(browser, bare.url, 'p'));
  }
  bare.server.close();
  const of = (side, key) => median(found[side].map((one) => one[key]));
  console.log(
    `a board's first rate in a new browser: ${of('board', 'ms').toFixed(0)} ms (${found.board.map(({ ms }) => ms.toFixed(0)).join(' ')}), ` +
      `${(of('board', 'ms') / of('bare', 'ms')).toFixed(2)} x a page without anything else (${of('bare', 'ms').toFixed(0)} ms); ` +
      `${(of('board', 'bytes') / 1024).toFixed(0)} KiB until then`,
  );
}

/** Milliseconds from the start of the navigation until `selector` has a digit in a painted frame, and the bytes that came. */
async function firstRate(browser, url, selector) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript((wanted) => {
    const look = () => {
      const place = document.querySelector(wanted);
      // A board lays its rates out behind its loading screen.
      const isSeen = place && getComputedStyle(place).visibility === 'visible';
      if (!isSeen || !/\d/.test(place.textContent)) return requestAnimationFrame(look);
      // The frame that has the rate is painted before the next one begins.
      requestAnimationFrame(() => (globalThis.firstRateMs = performance.now()));
    };
    look();
  }, selector);
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await (await page.waitForFunction(() => globalThis.firstRateMs, undefined, { timeout: GIVE_UP_MS })).jsonValue();
  await context.close();
  return { ms, bytes };
}

async function barePage(prices) {
  const page = `<!doctype html><p></p><script>
    fetch('${prices}').then((answer) => answer.json()).then((rates) => (document.querySelector('p').textContent = rates.gold_24k.sell));
  </script>`;
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${portOf(server)}` };
}
