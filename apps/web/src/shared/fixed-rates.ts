import { type PriceSnapshot, SAMPLE_SOURCE } from '@sarafa/contracts';
import { kolkataRecently } from './dates.js';
import { boardTexts } from './texts/board-texts.js';

type Snapshot = Pick<PriceSnapshot, 'state' | 'source' | 'rate_list' | 'held'>;

/** What is said of rates that the market doesn't move: a list's, or held ones (rule 8.15). Undefined for any others. */
export function fixedWords({ state, rate_list, held }: Snapshot, now?: number): { word: string; sub: string } | undefined {
  const { listed, held: heldSince, until } = boardTexts.state;
  const timeOf = (instant: string) => kolkataRecently(Date.parse(instant), now);
  if (state === 'listed' && rate_list) return { word: `${rate_list.name} ${listed} ${timeOf(rate_list.set_at)}`, sub: '' };
  if (state !== 'held' || !held) return undefined;
  return { word: `${heldSince} ${timeOf(held.since)}`, sub: `${until} ${timeOf(held.until)}` };
}

/** Whether the rates are made up. Held ones have a state that doesn't say so. */
export function isSample({ state, source }: Snapshot): boolean {
  return state === 'sample' || source === SAMPLE_SOURCE;
}
