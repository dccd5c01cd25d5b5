import english from '../../languages/pages/en/history.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of a shop’s chart. */
export const historyTexts = inOwnLanguage('history', english);
