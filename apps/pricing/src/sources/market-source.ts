import type { Metal } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import type { CheckSource, RateSource, SourceQuote } from './rate-source.js';

/** A provider of spot prices, without duty: it can be asked for both metals, and to confirm one. */
export abstract class MarketSource implements RateSource, CheckSource {
  abstract readonly label: string;
  readonly isSample = false;

  /** Throws `SourceError`. */
  protected abstract candidates(): Promise<Record<Metal, Candidate>>;

  async ask(): Promise<SourceQuote> {
    return { ...(await this.candidates()), dutyIncluded: false };
  }

  async priceOf(metal: Metal): Promise<string> {
    return (await this.candidates())[metal].price;
  }
}

/** One that answers each metal on its own. */
export abstract class MetalByMetalSource extends MarketSource {
  protected abstract candidate(metal: Metal): Promise<Candidate>;

  protected async candidates() {
    const [gold, silver] = await Promise.all([this.candidate('gold'), this.candidate('silver')]);
    return { gold, silver };
  }

  override async priceOf(metal: Metal): Promise<string> {
    return (await this.candidate(metal)).price;
  }
}

/** The symbols that most providers use. */
export const SYMBOL = { gold: 'XAU', silver: 'XAG' } as const satisfies Record<Metal, string>;
