import english from '../../languages/pages/en/card.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of a shop’s rate card. */
export const cardTexts = inOwnLanguage('card', english);
