import { groupRupees } from '@sarafa/domain';

/** Rounded to the paisa for display; what is released is the source's own text. */
export function grouped(price: string): string {
  return groupRupees(Math.round(Number(price) * 100) / 100);
}
