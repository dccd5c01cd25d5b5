import english from '../../languages/pages/en/changes.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of the log of changes. */
export const changeTexts = inOwnLanguage('changes', english);
