import type { Quote } from '@sarafa/contracts';

/** The time a quote may be shown with: that of its older metal, so that neither is ever made younger than it is. */
export function quoteTime({ gold, silver }: Quote): string {
  return Date.parse(gold.at) < Date.parse(silver.at) ? gold.at : silver.at;
}

/** The names of a quote's sources as people read them. */
export function quoteSource({ gold, silver }: Quote): string {
  return gold.source === silver.source ? gold.source : `${gold.source}, ${silver.source}`;
}
