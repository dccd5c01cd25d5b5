import { boardMessages, inWords } from '../language/page-language.js';
import { brandTexts } from './board-texts.js';
import { portalTexts } from './portal-texts.js';

/** What a board says in the language of the page (rule 12.1); the portal and the dashboard show some of it as it is. */
export const boardTexts = inWords(() => ({
  ...boardMessages(),
  ...brandTexts,
  defaultUserName: portalTexts.common.defaultUserName,
}));
