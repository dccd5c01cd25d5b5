import { entriesOf, type MetalQuote, offeredMetals, type Quote } from '@sarafa/contracts';

/** The time a quote may be shown with: that of the oldest metal on boards, so that none is ever made younger than it is. */
export function quoteTime(quote: Quote): string {
  const times = shown(quote).map(({ at }) => at);
  return times.reduce((older, next) => (Date.parse(older) < Date.parse(next) ? older : next));
}

/** The names of a quote's sources, for people. */
export function quoteSource(quote: Quote): string {
  return [...new Set(shown(quote).map(({ source }) => source))].join(', ');
}

function shown(quote: Quote): MetalQuote[] {
  return entriesOf(quote, offeredMetals).map(([, metal]) => metal);
}
