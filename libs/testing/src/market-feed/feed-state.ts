import { type ByMetal, entriesOf, Metal } from '@sarafa/contracts';

/** The supported providers, in camel case as against `MARKET_SOURCES`. */
export const PROVIDERS = ['goldApi', 'goldapiIo', 'metalsDev', 'metalpriceapi', 'swissquote'] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * What can go wrong with a provider. `500` and `429` are HTTP statuses; `timeout` never answers; `garbage` is half a JSON
 * document; `html` is a page with status 200; `refusal` is the provider's own error body; `old` has the time of a day ago,
 * `future` that of an hour ahead; `negative` has prices below zero; `unit-flip` gives the price of a gram; `currency` answers
 * in another currency than asked for.
 */
export const FAULTS = [
  'none',
  '500',
  '429',
  'timeout',
  'garbage',
  'html',
  'refusal',
  'old',
  'future',
  'negative',
  'unit-flip',
  'currency',
] as const;
export type Fault = (typeof FAULTS)[number];

/** INR per troy ounce, as decimal text, which the answer repeats digit by digit. A metal without a price is one that no provider has. */
export type FeedPrices = ByMetal<string> & {
  /** The time of the prices; without it each request gets the present time. */
  at?: Date | undefined;
  /** INR for one USD. */
  usdInr?: string | undefined;
};

/** The data for a provider's answer, with the fault applied. */
export interface Market {
  prices: Partial<Record<Metal, string>>;
  usdInr: string;
  at: Date;
  /** The provider answers in US dollars, whatever was asked for. */
  wrongCurrency: boolean;
}

const HOUR_MS = 3_600_000;
const GRAMS_PER_OUNCE = 31.1034768;

export function marketWith(prices: FeedPrices, fault: Fault): Market {
  const at = (prices.at ?? new Date()).getTime();
  return {
    prices: Object.fromEntries(entriesOf(prices, Metal.options).map(([metal, price]) => [metal, faulty(price, fault)])),
    usdInr: prices.usdInr ?? '88.5',
    at: new Date(fault === 'old' ? at - 24 * HOUR_MS : fault === 'future' ? at + HOUR_MS : at),
    wrongCurrency: fault === 'currency',
  };
}

function faulty(price: string, fault: Fault): string {
  if (fault === 'negative') return `-${price}`;
  if (fault === 'unit-flip') return (Number(price) / GRAMS_PER_OUNCE).toFixed(4);
  return price;
}
