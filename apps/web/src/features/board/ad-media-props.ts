import type { Advertisement } from '@sarafa/contracts';
import type { CycleNews } from './use-cycle.js';

export interface AdMediaProps {
  readonly ad: Advertisement;
  /** Of the cycle, while it is this ad's; null before and after. */
  readonly turn: number | null;
  readonly tell: (news: CycleNews) => void;
}
