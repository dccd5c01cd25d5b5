import { texts } from '@sarafa/contracts';
import type { RefusalReason } from '@sarafa/domain';
import type { Refusal } from './refusal.schema.js';

const WORDS: Record<RefusalReason, string> = texts.refusals;

/** The reasons that replicas of the first release read instead of later ones. */
const AS_FIRST_RELEASE = { implausible: 'unit', withdrawn: 'old' } as const satisfies Partial<
  Record<RefusalReason, RefusalReason>
>;

type StoredReason = Pick<Refusal, 'reason' | 'finer_reason'>;

export function storedReason(reason: RefusalReason): StoredReason {
  return reason in AS_FIRST_RELEASE
    ? { reason: AS_FIRST_RELEASE[reason as keyof typeof AS_FIRST_RELEASE], finer_reason: reason }
    : { reason };
}

/** Undefined for a reason of a later release. */
export function reasonOf({ reason, finer_reason }: StoredReason): RefusalReason | undefined {
  return [finer_reason, reason].find((name): name is RefusalReason => name !== undefined && name in WORDS);
}

/** The reason as a text for people. */
export function wordsOf(reason: RefusalReason | undefined): string {
  return reason ? WORDS[reason] : texts.refusedAnyway;
}
