import { setTimeout as sleep } from 'node:timers/promises';
import { type ByMetal, firstMetals, laterOf, type Metal, metals } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { type CheckSource, type RateSource, SourceError, type SourceQuote } from './rate-source.js';

/** How long metals that every source has wait for one that not every source has. */
const LATER_PATIENCE_MS = 1_000;

/** A provider of spot prices, without duty: it can be asked for all metals, and to confirm one. */
export abstract class MarketSource implements RateSource, CheckSource {
  abstract readonly label: string;
  readonly isSample = false;

  /** Throws `SourceError`. */
  protected abstract candidates(): Promise<ByMetal<Candidate>>;

  async ask(): Promise<SourceQuote> {
    return { candidates: await this.candidates(), dutyIncluded: false };
  }

  async check(metal: Metal): Promise<Candidate> {
    const candidate = (await this.candidates())[metal];
    if (!candidate) throw new SourceError(`answered without ${metal}`);
    return candidate;
  }
}

/** One that answers each metal on its own. */
export abstract class MetalByMetalSource extends MarketSource {
  protected abstract candidate(metal: Metal): Promise<Candidate>;

  protected async candidates() {
    const first = Promise.all(firstMetals.map((metal) => this.named(metal)));
    const patience = first.then(() => sleep(LATER_PATIENCE_MS, undefined, { ref: false }));
    const later = laterOf(metals).map((metal) => Promise.race([this.namedIfAny(metal), patience]));
    const [known, ...others] = await Promise.all([first, ...later]);
    return Object.fromEntries([...known, ...others.filter((other) => other !== undefined)]) as ByMetal<Candidate>;
  }

  private async named(metal: Metal): Promise<[Metal, Candidate]> {
    return [metal, await this.candidate(metal)];
  }

  /** Undefined where the source has no price: the other metals don't go without theirs for it. */
  private async namedIfAny(metal: Metal): Promise<[Metal, Candidate] | undefined> {
    try {
      return await this.named(metal);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return undefined;
    }
  }

  override check(metal: Metal): Promise<Candidate> {
    return this.candidate(metal);
  }
}
