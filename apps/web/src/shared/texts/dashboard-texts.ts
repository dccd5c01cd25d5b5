import english from '../../languages/pages/en/dashboard.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** The texts of the shop’s dashboard (rule 12.1). */
export const dashboardTexts = inOwnLanguage('dashboard', english);
