import { Button } from '@mantine/core';
import { useState } from 'react';
import { notifyFailed } from './notices.js';
import { chooseLanguage, PAGE_LANGUAGES, pageLanguage, say } from './page-language.js';
import { languageTexts } from './texts/language-texts.js';
import { portalTexts } from './texts/portal-texts.js';
import { ConfirmDialog } from './ui/confirm-dialog.js';
import { isSomethingUnsaved } from './unsaved.js';

const { languages: words } = portalTexts;

/** Loads the page again in the other language. Before anything unsaved would be lost with that, it asks. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const other = PAGE_LANGUAGES.find((language) => language !== pageLanguage())!;
  const name = languageTexts.names[other];
  const change = () => {
    if (chooseLanguage(other)) location.reload();
    else notifyFailed(words.notKept);
  };
  return (
    <>
      <Button
        className={`language ${className}`}
        variant="default"
        lang={other}
        onClick={() => (isSomethingUnsaved() ? setIsAsking(true) : change())}
      >
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          question={words.loses}
          yes={say(words.yes, { language: name })}
          isBusy={false}
          onYes={async () => change()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
