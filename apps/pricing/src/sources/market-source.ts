import { type ByMetal, Metal, metals } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { type CheckSource, type RateSource, SourceError, type SourceQuote } from './rate-source.js';

/** A provider of spot prices, without duty: it can be asked for all metals, and to confirm one. */
export abstract class MarketSource implements RateSource, CheckSource {
  abstract readonly label: string;
  readonly isSample = false;

  /** Throws `SourceError`. */
  protected abstract candidates(): Promise<ByMetal<Candidate>>;

  async ask(): Promise<SourceQuote> {
    return { candidates: await this.candidates(), dutyIncluded: false };
  }

  async priceOf(metal: Metal): Promise<string> {
    const candidate = (await this.candidates())[metal];
    if (!candidate) throw new SourceError(`answered without ${metal}`);
    return candidate.price;
  }
}

/** One that answers each metal on its own. */
export abstract class MetalByMetalSource extends MarketSource {
  protected abstract candidate(metal: Metal): Promise<Candidate>;

  protected async candidates() {
    const asked = Metal.options.map(async (metal) => [metal, await this.candidateIfAny(metal)] as const);
    const answered = (await Promise.all(asked)).filter(([, candidate]) => candidate !== undefined);
    return Object.fromEntries(answered) as ByMetal<Candidate>;
  }

  /** Undefined for a metal that not every source has: the others don't go without a price for it. */
  private async candidateIfAny(metal: Metal): Promise<Candidate | undefined> {
    try {
      return await this.candidate(metal);
    } catch (error) {
      if (metals[metal].isFromFirstRelease || !(error instanceof SourceError)) throw error;
      return undefined;
    }
  }

  override async priceOf(metal: Metal): Promise<string> {
    return (await this.candidate(metal)).price;
  }
}
