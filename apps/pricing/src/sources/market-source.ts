import { setTimeout as sleep } from 'node:timers/promises';
import { type ByMetal, firstMetals, laterOf, Metal, metals, texts } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';

/** What a source said, unjudged. */
export interface SourceQuote {
  readonly candidates: ByMetal<Candidate>;
  /** Whether its prices contain India's import duty, as MCX's and IBJA's do (rule 3.2). */
  readonly dutyIncluded: boolean;
}

/** A source of quotes: for all metals of the first release, and for those later metals that it has. */
export interface RateSource {
  /** As people read it. */
  readonly label: string;
  /** Only for looking at: never accepted as a market price. */
  readonly isSample: boolean;
  /** Throws `SourceError` when there is no answer to judge. */
  ask(): Promise<SourceQuote>;
}

/** Somebody who can say whether a jump is real. */
export interface CheckSource {
  readonly label: string;
  /** Its present word, with its own time. Throws `SourceError`. */
  check(metal: Metal): Promise<Candidate>;
}

/**
 * A source gave no answer. `message` contains no key. The provider's staff is told it in one of `texts.sourceFailures`; what is wrong with
 * a source that only confirms is logged.
 */
export class SourceError extends Error {
  constructor(
    message: string,
    /** How long the source asked to be left alone, in milliseconds. */
    readonly restMs?: number,
  ) {
    super(message);
  }
}

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
    if (!candidate) throw new SourceError(texts.sourceFailures.without(metal));
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

/**
 * What a source that answers all metals at once said of each. Throws `SourceError` where one is missing that every source has;
 * one that came later is left out.
 */
export function candidatesOf(
  priceOf: (metal: Metal) => string | undefined,
  same: Omit<Candidate, 'price'>,
): ByMetal<Candidate> {
  const missing = firstMetals.find((metal) => !priceOf(metal));
  if (missing) throw new SourceError(texts.sourceFailures.without(missing));
  const candidates = Metal.options.flatMap((metal) => {
    const price = priceIfAny(priceOf, metal);
    return price ? [[metal, { ...same, price }]] : [];
  });
  return Object.fromEntries(candidates) as ByMetal<Candidate>;
}

/** Undefined for a price that is no number, of a metal that not every source has: the others don't go without theirs for it. */
function priceIfAny(priceOf: (metal: Metal) => string | undefined, metal: Metal): string | undefined {
  try {
    return priceOf(metal);
  } catch (error) {
    if (metals[metal].isFromFirstRelease || !(error instanceof SourceError)) throw error;
    return undefined;
  }
}
