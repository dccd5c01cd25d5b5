import type { KeptRevision, RateListRevision } from '@sarafa/contracts';

/** What a list has been, with the names of these accounts. */
export function withNames(
  kept: readonly KeptRevision[],
  accounts: readonly { readonly id: string; readonly username: string }[],
): RateListRevision[] {
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.username ?? '';
  return kept.map(({ set_by, ...rest }) => ({
    ...rest,
    set_by: set_by === null ? null : { id: set_by, username: nameOf(set_by) },
  }));
}
