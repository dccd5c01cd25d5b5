import english from '../../languages/pages/en/titles.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** What metals, units and rows are called in a sentence; boards call them otherwise. */
export const titleTexts = inOwnLanguage('titles', english);
