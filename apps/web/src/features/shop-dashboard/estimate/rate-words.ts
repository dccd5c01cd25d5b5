import { fixedWords, isSample } from '@sarafa/words';
import { recently } from '../../../shared/language/page-dates.js';
import { boardMessages, say } from '../../../shared/language/page-language.js';
import { estimateTexts } from '../../../shared/texts/estimate-texts.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import type { EstimateDocument } from './estimate-document.js';

const { state: states } = boardTexts;
const { document: words } = estimateTexts;

interface RateWords {
  readonly word: string;
  readonly sub: string;
  /** Others say their time large. */
  readonly isCurrent: boolean;
}

/** How the rates of a document stood when it was made, always with their day. */
export function rateWords({ rates, made_at }: EstimateDocument): RateWords {
  const { state, isLost } = rates;
  const time = recently(Date.parse(rates.lastUpdated), Date.parse(made_at));
  const asOf = say(states.asOf, { time });
  if (isSample(rates)) return { word: states.sample, sub: `${asOf}. ${states.notForTrade}`, isCurrent: false };
  const fixed = fixedWords(rates, Date.parse(made_at), boardMessages());
  if (fixed) {
    const sub = [fixed.sub, isLost && words.lastKnown].filter(Boolean).join('. ');
    return { word: fixed.word, sub, isCurrent: !isLost };
  }
  if (isLost) return { word: asOf, sub: words.lastKnown, isCurrent: false };
  switch (state) {
    case 'live':
      return { word: words.live, sub: say(states.updated, { time }), isCurrent: true };
    case 'delayed':
    case 'closed':
      return { word: asOf, sub: states[state], isCurrent: false };
    default:
      return { word: asOf, sub: boardTexts.rowAge.stale, isCurrent: false };
  }
}
