// The market-feed stand-in as a program, for moving prices by hand: `PORT=28100 node libs/testing/dist/market-feed-cli.js`,
// then `curl -X PUT localhost:28100/control -d '{"gold":"360000.00","fault":"none"}'`.
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { DecimalText, fieldsOf, metals } from '@sarafa/contracts';
import { FAULTS, PROVIDERS } from './market-feed/feed-state.js';
import { MarketFeed } from './market-feed/market-feed.js';

const Control = z.strictObject({
  ...fieldsOf(metals, '', DecimalText.optional()),
  /** Null sets the time back to the present. */
  at: z.iso.datetime().nullable().optional(),
  usdInr: DecimalText.optional(),
  fault: z.enum(FAULTS).optional(),
  faults: z.partialRecord(z.enum(PROVIDERS), z.enum(FAULTS)).optional(),
});

const feed = await MarketFeed.start(Number(process.env.PORT ?? 28_100), process.env.HOST);
const state = () => ({ ...feed.current, fault: feed.fault, faults: feed.faults, requests: feed.requests });

function control(body: string): void {
  const { at, fault, faults, ...prices } = Control.parse(JSON.parse(body));
  const time = at === undefined ? {} : { at: at === null ? undefined : new Date(at) };
  feed.set({ ...feed.current, ...prices, ...time });
  feed.fault = fault ?? feed.fault;
  feed.faults = faults ?? feed.faults;
}

feed.other = (request, response) => {
  const known = request.url === '/control';
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(value, null, 2)}\n`);
  if (!known) send(404, { error: 'Only /control, and the providers below their prefixes', urls: feed.urls });
  else if (request.method !== 'PUT') send(200, state());
  else
    void text(request)
      .then(control)
      .then(
        () => send(200, state()),
        (error: Error) => send(400, { error: error.message }),
      );
};

console.log(`Set these for the product, and MARKET_SOURCES to what it shall ask:\n`);
for (const [name, value] of Object.entries(feed.env)) console.log(`${name}=${value}`);
console.log(`\nPrices and faults: PUT ${new URL('/control', feed.urls.goldApi).href}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void feed.close());
