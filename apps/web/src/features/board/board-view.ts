import type { ShownState } from '@sarafa/contracts';
import { english, fixedWords, isSample, kolkataRecently, type Messages, say, weekTimeOf } from '@sarafa/words';
import type { BoardState } from './board-state.js';
import { hasMarket } from './cards/cards.js';

export type BoardView =
  'loading' | 'not-found' | 'maintenance-page' | 'maintenance' | 'ended' | 'no-connection' | 'waiting' | 'idle' | 'rates';

/** How the board stands: the state of its rates, `offline`, or `shop` when it shows only custom rows. */
export type Stand = ShownState | 'offline' | 'shop';

export function viewOf(state: BoardState, isLoadingOver: boolean): BoardView {
  if (!isLoadingOver || !state.settled) return 'loading';
  if (!state.found) return 'not-found';
  if (state.site?.isMaintenanceMode) return 'maintenance-page';
  if (state.site?.enabled === false) return 'maintenance';
  if (state.profile && !state.profile.isSubscriptionValid) return 'ended';
  if (hasMarket(state)) {
    if (state.prices) return 'rates';
    return state.link === 'reached' ? 'waiting' : 'no-connection';
  }
  return state.customTables.rows.length > 0 ? 'rates' : 'idle';
}

export function standOf(state: BoardState): Stand {
  const { prices } = state;
  if (state.link !== 'reached') return 'offline';
  if (!hasMarket(state) || !prices) return 'shop';
  if (isSample(prices.snapshot)) return 'sample';
  return prices.isConfirmed ? prices.snapshot.state : 'stale';
}

export interface RailWords {
  readonly word: string;
  readonly sub: string;
  /** What the numbers are; the short one is for a phone. */
  readonly note: string;
  readonly shortNote: string;
  /** The text in each market card. Custom rows are old only when the board is offline. */
  readonly tag: string;
}

/** The line that says how the rates stand (rule 8.7). `now` is the server's time. */
export function railWords(state: BoardState, now: number | undefined, messages = english): RailWords {
  const stand = standOf(state);
  const snapshot = state.prices?.snapshot;
  const fixed = state.prices?.isConfirmed ? fixedWords(state.prices.snapshot, now, messages) : undefined;
  const { state: words } = messages;
  const at = rateTime(state);
  const time = at === undefined ? '' : kolkataRecently(at, now, messages);
  const asOf = time && say(words.asOf, { time });
  const notes = basisNotes(state, messages);
  switch (stand) {
    case 'live':
      return { ...notes, word: words.live, sub: say(words.updated, { time }), tag: '' };
    case 'delayed':
      return { ...notes, word: words.delayed, sub: say(words.lastRate, { time }), tag: '' };
    case 'closed': {
      const sub = at === undefined ? '' : say(words.rateOf, { time: weekTimeOf(at, now, messages) });
      return { ...notes, word: words.closed, sub, tag: '' };
    }
    case 'stale':
      return { ...notes, word: asOf, sub: snapshot?.rate_list ? words.lateList : words.late, tag: time };
    case 'listed':
    case 'held':
      return { ...notes, word: fixed?.word ?? asOf, sub: fixed?.sub ?? '', tag: '' };
    case 'sample': {
      const sub = fixed ? `${fixed.word}. ${fixed.sub}` : words.notForTrade;
      return { ...notes, word: words.sample, sub, tag: messages.sampleTag };
    }
    case 'offline':
      return snapshot && isSample(snapshot)
        ? { ...notes, word: words.sample, sub: words.noConnection, tag: messages.sampleTag }
        : { ...notes, word: asOf || messages.noConnection.title, sub: words.noConnection, tag: time };
    case 'shop':
      return { ...notes, word: words.shop, sub: '', tag: '' };
  }
}

/** The time of what is shown: the market's, or, where only custom rows are shown, when the server was last heard. */
function rateTime(state: BoardState): number | undefined {
  const shown = hasMarket(state) ? state.prices : null;
  return shown ? Date.parse(shown.snapshot.lastUpdated) : (state.heardAt ?? undefined);
}

/** Only the shop knows what its custom rows are, so nothing is said about them. */
function basisNotes(state: BoardState, messages: Messages): { note: string; shortNote: string } {
  if (!hasMarket(state)) return { note: '', shortNote: '' };
  const { prices, profile } = state;
  if (prices && !prices.own) {
    const { source } = prices.snapshot;
    return { note: say(messages.basisOfSource, { source }), shortNote: source };
  }
  const city = prices?.snapshot.city ?? profile?.city;
  return city
    ? { note: say(messages.basisOfCity, { city }), shortNote: say(messages.basisOfCityShort, { city }) }
    : { note: messages.basis, shortNote: messages.basisShort };
}
