import english from '../../languages/pages/en/prices.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of the screens for prices and for the site’s switches, fixed letter for letter (rule 12.1). */
export const priceTexts = inOwnLanguage('prices', english);
