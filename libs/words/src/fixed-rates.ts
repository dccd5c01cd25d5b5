import { type PriceSnapshot, SAMPLE_SOURCE } from '@sarafa/contracts';
import { kolkataRecently } from './dates.js';
import { english, say } from './language.js';

type Snapshot = Pick<PriceSnapshot, 'state' | 'source' | 'rate_list' | 'held'>;

/** What is said of rates that the market doesn't move: a list's, or held ones (rule 8.15). Undefined for any others. */
export function fixedWords(
  { state, rate_list, held }: Snapshot,
  now?: number,
  messages = english,
): { word: string; sub: string } | undefined {
  const words = messages.state;
  const timeOf = (instant: string) => kolkataRecently(Date.parse(instant), now, messages);
  if (state === 'listed' && rate_list) {
    return { word: say(words.listed, { name: rate_list.name, time: timeOf(rate_list.set_at) }), sub: '' };
  }
  if (state !== 'held' || !held) return undefined;
  return { word: say(words.held, { time: timeOf(held.since) }), sub: say(words.until, { time: timeOf(held.until) }) };
}

/** Whether the rates are made up. Held ones have a state that doesn't say so. */
export function isSample({ state, source }: Snapshot): boolean {
  return state === 'sample' || source === SAMPLE_SOURCE;
}
