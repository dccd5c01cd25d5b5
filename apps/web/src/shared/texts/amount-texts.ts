import english from '../../languages/pages/en/amounts.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The words for numbers. */
export const amountTexts = inOwnLanguage('amounts', english);
