import { Button } from '@mantine/core';
import { notifyFailed } from '../notices.js';
import { changeLanguage, PAGE_LANGUAGES } from './page-language.js';
import { languageTexts } from '../texts/language-texts.js';
import { portalTexts } from '../texts/portal-texts.js';
import { usePageLanguage } from './use-page-language.js';

/** Puts the words of the page into the other language. Everything else stays as it is. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const language = usePageLanguage();
  const other = PAGE_LANGUAGES.find((one) => one !== language)!;
  return (
    <Button
      className={`language ${className}`}
      variant="default"
      lang={other}
      onClick={() => void changeLanguage(other).catch(() => notifyFailed(portalTexts.common.noAnswer))}
    >
      {languageTexts.names[other]}
    </Button>
  );
}
