import { useSyncExternalStore } from 'react';
import { onLanguage, type PageLanguage, pageLanguage } from './page-language.js';

/** The language of the page. Whatever uses it is drawn anew when the language changes. */
export function usePageLanguage(): PageLanguage {
  return useSyncExternalStore(onLanguage, pageLanguage);
}
