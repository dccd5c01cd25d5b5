import english from '../../languages/pages/en/portal.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** What the portal’s screens say (rule 12.1), beside the answers of the server. */
export const portalTexts = inOwnLanguage('portal', english);
