import { Metal, metals } from '@sarafa/contracts';
import { LosslessNumber, stringify } from 'lossless-json';
import type { Market, Provider } from './feed-state.js';

/** The API keys that the stand-in accepts, for the providers that need one. */
export type FeedKeys = Record<'goldapiIo' | 'metalsDev' | 'metalpriceapi', string>;

export interface Question {
  /** The path after the provider's prefix. */
  path: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
  keys: FeedKeys;
}

export interface Answer {
  status: number;
  body: string;
}

/** A provider's answer to a request, in its recorded shape; undefined for a path that the provider doesn't have. */
export type ProviderAnswers = (market: Market, question: Question) => Answer | undefined;

const exact = (text: string) => new LosslessNumber(text);
/** The metal of a symbol and its price; undefined for one that the market doesn't have. */
function quotedAs(market: Market, symbol: string | undefined): { metal: Metal; price: string } | undefined {
  const metal = Metal.options.find((name) => metals[name].symbol === symbol);
  const price = metal && market.prices[metal];
  return metal && price ? { metal, price } : undefined;
}
const inUsd = (market: Market, price: string) => (Number(price) / Number(market.usdInr)).toFixed(4);
const json = (value: unknown, status = 200): Answer => ({ status, body: stringify(value)! });
/** Most providers give whole seconds only. */
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const isoSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** `GET /price/XAU/INR`, per troy ounce (https://gold-api.com/llms.txt). */
const goldApi: ProviderAnswers = (market, { path }) => {
  const [, symbol, asked] = /^\/price\/(\w+)\/(INR|USD)$/.exec(path) ?? [];
  const quoted = quotedAs(market, symbol);
  if (!quoted) return undefined;
  const inr = asked === 'INR' && !market.wrongCurrency;
  return json({
    currency: inr ? 'INR' : 'USD',
    currencySymbol: inr ? '₹' : '$',
    exchangeRate: inr ? exact(market.usdInr) : 1,
    name: quoted.metal.charAt(0).toUpperCase() + quoted.metal.slice(1),
    price: exact(inr ? quoted.price : inUsd(market, quoted.price)),
    symbol,
    updatedAt: isoSeconds(market.at),
    updatedAtReadable: 'a few seconds ago',
  });
};

/** `GET /api/XAU/INR` with the key in `x-access-token` (github.com/goldapi-io/gold-api-examples-python). */
const goldapiIo: ProviderAnswers = (market, { path, header, keys }) => {
  const [, symbol] = /^\/api\/(\w+)\/INR$/.exec(path) ?? [];
  const quoted = quotedAs(market, symbol);
  if (!quoted) return undefined;
  if (header('x-access-token') !== keys.goldapiIo) return json({ error: 'Invalid API Key' }, 403);
  const currency = market.wrongCurrency ? 'USD' : 'INR';
  const price = market.wrongCurrency ? inUsd(market, quoted.price) : quoted.price;
  const gram = Number(price) / 31.1034768;
  return json({
    timestamp: seconds(market.at),
    metal: symbol,
    currency,
    exchange: 'IDC',
    symbol: `FX_IDC:${symbol}${currency}`,
    prev_close_price: exact(price),
    open_time: seconds(market.at) - 3600,
    price: exact(price),
    ch: 0,
    chp: 0,
    ask: exact(price),
    bid: exact(price),
    price_gram_24k: Number(gram.toFixed(4)),
    price_gram_22k: Number(((gram * 22) / 24).toFixed(4)),
  });
};

/** `GET /v1/latest?api_key=&currency=INR&unit=toz` (https://metals.dev/docs); Indian exchange prices contain the duty. */
const metalsDev: ProviderAnswers = (market, { path, query, keys }) => {
  if (path !== '/v1/latest') return undefined;
  if (query.get('api_key') !== keys.metalsDev) {
    return json({ status: 'failure', error_code: 1101, error_message: 'The API key is invalid.' }, 401);
  }
  const inr = query.get('currency') === 'INR' && !market.wrongCurrency;
  const prices = Object.entries(market.prices).map(([metal, price]) => [metal, inr ? price : inUsd(market, price)]);
  const quoted = Object.fromEntries(prices) as Market['prices'];
  const withDuty = (metal: Metal, factor: number) => exact((Number(quoted[metal]) * factor).toFixed(4));
  return json({
    status: 'success',
    currency: inr ? 'INR' : 'USD',
    unit: 'toz',
    metals: {
      ...Object.fromEntries(Object.entries(quoted).map(([metal, price]) => [metal, exact(price)])),
      mcx_gold: withDuty('gold', 1.05),
      mcx_silver: withDuty('silver', 1.06),
      ibja_gold: withDuty('gold', 1.05),
    },
    currencies: inr ? { INR: 1, USD: exact(market.usdInr) } : { USD: 1 },
    timestamps: { metal: market.at.toISOString(), currency: market.at.toISOString() },
  });
};

/** `GET /v1/latest?api_key=&base=INR&currencies=XAU,XAG` (https://metalpriceapi.com/documentation): `INRXAU` is the price. */
const metalpriceapi: ProviderAnswers = (market, { path, query, keys }) => {
  if (path !== '/v1/latest') return undefined;
  if (query.get('api_key') !== keys.metalpriceapi) {
    return json({ success: false, error: { statusCode: 102, message: 'You have not supplied a valid API Key.' } });
  }
  const base = market.wrongCurrency ? 'USD' : (query.get('base') ?? 'USD');
  const rates: Record<string, unknown> = {};
  for (const symbol of (query.get('currencies') ?? 'XAU,XAG').split(',')) {
    const quoted = quotedAs(market, symbol);
    if (!quoted) continue;
    const price = base === 'INR' ? quoted.price : inUsd(market, quoted.price);
    rates[`${base}${symbol}`] = exact(price);
    // Rounded as recorded, which is too coarse to compute a price from.
    rates[symbol] = exact((1 / Number(price)).toFixed(10));
  }
  return json({ success: true, base, timestamp: seconds(market.at), rates });
};

/** `GET /public-quotes/bboquotes/instrument/XAU/USD`: dollars, `prime` is the narrowest of the spreads. */
const swissquote: ProviderAnswers = (market, { path }) => {
  const [, symbol] = /^\/public-quotes\/bboquotes\/instrument\/(\w+)\/USD$/.exec(path) ?? [];
  const quoted = quotedAs(market, symbol);
  if (!quoted) return undefined;
  const middle = Number(inUsd(market, quoted.price));
  const spread = (spreadProfile: string, half: number) => ({
    spreadProfile,
    bidSpread: half * 100,
    askSpread: half * 100,
    bid: Number((middle - half).toFixed(4)),
    ask: Number((middle + half).toFixed(4)),
  });
  return json([
    {
      topo: { platform: 'SwissquoteLtd', server: 'Live5' },
      spreadProfilePrices: [spread('premium', 0.5), spread('prime', 0.25)],
      ts: market.at.getTime(),
    },
  ]);
};

export const ANSWERS: Record<Provider, ProviderAnswers> = { goldApi, goldapiIo, metalsDev, metalpriceapi, swissquote };

/** What a provider answers when it refuses to give prices; some do so with status 200. */
export const REFUSALS: Record<Provider, Answer> = {
  goldApi: json({ error: 'Forbidden' }, 403),
  goldapiIo: json({ error: 'API quota exceeded' }, 403),
  metalsDev: json({
    status: 'failure',
    error_code: 1203,
    error_message: 'The quota for the current month including the grace usage is exceeded.',
  }),
  metalpriceapi: json({ success: false, error: { statusCode: 416, message: 'Your plan does not allow this request.' } }),
  swissquote: json([]),
};
