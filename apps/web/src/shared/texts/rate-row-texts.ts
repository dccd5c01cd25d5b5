import english from '../../languages/pages/en/rate-rows.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of the editor for a shop’s rate rows (rule 12.1). */
export const rateRowTexts = inOwnLanguage('rateRows', english);
