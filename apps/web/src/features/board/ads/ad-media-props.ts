import type { Advertisement } from '@sarafa/contracts';
import type { CycleNews } from './use-cycle.js';

export interface AdMediaProps {
  readonly ad: Advertisement;
  /** The cycle's state while it is this ad's turn; null before and after. */
  readonly turn: number | null;
  readonly report: (news: CycleNews) => void;
}
