import english from '../../languages/pages/en/estimate.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of a shop’s estimates. */
export const estimateTexts = inOwnLanguage('estimate', english);
