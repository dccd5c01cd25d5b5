import type { Screen } from '@sarafa/contracts';

type Ordered = Pick<Screen, 'id' | 'state' | 'since'>;

/** Those that aren't playing first, and of these the longest dark ones (rule 14.7). */
export function darkFirst(one: Ordered, other: Ordered): number {
  const isDark = ({ state }: Ordered) => Number(state !== 'playing');
  return isDark(other) - isDark(one) || compared(one.since, other.since) || compared(one.id, other.id);
}

/** Instants and ids are in the order of their letters. */
function compared(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
