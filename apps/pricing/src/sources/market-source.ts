import { setTimeout as sleep } from 'node:timers/promises';
import { entriesOf, firstMetals, laterOf, Metal, metals, texts } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';

/** What a source said, unjudged. */
export interface SourceQuote {
  readonly candidates: Partial<Record<Metal, Candidate>>;
  /** Why it has no price of a metal that every source has. */
  readonly faults: Partial<Record<Metal, SourceError>>;
  /** Whether its prices contain India's import duty, as MCX's and IBJA's do (rule 3.2). */
  readonly dutyIncluded: boolean;
}

/** A metal that came after the first release may be missing. */
type PricesOrFaults = Partial<Record<Metal, Candidate | SourceError>>;

/** A source of quotes. Every one has gold and silver, but may miss one of them for a while, and not every one has the later metals. */
export interface RateSource {
  /** As people read it. */
  readonly label: string;
  /** Only for looking at: never accepted as a market price. */
  readonly isSample: boolean;
  /** Throws `SourceError` when there is nothing to judge. */
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

  /** Throws `SourceError` when there is no answer. */
  protected abstract pricesOrFaults(): Promise<PricesOrFaults>;

  async ask(): Promise<SourceQuote> {
    return quoteOf(await this.pricesOrFaults());
  }

  async check(metal: Metal): Promise<Candidate> {
    const priceOrFault = (await this.pricesOrFaults())[metal] ?? new SourceError(texts.sourceFailures.noPrice);
    if (priceOrFault instanceof SourceError) throw priceOrFault;
    return priceOrFault;
  }
}

/** One that answers each metal on its own. */
export abstract class MetalByMetalSource extends MarketSource {
  protected abstract candidate(metal: Metal): Promise<Candidate>;

  protected async pricesOrFaults() {
    const first = Promise.all(firstMetals.map((metal) => this.named(metal)));
    const patience = first.then(() => sleep(LATER_PATIENCE_MS, undefined, { ref: false }));
    const later = laterOf(metals).map((metal) => Promise.race([this.named(metal), patience]));
    const [known, ...others] = await Promise.all([first, ...later]);
    return Object.fromEntries([...known, ...others.filter((other) => other !== undefined)]) as PricesOrFaults;
  }

  private async named(metal: Metal): Promise<[Metal, Candidate | SourceError]> {
    return [metal, await this.candidate(metal).catch(asSourceError)];
  }

  override check(metal: Metal): Promise<Candidate> {
    return this.candidate(metal);
  }
}

/** Of a source that answers all metals at once, `same` is what the prices have in common. */
export function pricesOrFaultsOf(
  priceOf: (metal: Metal) => string | undefined,
  same: Omit<Candidate, 'price'>,
): PricesOrFaults {
  const priceOrFault = (metal: Metal) => {
    try {
      const price = priceOf(metal);
      return price ? { ...same, price } : new SourceError(texts.sourceFailures.noPrice);
    } catch (error) {
      return asSourceError(error);
    }
  };
  return Object.fromEntries(Metal.options.map((metal) => [metal, priceOrFault(metal)]));
}

/** Each metal is judged by itself (rule 4.4). Throws `SourceError` where neither gold nor silver has a price. */
export function quoteOf(answers: PricesOrFaults): SourceQuote {
  const faults = firstMetals.flatMap((metal) =>
    answers[metal] instanceof SourceError ? [[metal, answers[metal]] as const] : [],
  );
  // A pause that the source asks for must not be lost.
  if (faults.length === firstMetals.length) throw (faults.find(([, { restMs }]) => restMs) ?? faults[0]!)[1];
  const candidates = entriesOf(answers, Metal.options).flatMap(([metal, one]) =>
    one instanceof SourceError ? [] : [[metal, one] as const],
  );
  return { candidates: Object.fromEntries(candidates), faults: Object.fromEntries(faults), dutyIncluded: false };
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  throw error;
}
