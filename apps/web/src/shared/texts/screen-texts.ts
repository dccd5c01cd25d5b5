import english from '../../languages/pages/en/screens.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** What the pages say of a shop’s TVs. */
export const screenTexts = inOwnLanguage('screens', english);
