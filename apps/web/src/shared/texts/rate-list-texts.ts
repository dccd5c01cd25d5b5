import english from '../../languages/pages/en/rate-lists.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of the screen for rate lists. */
export const rateListTexts = inOwnLanguage('rateLists', english);
