import type { ByMetal, Metal } from '@sarafa/contracts';
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

/** A source gave no answer. `message` is for the provider's staff and contains no key. */
export class SourceError extends Error {
  constructor(
    message: string,
    /** How long the source asked to be left alone, in milliseconds. */
    readonly restMs?: number,
  ) {
    super(message);
  }
}
