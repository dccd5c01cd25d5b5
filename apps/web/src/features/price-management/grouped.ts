import { groupRupees } from '@sarafa/domain';

/** To the paisa, for the eye; what is accepted is the source's own text. */
export function grouped(price: string): string {
  return groupRupees(Math.round(Number(price) * 100) / 100);
}
